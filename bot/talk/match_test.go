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
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// Only administrators of a place that people share may see the results of its matches.
func TestResultsAreForAdministrators(t *testing.T) {
	store := storetest.Open(t)
	rounds := newRounds(t)
	rounds.Play = newPlay(t, store)
	x := Matches{Deals: Deals{Rounds: rounds}}
	for _, test := range []struct {
		name           string
		private, admin bool
		want           bool
	}{
		{"a member", false, false, false},
		{"an administrator", false, true, true},
		{"alone", true, true, false},
	} {
		req := newRequest(t, test.private)
		req.Act.Admin = test.admin
		table, ok, err := x.Results(req)
		if err != nil || ok != test.want || (len(table.Head) > 0) != test.want {
			t.Errorf("%s: %t, %q (%v)", test.name, ok, table.Head, err)
		}
	}
}

// Each row of the results says what one person did in one puzzle: whether it was right, the answer and the
// time.
func TestResults(t *testing.T) {
	rounds, req := openPlace(t, false)
	req.Act.Admin = true
	c := req.Act.Community
	ended := storetest.Noon.Add(time.Minute)
	var matchID int64
	var bo storage.Player
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		bo = storetest.Member(t, tx, c, "bo")
		var err error
		matchID, err = round.AddMatch(tx, raceOf(req, ended))
		return err
	})
	first := deal(t, rounds, c, storage.Round{Puzzle: hand, MatchID: matchID, ClosedAt: ended, Reason: round.Solved})
	second := deal(t, rounds, c, storage.Round{Puzzle: "24:3,3,8,8", MatchID: matchID, ClosedAt: ended, Reason: round.TimeUp})
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		for _, answer := range []storage.Answer{
			{RoundID: first.ID, PlayerID: req.Act.Person.ID, Text: "2*(3+4+5)", Outcome: "right", At: storetest.Noon.Add(12340 * time.Millisecond)},
			{RoundID: second.ID, PlayerID: bo.ID, Text: "3+3+8+8", Outcome: "wrong", At: storetest.Noon.Add(40 * time.Second)},
		} {
			if _, err := tx.AddAnswer(answer, nil); err != nil {
				return err
			}
		}
		return nil
	})
	table, ok, err := Matches{Deals: Deals{Rounds: rounds}}.Results(req)
	if err != nil || !ok {
		t.Fatalf("%t (%v)", ok, err)
	}
	yes := req.Say.Phrase("results.yes", nil)
	no := req.Say.Phrase("results.no", nil)
	want := [][]string{
		{"1", "1", hand, "Name of ann", yes, "2*(3+4+5)", "12.3"},
		{"1", "1", hand, "Name of bo", no, "", ""},
		{"1", "2", "24:3,3,8,8", "Name of ann", no, "", ""},
		{"1", "2", "24:3,3,8,8", "Name of bo", no, "3+3+8+8", "40.0"},
	}
	if !slices.EqualFunc(table.Rows, want, slices.Equal) {
		t.Errorf("the rows are\n%q, want\n%q", table.Rows, want)
	}
	if len(table.Head) != 7 || len(slices.Compact(slices.Sorted(slices.Values(table.Head)))) != 7 {
		t.Errorf("the columns are %q", table.Head)
	}
}

// raceOf returns a race that the person of a request began. If ended is zero, it goes on.
func raceOf(req *Request, ended time.Time) round.MatchRow {
	return round.MatchRow{
		Kind:        mode.Race,
		CommunityID: req.Act.Community.ID,
		AskerID:     req.Act.Person.ID,
		Game:        "24",
		Length:      3,
		AskedAt:     storetest.Noon,
		BegunAt:     storetest.Noon,
		EndedAt:     ended,
	}
}

// against is a kind of match that a person plays alone against an opponent. It is for games that are not
// measured.
var against = mode.Kind{Name: "ghost", Mode: func(_ mode.Setting, measured bool) mode.Mode {
	if measured {
		return mode.Mode{}
	}
	return mode.Mode{Name: "ghost", Pair: true, Opponent: true, OnItsClock: true, Length: 3, AskerStops: true}
}}

