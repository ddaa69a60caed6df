package talk

import (
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// The page offers a person to stop a match, or to play it again, if and only if the handler of that button does it for
// them: in each kind of match, for each role and place.
func TestMatchOffersWhatIsPermitted(t *testing.T) {
	// Who may do what is decided above the database, and each of the 80 cases has a database of its own.
	dbtest.OnlyFile(t)
	roles := []struct {
		name string
		// who is the person's key: ann has asked for the match, and bo is her rival in a duel.
		who                         string
		isAdmin                     bool
		isElsewhere, isOtherChannel bool
	}{
		{name: "who asked for it", who: "ann"},
		{name: "the rival", who: "bo"},
		{name: "a member", who: "cy"},
		{name: "an administrator", who: "cy", isAdmin: true},
		{name: "who asked for it, an administrator", who: "ann", isAdmin: true},
		{name: "the rival, an administrator", who: "bo", isAdmin: true},
		{name: "who asked for it, elsewhere", who: "ann", isAdmin: true, isElsewhere: true},
		{name: "who asked for it, in another channel", who: "ann", isAdmin: true, isOtherChannel: true},
	}
	offered := map[string]int{}
	for _, kind := range []struct {
		name    string
		private bool
		game    string
	}{
		{mode.Race, false, "24"},
		{mode.Race, false, "countdown"},
		{mode.Race, true, "24"},
		{mode.Duel, false, "24"},
		{against.Name, true, "24"},
	} {
		for _, isOver := range []bool{false, true} {
			for _, role := range roles {
				rounds, req := openPlace(t, kind.private)
				req.Act.Delay = nil
				rounds.Play.AddMatch(against, nil)
				x := Matches{Deals: newDeals(rounds, round.Pick{})}
				x.Tell = newTeller(rounds, req)
				m := raceOf(req, time.Time{})
				m.Kind = kind.name
				m.Game = kind.game
				if isOver {
					m.EndedAt = storetest.Noon
					m.Reason = round.AllPlayed
				}
				var match round.Match
				storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
					rival := storetest.Member(t, tx, req.Act.Community, "bo")
					if kind.name == mode.Duel {
						m.RivalID = rival.ID
					}
					id, err := round.AddMatch(tx, m)
					if err != nil {
						return err
					}
					match, err = rounds.Play.Match(tx, id)
					req.Act.Person = storetest.Person(t, tx, role.who)
					req.Act.Admin = role.isAdmin
					if role.isOtherChannel {
						req.Act.Channel = "side"
					}
					if role.isElsewhere {
						req.Act.Community = storetest.Community(t, tx, "elsewhere")
					}
					return err
				})
				what := kind.name + " of " + kind.game + ", for " + role.name
				view := Views{Rounds: rounds}.matchView(req, match)

				req.Button = pressOf(t, command.Data(button.ActStop, match.ID))
				carryOut(t, rounds, req, x.Stop)
				isStopped := false
				storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
					now, err := rounds.Play.Match(tx, match.ID)
					isStopped = now.Reason == round.Stopped
					return err
				})
				if isOffered := view.Stop != nil; isOffered != isStopped {
					t.Errorf("%s, over %t: to stop it is offered %t, permitted %t", what, isOver, isOffered, isStopped)
				}
				if view.Stop != nil {
					offered["stop "+kind.name]++
				}
				if !isOver {
					continue
				}
				req.Button = pressOf(t, command.Data(button.ActRematch, match.ID))
				again := carryOut(t, rounds, req, x.RematchButton)
				if isOffered, isBegun := view.Again != nil, again.Match != 0; isOffered != isBegun {
					t.Errorf("%s: to play it again is offered %t, permitted %t: %q", what, isOffered, isBegun, textOf(again.Reply))
				}
				if view.Again != nil {
					offered["again "+kind.name]++
				}
			}
		}
	}
	for _, what := range []string{"stop race", "stop duel", "stop ghost", "again race", "again duel", "again ghost"} {
		if offered[what] == 0 {
			t.Errorf("%s is offered to nobody", what)
		}
	}
}

// Who is challenged again is mentioned by their key, so that the network tells them.
func TestRematchMentionsTheRival(t *testing.T) {
	rounds, req := openPlace(t, false)
	x := Matches{Deals: newDeals(rounds, round.Pick{})}
	x.Tell = newTeller(rounds, req)
	m := raceOf(req, storetest.Noon)
	m.Kind = mode.Duel
	m.Reason = round.AllPlayed
	var match int64
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		m.RivalID = storetest.Member(t, tx, req.Act.Community, "bo").ID
		var err error
		match, err = round.AddMatch(tx, m)
		return err
	})
	req.Button = press(button.ActRematch, match)
	reply := carryOut(t, rounds, req, x.RematchButton).Reply
	isMentioned := false
	for _, line := range reply.Text {
		for _, span := range line {
			isMentioned = isMentioned || span.Person == "bo"
		}
	}
	if !isMentioned {
		t.Errorf("nobody is mentioned: %+v", reply.Text)
	}
}

