package talk

import (
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/settings"
	"reckon/storage"
	"reckon/storage/storetest"
)

// newSettings makes Settings with a database. scheduled is called when features are told of a change.
func newSettings(rounds Rounds, req *Request, scheduled func(storage.Community)) Settings {
	return Settings{
		Settings: rounds.Settings,
		Tell:     newTeller(rounds, req),
		Features: func() []feature.Feature {
			return []feature.Feature{{Name: "first"}, {
				Name: "jobs",
				Schedule: func(_ *storage.Tx, c storage.Community, _ time.Time) error {
					scheduled(c)
					return nil
				},
			}}
		},
	}
}

// placeOf reads the place of a request, with its settings that are rows.
func placeOf(t *testing.T, s Rounds, req *Request) (c storage.Community, rows map[string]string) {
	t.Helper()
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		var err error
		c, err = tx.CommunityByID(req.Act.Community.ID)
		if err != nil {
			return err
		}
		rows, err = tx.Settings(c.ID)
		return err
	})
	return c, rows
}

// A person who joins the World is on its boards from then on, with what they have earned. A group cannot join.
func TestJoinTheWorld(t *testing.T) {
	for _, private := range []bool{true, false} {
		rounds, req := openPlace(t, private)
		times := 0
		x := newSettings(rounds, req, func(storage.Community) { times++ })
		daily := deal(t, rounds, storage.Community{}, storage.Round{Puzzle: hand, Daily: 61})
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			storetest.Award(t, tx, storage.Community{}, daily.ID, req.Act.Person.ID, 10)
			return nil
		})
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			refusal, ok, err := x.Join(req, tx)
			if ok != private || (textOf(refusal) == "") != private {
				t.Errorf("private %t: %t, %q", private, ok, textOf(refusal))
			}
			if err != nil {
				return err
			}
			world := storage.Board{CommunityID: storage.World, Span: storage.Ever}
			_, isOnBoard, err := storage.Found(tx.StandingOf(world, req.Act.Person.ID))
			if isOnBoard != private {
				t.Errorf("private %t: on the boards of the World %t", private, isOnBoard)
			}
			return err
		})
		if c, _ := placeOf(t, rounds, req); c.Worldwide != private {
			t.Errorf("private %t: it is stored as %t", private, c.Worldwide)
		}
		if (times == 1) != private {
			t.Errorf("private %t: features were told %d times", private, times)
		}
	}
}

// Features are told of the place as it is after a change. A setting of a feature is stored as a row. What has
// not changed is not stored.
func TestChangeOfSettings(t *testing.T) {
	rounds, req := openPlace(t, false)
	toggle := settings.Toggle("feature.bells")
	other := settings.Toggle("feature.bonus")
	rounds.Settings.Add(toggle.Setting(settings.Everywhere), other.Setting(settings.Everywhere))
	req.Act.Admin = true
	req.Args = command.Values{"seconds": "90", toggle.Name(): "on"}
	var told storage.Community
	x := newSettings(rounds, req, func(c storage.Community) { told = c })
	carryOut(t, rounds, req, x.Command)
	c, rows := placeOf(t, rounds, req)
	if c.Seconds != 90 || told.Seconds != 90 || len(rows) != 1 || rows[string(toggle)] != "on" {
		t.Errorf("it is stored as %d seconds with %v; features are told of %d", c.Seconds, rows, told.Seconds)
	}
}

// If the network names no language for a place, the place speaks that of the administrator who changed its
// settings last.
func TestLanguageOfAnAdministrator(t *testing.T) {
	for _, test := range []struct {
		name             string
		reader, ofServer string
		before, want     string
	}{
		{"a reader's", "fr", "", "", "fr"},
		{"another reader's", "fr", "", "de", "fr"},
		{"a reader's of whom no language is known", "", "", "de", "de"},
		{"the network's", "fr", "es", "de", "de"},
	} {
		rounds, req := openPlace(t, false)
		req.Act.Admin = true
		req.Act.Community.AdminLocale = test.before
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error { return tx.SaveCommunity(req.Act.Community) })
		req.Locale = test.reader
		req.Place.Locale = test.ofServer
		req.Args = command.Values{"seconds": "90"}
		carryOut(t, rounds, req, newSettings(rounds, req, func(storage.Community) {}).Command)
		if c, _ := placeOf(t, rounds, req); c.AdminLocale != test.want {
			t.Errorf("%s: it is %q, want %q", test.name, c.AdminLocale, test.want)
		}
	}
}