// A match has the game that was named. Otherwise it has a game of the place with such matches, and with
// puzzles of the level if there is one.
func TestGameOfAMatch(t *testing.T) {
	for _, test := range []struct {
		name, games, named, level string
		want                      string
	}{
		{"named", "24,countdown", "tchisla", "", "tchisla"},
		{"the first", "24,letters", "", "easy", "24"},
		{"the first that has such matches", "tchisla,24,letters", "", "", "24"},
		{"one with puzzles of that kind", "24,letters", "", "whole", "24"},
		{"none with puzzles of that kind", "tchisla,conundrum", "", "whole", "conundrum"},
		{"none that has such matches", "tchisla", "", "easy", "tchisla"},
	} {
		rounds, req := openPlace(t, true)
		rounds.Play.AddMatch(against, nil)
		req.Act.Community.Games = test.games
		x := Matches{Deals: Deals{Rounds: rounds}}
		if got := x.Game(req, against.Name, test.named, test.level).Name(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// A match against an opponent does not begin where others read along. A button leads to where it can, unless
// only the person reads the reply.
func TestNoOpponentAmongOthers(t *testing.T) {
	for _, readsAlone := range []bool{true, false} {
		rounds, req := openPlace(t, false)
		rounds.Play.AddMatch(against, nil)
		rounds.Solos.Add(func(_ say.Voice, _ engine.Game, count int, level engine.Level) []chat.Button {
			if count != 0 || level != engine.AnyLevel {
				t.Errorf("%d puzzles of level %d are offered", count, level)
			}
			return []chat.Button{{Label: "alone"}}
		})
		req.Act.Ephemeral = readsAlone
		x := Matches{Deals: Deals{Rounds: rounds}}
		reply := carryOut(t, rounds, req, func(req *Request) (Plan, error) {
			return x.BeginMatch(req, against.Name, games.All()[0], engine.AnyLevel, "", 0), nil
		}).Reply
		refusal := req.Say.Refuse("ghost.private", say.With{"command": say.Slash("ghost")})
		if textOf(reply) != textOf(refusal) || (labels(reply) == "alone") == readsAlone {
			t.Errorf("reads alone %t: %q with %s", readsAlone, textOf(reply), labels(reply))
		}
	}
}

// newTeller makes a Teller for people who speak English.
func newTeller(rounds Rounds, req *Request) *tell.Teller {
	return &tell.Teller{
		Play:   rounds.Play,
		Outbox: outbox.New(outbox.Config{Store: rounds.Store}),
		Links:  new(button.Links),
		Solos:  rounds.Solos,
		Speak:  func(...string) say.Voice { return req.Say },
	}
}

// A person who plays a match alone may end it for another puzzle. If the match is over by then, the puzzle is
// dealt all the same.
func TestInsteadOfAMatch(t *testing.T) {
	for _, test := range []struct {
		name    string
		running bool
		private bool
		game    string
		dealt   bool
	}{
		{"that goes on", true, true, "24", true},
		{"that is over", false, true, "24", true},
		{"among others", true, false, "24", false},
		{"for a game that is gone", true, true, "nogame", false},
	} {
		rounds, req := openPlace(t, test.private)
		x := Matches{Deals: newDeals(rounds, round.Pick{})}
		x.Tell = newTeller(rounds, req)
		var matchID int64
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			ended := storetest.Noon
			if test.running {
				ended = time.Time{}
			}
			var err error
			matchID, err = round.AddMatch(tx, raceOf(req, ended))
			return err
		})
		req.Act.Admin = true
		req.Button = pressOf(t, command.Data(button.ActInstead, matchID, test.game, 2))
		result := carryOut(t, rounds, req, x.InsteadButton)
		if isDealt := result.Shows; isDealt != test.dealt {
			t.Errorf("%s: dealt %t, it says %q", test.name, isDealt, textOf(result.Reply))
		}
		if isOld := textOf(result.Reply) == textOf(req.OldButton()); isOld == test.dealt {
			t.Errorf("%s: it says %q", test.name, textOf(result.Reply))
		}
		if test.dealt && wishOf(t, rounds, result.Round) != "2" {
			t.Errorf("%s: it deals by %q", test.name, wishOf(t, rounds, result.Round))
		}
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			m, err := rounds.Play.Match(tx, matchID)
			if m.IsOver() == (test.running && !test.dealt) {
				t.Errorf("%s: the match is over %t", test.name, m.IsOver())
			}
			return err
		})
	}
}

// If a person in their private chat challenges nobody, DuelAlone is called, if there is one.
func TestDuelAlone(t *testing.T) {
	alone := func(*Request) (Plan, error) {
		return feature.Respond(chat.Reply{Text: []chat.Line{{{Text: "alone"}}}}), nil
	}
	for _, test := range []struct {
		name    string
		private bool
		whom    chat.Person
		typed   string
		handler Handler
		want    bool
	}{
		{"nobody", true, chat.Person{}, "", alone, true},
		{"nobody, and there is nothing", true, chat.Person{}, "", nil, false},
		{"a name that nobody has", true, chat.Person{}, "bo", alone, false},
		{"somebody", true, chat.Person{ID: "bo", Name: "Bo"}, "", alone, false},
		{"nobody, among others", false, chat.Person{}, "", alone, false},
	} {
		rounds, req := openPlace(t, test.private)
		req.Input.Whom = test.whom
		req.Args = command.Values{feature.ArgPerson: test.typed}
		x := Matches{Deals: Deals{Rounds: rounds}, DuelAlone: test.handler}
		reply := carryOut(t, rounds, req, x.DuelCommand).Reply
		if got := strings.HasPrefix(textOf(reply), "alone"); got != test.want {
			t.Errorf("%s: it says %q", test.name, textOf(reply))
		}
	}
}
