package talk

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A pass is valid for ten minutes and for one visit. It says who comes, and where.
func TestPass(t *testing.T) {
	rounds := newRounds(t)
	rounds.Store = storetest.Open(t)
	rounds.Seals = command.Sealer{Secret: []byte("of the test")}
	x := Pages{Deals: Deals{Rounds: rounds}}
	req := newRequest(t, false)
	req.Locale = "fr"
	req.Act.Channel = "here"
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		req.Act.Community = storetest.Community(t, tx, "club")
		req.Act.Person = storetest.Person(t, tx, "ann")
		return nil
	})
	enter := func(pass string, after time.Duration) (chat.Request, error) {
		return x.Enter(t.Context(), pass, req.Act.At.Add(after))
	}

	pass := x.newPass(req, "v2 page 7")
	if _, err := enter(pass, 10*time.Minute+time.Second); !errors.Is(err, chat.ErrProof) {
		t.Errorf("after more than ten minutes: %v", err)
	}
	who, err := enter(pass, 10*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	isAnn := who.Person.ID == "ann" && who.Person.Role == chat.RoleMember && who.Locale == "fr"
	isThere := who.Place.Community == "club" && who.Place.Channel == "here" && !who.Place.Private
	if !isAnn || !isThere || who.Input.Data != "v2 page 7" {
		t.Errorf("who comes is %+v", who)
	}
	if _, err := enter(pass, time.Minute); !errors.Is(err, chat.ErrProof) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := enter(x.Deals.Seals.Enclose("{}", "", "another"), 0); !errors.Is(err, chat.ErrProof) {
		t.Errorf("what was enclosed for something else: %v", err)
	}
}

// A person who comes by a pass administers their private chat, but no place that people share.
func TestRoleByAPass(t *testing.T) {
	for private, want := range map[bool]chat.Role{true: chat.RoleAdmin, false: chat.RoleMember} {
		rounds, req := openPlace(t, private)
		x := Pages{Deals: Deals{Rounds: rounds}}
		who, err := x.Enter(t.Context(), x.newPass(req, ""), req.Act.At)
		if err != nil || who.Person.Role != want || who.Place.Private != private || who.Place.Title != "The place" {
			t.Errorf("private %t: %+v (%v)", private, who, err)
		}
	}
}

// A pass of a person who was forgotten, or for a place that does not exist any more, is not valid.
func TestPassOfNobody(t *testing.T) {
	rounds, req := openPlace(t, false)
	x := Pages{Deals: Deals{Rounds: rounds}}
	nowhere := *req
	nowhere.Act.Community.ID = 404
	ofNowhere := x.newPass(&nowhere, "")
	pass := x.newPass(req, "")
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error { return tx.ForgetPlayer(req.Act.Person.ID) })
	for name, pass := range map[string]string{"nowhere": ofNowhere, "somebody forgotten": pass} {
		if _, err := x.Enter(t.Context(), pass, req.Act.At); !errors.Is(err, chat.ErrProof) {
			t.Errorf("a pass of %s: %v", name, err)
		}
	}
}