// A challenge mentions the rival by their key. If the network gives only a name that they are called by, the challenge
// has that.
func TestHowAChallengeNamesTheRival(t *testing.T) {
	for _, test := range []struct {
		whom                 chat.Person
		wantText, wantPerson string
	}{
		{chat.Person{ID: "bo", Name: "Bo", Handle: "@bo7"}, "Bo", "bo"},
		{chat.Person{Name: "Bo", Handle: "@bo7"}, "Bo", ""},
		{chat.Person{Handle: "@bo7"}, "@bo7", ""},
		{chat.Person{Handle: "@bo\n7"}, "@bo 7", ""},
	} {
		rounds, req := openPlace(t, false)
		req.Input.Whom = test.whom
		x := Matches{Deals: newDeals(rounds, round.Pick{})}
		var named chat.Span
		for _, line := range carryOut(t, rounds, req, x.DuelCommand).Reply.Text {
			for _, span := range line {
				if strings.Contains(span.Text, test.wantText) {
					named = span
				}
			}
		}
		if named.Text != test.wantText || named.Person != test.wantPerson {
			t.Errorf("%+v: it is named %+v", test.whom, named)
		}
	}
}

// The message in which a challenge was accepted is the message of the duel from then on. A press whose message is not
// known leaves the one that is.
func TestMessageOfADuel(t *testing.T) {
	for pressed, want := range map[string]string{"m2": "m2", "": "m1"} {
		rounds, req := openPlace(t, false)
		x := Matches{Deals: newDeals(rounds, round.Pick{})}
		x.Tell = newTeller(rounds, req)
		req.Act.Delay = nil
		req.Input.Whom = chat.Person{ID: "bo", Name: "Bo"}
		id := carryOut(t, rounds, req, x.DuelCommand).Match
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			req.Act.Person = storetest.Member(t, tx, req.Act.Community, "bo")
			return round.SetMatchMessage(tx, id, "", "m1")
		})
		req.Input.Source.ID = pressed
		req.Button = press(button.ActAccept, id)
		if reply := carryOut(t, rounds, req, x.AcceptButton).Reply; !reply.Edit {
			t.Errorf("%q: it says %q", pressed, textOf(reply))
		}
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			now, err := rounds.Play.Match(tx, id)
			if now.Message != want {
				t.Errorf("%q: the message of the duel is %q, want %q", pressed, now.Message, want)
			}
			return err
		})
	}
}

// How many puzzles a duel has is the number that the person gave for it. A number beside the name of the rival counts
// if they gave no other.
func TestLengthOfADuel(t *testing.T) {
	for _, test := range []struct {
		count, rival string
		want         int
	}{
		{"3", "@bo 5", 3},
		{"", "@bo 5", 5},
		{"3", "@bo", 3},
	} {
		rounds, req := openPlace(t, false)
		req.Input.Whom = chat.Person{ID: "bo", Name: "Bo", Handle: "@bo"}
		rounds.Play.AddMatch(mode.Kind{
			Name:    "long",
			Of:      mode.Duel,
			Choice:  "long",
			Lengths: []int{3, 5},
			Mode:    func(mode.Setting, bool) mode.Mode { return duel },
			Program: func(length int) []mode.Part { return slices.Repeat([]mode.Part{{Game: "24"}}, length) },
		}, nil)
		req.Args = command.Values{"game": "long", feature.ArgCount: test.count, feature.ArgPerson: test.rival}
		id := carryOut(t, rounds, req, Matches{Deals: newDeals(rounds, round.Pick{})}.DuelCommand).Match
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			m, err := rounds.Play.Match(tx, id)
			if m.Length != test.want {
				t.Errorf("%q, %q: it has %d puzzles, want %d", test.count, test.rival, m.Length, test.want)
			}
			return err
		})
	}
}

// Each of the two people in a duel has the other one as an opponent, until that one is forgotten. In other matches there
// may be any number of people, and nobody has an opponent.
func TestOpponents(t *testing.T) {
	people := []round.Tally{
		{Player: storage.Player{ID: 1, Key: "ann"}},
		{Player: storage.Player{ID: 2, Key: "bo"}},
		{Player: storage.Player{ID: 3, Key: "cy"}},
	}
	forgotten := []round.Tally{people[0], {Player: storage.Player{ID: 2}}}
	for _, test := range []struct {
		name   string
		how    mode.Mode
		people []round.Tally
		of     int64
		want   int64
	}{
		{"the first", duel, people[:2], 1, 2},
		{"the second", duel, people[:2], 2, 1},
		{"somebody else", duel, people[:2], 3, 0},
		{"of somebody forgotten", duel, forgotten, 1, 0},
		{"who is forgotten", duel, forgotten, 2, 1},
		{"of a race of nobody", race, nil, 1, 0},
		{"of a race of one", race, people[:1], 1, 0},
		{"of a race of two", race, people[:2], 1, 0},
		{"of a race of three", race, people, 3, 0},
	} {
		got, ok := otherOf(round.Match{Mode: test.how, Table: test.people}, test.of)
		if got.ID != test.want || ok != (test.want != 0) {
			t.Errorf("%s: the opponent is %d, %t, want %d", test.name, got.ID, ok, test.want)
		}
	}
}