// The panel replaces the message whose button was pressed, but a form does not. The reply to typed settings
// shows only these.
func TestWhereThePanelIsShown(t *testing.T) {
	for _, test := range []struct {
		name  string
		kind  chat.Kind
		alone bool
		data  string
		edits bool
		asks  bool
	}{
		{"the panel", chat.Press, false, "", true, false},
		{"a page", chat.Press, false, "seconds", true, false},
		{"a value", chat.Press, false, "seconds 90", true, false},
		{"a form", chat.Press, false, "seconds ?", false, true},
		{"what the form was filled in with", chat.Submit, true, "seconds", true, false},
		{"what a form elsewhere was filled in with", chat.Submit, false, "seconds", false, false},
		{"an offer that was sent", chat.Sent, false, "seconds", false, false},
	} {
		rounds, req := openPlace(t, false)
		req.Act.Admin = true
		req.Input.Kind = test.kind
		req.Input.Alone = test.alone
		req.Input.Text = "60"
		req.Button = pressOf(t, "v2 "+settings.ActSet+" "+test.data)
		reply := carryOut(t, rounds, req, newSettings(rounds, req, func(storage.Community) {}).Button).Reply
		if reply.Edit != test.edits || (reply.Ask != nil) != test.asks {
			t.Errorf("%s: edits %t, asks %t", test.name, reply.Edit, reply.Ask != nil)
		}
	}
}

// A test message goes to the channel that refused the last message, if one did. Only administrators can send
// it.
func TestTestMessage(t *testing.T) {
	for _, test := range []struct {
		name    string
		act     string
		trouble string
		admin   bool
		want    bool
	}{
		{"after trouble", settings.ActTry, "forbidden", true, true},
		{"without any", settings.ActTry, "", true, false},
		{"another button", settings.ActSet, "forbidden", true, false},
		{"by a member", settings.ActTry, "forbidden", false, false},
	} {
		rounds, req := openPlace(t, false)
		req.Act.Admin = test.admin
		req.Act.Community.Trouble = test.trouble
		req.Act.Community.TroubleChannel = "quiet"
		req.Request.Key = "key"
		req.Button = pressOf(t, "v2 "+test.act)
		reply := carryOut(t, rounds, req, newSettings(rounds, req, func(storage.Community) {}).Button).Reply
		var waiting []storage.Outgoing
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			var err error
			waiting, err = tx.Waiting("")
			return err
		})
		isSent := len(waiting) == 1 && waiting[0].Channel == "quiet" && waiting[0].Nonce == "try:key"
		if isSent != test.want || len(waiting) > 1 {
			t.Errorf("%s: %+v is sent", test.name, waiting)
		}
		isRefused := textOf(reply) == textOf(refusalForMembers(req))
		if isRefused == test.admin {
			t.Errorf("%s: it says %q", test.name, textOf(reply))
		}
	}
}

// refusalForMembers returns the reply that the command is for administrators.
func refusalForMembers(req *Request) chat.Reply {
	result, err := forAdmins(req)(nil)
	if err != nil {
		panic(err)
	}
	return result.Reply
}

// A setting that is changed on the page is told there in words. The page has rows of its own to press.
func TestChangeOnThePage(t *testing.T) {
	for via, hasButtons := range map[string]bool{chat.ViaPage: false, "": true} {
		rounds, req := openPlace(t, false)
		req.Act.Admin = true
		req.Via = via
		req.Input.Kind = chat.Press
		req.Button = pressOf(t, "v2 "+settings.ActSet+" seconds 90")
		reply := carryOut(t, rounds, req, newSettings(rounds, req, func(storage.Community) {}).Button).Reply
		if (len(reply.Buttons) > 0) != hasButtons || reply.Edit != hasButtons {
			t.Errorf("via %q: edits %t, %q with %s", via, reply.Edit, textOf(reply), labels(reply))
		}
		if saysTime := strings.Contains(textOf(reply), "90"); saysTime == hasButtons {
			t.Errorf("via %q: it says %q", via, textOf(reply))
		}
		if c, _ := placeOf(t, rounds, req); c.Seconds != 90 {
			t.Errorf("via %q: it is stored as %d seconds", via, c.Seconds)
		}
	}
}