// A sealed button of a group lets people join the group. On the page it lets in its members, and people of
// whom the network says that they belong to it.
func TestJoins(t *testing.T) {
	rounds, req := openPlace(t, true)
	var club storage.Community
	var alone storage.Community
	var member, lapsed, stranger storage.Player
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		club = storetest.Community(t, tx, "club")
		member = storetest.Member(t, tx, club, "member")
		stranger = storetest.Person(t, tx, "stranger")
		lapsed = storetest.Person(t, tx, "lapsed")
		if err := tx.Join(club.ID, lapsed.ID, req.Act.At.Add(-round.BelongFor-time.Hour)); err != nil {
			return err
		}
		var err error
		alone, err = tx.EnsureCommunity("test", "alone", true, 0, "", storetest.Noon)
		if err != nil {
			return err
		}
		return tx.Join(alone.ID, member.ID, storetest.Noon)
	})
	for _, test := range []struct {
		name     string
		who      storage.Player
		to       int64
		unsealed bool
		via      string
		network  string
		belongs  string
		want     bool
	}{
		{"a button in the chat", stranger, club.ID, false, "", "test", "", true},
		{"a button that is not sealed", member, club.ID, true, "", "test", "", false},
		{"a button of no community", member, 0, false, "", "test", "", false},
		{"a community that is gone", member, 404, false, "", "test", "", false},
		{"another person's conversation", member, alone.ID, false, "", "test", "", false},
		{"a member on the page", member, club.ID, false, "page", "test", "", true},
		{"a stranger on the page", stranger, club.ID, false, "page", "test", "", false},
		{"a stranger who belongs there", stranger, club.ID, false, "page", "test", "club", true},
		{"a stranger who belongs elsewhere", stranger, club.ID, false, "page", "test", "another", false},
		{"a stranger of another network", stranger, club.ID, false, "page", "other", "club", false},
		{"somebody who was there long ago", lapsed, club.ID, false, "page", "test", "", false},
	} {
		visit := *req
		visit.Act.Person = test.who
		visit.Via = test.via
		visit.Person.Network = test.network
		visit.Button.Sealed = !test.unsealed
		if test.belongs != "" {
			visit.Belongs = func(_ context.Context, key string) (bool, error) { return key == test.belongs, nil }
		}
		got, err := rounds.Joins(&visit, test.to)
		if err != nil || got != test.want {
			t.Errorf("%s: joins %t (%v)", test.name, got, err)
		}
	}
}

// The page opens with the round of the button, or else with the person's current one. If that cannot be
// answered, it opens without a round, unless the button named one.
func TestOpenPage(t *testing.T) {
	rounds, req := openPlace(t, true)
	ended := storetest.Noon.Add(time.Second)
	open := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
	over := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens, ClosedAt: ended, Reason: round.GivenUp})
	req.Act.Candidates.Rounds = []storage.Round{open.Round, over.Round}
	x := Pages{Deals: Deals{Rounds: rounds}, Attempts: Attempts{Rounds: rounds}}
	atRound := button.RoundData(rounds.Seals, button.ActPage, open)
	for _, test := range []struct {
		name    string
		button  int64
		current int64
		// want is the data of the button that opens the page; empty: it is not opened.
		want  string
		round int64
	}{
		{"a button of an open round", open.ID, 0, atRound, open.ID},
		{"no button", 0, open.ID, atRound, open.ID},
		{"no button, and nothing open", 0, 0, command.Data(button.ActPage), 0},
		{"no button, and what is over", 0, over.ID, command.Data(button.ActPage), 0},
		{"a button of what is over", over.ID, open.ID, "", 0},
		{"a button of what is gone", 404, open.ID, "", 0},
	} {
		visit := *req
		visit.Act.Candidates.Current = test.current
		visit.Button = press(button.ActPage, test.button)
		reply := carryOut(t, rounds, &visit, x.Open).Reply
		if isOpened := reply.Page; isOpened != (test.want != "") || isOpened && reply.Buttons[0][0].Data != test.want {
			t.Errorf("%s: %+v", test.name, reply)
		}
		if at := currentOfPerson(t, rounds, &visit); test.round != 0 && at != test.round {
			t.Errorf("%s: the person is at round %d", test.name, at)
		}
	}
}

// press returns the press of a button about a round; 0: about none.
func press(act string, id int64) command.Press {
	if id == 0 {
		return command.Press{Act: act}
	}
	p, err := command.Sealer{}.Read(command.Data(act, id))
	if err != nil {
		panic(err)
	}
	return p
}

// carryOut carries a request out.
func carryOut(t *testing.T, s Rounds, req *Request, handle Handler) (result Result) {
	t.Helper()
	plan, err := handle(req)
	if err != nil {
		t.Fatal(err)
	}
	if plan == nil {
		t.Fatal("the request is nothing to the bot")
	}
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		result, err = plan(tx)
		return err
	})
	return result
}

// currentOfPerson returns the current round of the person of a request.
func currentOfPerson(t *testing.T, s Rounds, req *Request) (current int64) {
	t.Helper()
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		visit, err := tx.Visit(storage.Origin{
			Network:       req.Act.Community.Network,
			Community:     req.Act.Community.Key,
			Channel:       req.Act.Channel,
			PlayerNetwork: req.Act.Person.Network,
			Player:        req.Act.Person.Key,
		})
		current = visit.Current
		return err
	})
	return current
}

// A link to a round of a group opens it for people who belong to the group. Others get the same puzzle when
// the round is over, and before that one like it. A link without a seal is refused.
func TestOpenPageOfAnotherGroup(t *testing.T) {
	for _, test := range []struct {
		name             string
		member, unsealed bool
		over             bool
		// opens, copies and deals say what becomes of it.
		opens, copies, deals bool
	}{
		{name: "a member", member: true, opens: true},
		{name: "a stranger", deals: true},
		{name: "a stranger, once it is over", over: true, copies: true},
		{name: "a stranger with a link that is not sealed", unsealed: true},
	} {
		rounds, req := openPlace(t, true)
		x := Pages{Deals: Deals{Rounds: rounds, Dealers: new(feature.Dealers)}, Attempts: Attempts{Rounds: rounds}}
		var club storage.Community
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			club = storetest.Community(t, tx, "club")
			if test.member {
				return tx.Join(club.ID, req.Act.Person.ID, storetest.Noon)
			}
			return nil
		})
		row := storage.Round{Puzzle: hand, Level: 2}
		if test.over {
			row.ClosedAt = storetest.Noon.Add(time.Second)
			row.Reason = round.GivenUp
		}
		r := deal(t, rounds, club, row)
		req.Via = "page"
		req.Button = press(button.ActPage, r.ID)
		req.Button.Sealed = !test.unsealed
		reply := carryOut(t, rounds, req, x.Open).Reply
		if reply.Page != test.opens {
			t.Errorf("%s: it opens %t", test.name, reply.Page)
		}
		isCopy := reply.Face != nil && strings.Join(reply.Face.Tiles, ",") == "2,3,4,5"
		isDealt := reply.Face != nil && !isCopy
		if isCopy != test.copies || isDealt != test.deals {
			t.Errorf("%s: it shows %+v", test.name, reply.Face)
		}
		if isDealt && reply.Face.Note != req.Say.Level(2) {
			t.Errorf("%s: one like it has level %s", test.name, reply.Face.Note)
		}
	}
}

// The reply that opens the page also has a link for a browser, if only the person reads it, they are not on
// the page yet, and the page has an address.
func TestLinkToThePage(t *testing.T) {
	for _, test := range []struct {
		name    string
		alone   bool
		via     string
		address string
		want    bool
	}{
		{"alone", true, "", "https://page.example/", true},
		{"among others", false, "", "https://page.example/", false},
		{"on the page", true, "page", "https://page.example/", false},
		{"no page", true, "", "", false},
	} {
		req := newRequest(t, true)
		req.Act.Ephemeral = test.alone
		req.Via = test.via
		x := Pages{Address: test.address}
		x.Deals.Seals = command.Sealer{Secret: []byte("of the test")}
		reply := x.openReply(req, "data")
		if !reply.Page || reply.Buttons[0][0].Data != "data" {
			t.Errorf("%s: %+v", test.name, reply)
		}
		hasLink := len(reply.Buttons) == 2
		if hasLink != test.want || (reply.Audience == chat.Secret) != test.want {
			t.Errorf("%s: a link %t, for %v", test.name, hasLink, reply.Audience)
		}
		if hasLink && !strings.HasPrefix(reply.Buttons[1][0].URL, "https://page.example/#pass=") {
			t.Errorf("%s: the link is %s", test.name, reply.Buttons[1][0].URL)
		}
	}
}
