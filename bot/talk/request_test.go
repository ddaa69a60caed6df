package talk

import (
	"errors"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// newRequest returns a request that Ann makes in English: in her private chat, or in a group.
func newRequest(t *testing.T, private bool) *Request {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	req := &Request{Ctx: t.Context(), Say: v, Aloud: v}
	req.Person = chat.Person{Network: "net", ID: "ann", Name: "Ann"}
	req.Act = round.Act{
		Person:    storage.Player{ID: 1, Network: "net", Key: "ann", Name: "Ann"},
		Community: storage.Community{ID: 10, Network: "net", Key: "club", Private: private},
		At:        time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC),
		Ephemeral: private,
		Delay:     func() time.Duration { return time.Minute },
	}
	return req
}

// textOf returns the text of a reply.
func textOf(r chat.Reply) (out string) {
	for _, line := range r.Text {
		out += say.Plain(line) + "\n"
	}
	return out
}

// If an error wraps two refusals, the sentence is always that of the same one.
func TestRefusalOfTwoErrors(t *testing.T) {
	req := newRequest(t, false)
	rounds := Rounds{}
	both := errors.Join(round.ErrRefused, round.ErrNotYours, round.ErrFull)
	want, err := rounds.refuse(req, round.ErrFull)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		got, err := rounds.refuse(req, both)
		if err != nil || textOf(got.Reply) != textOf(want.Reply) {
			t.Fatalf("it says %q (%v), want %q", textOf(got.Reply), err, textOf(want.Reply))
		}
	}
}

// Each refusal has a sentence. Any other error is returned.
func TestRefusals(t *testing.T) {
	req := newRequest(t, false)
	rounds := Rounds{Play: &round.Play{Games: games.All()}}
	for _, r := range refusals {
		got, err := rounds.refuse(req, r.err)
		if err != nil || !req.Say.Has(r.key) || textOf(got.Reply) == "" {
			t.Errorf("%v says %q (%v)", r.err, textOf(got.Reply), err)
		}
	}
	if _, err := rounds.refuse(req, storage.ErrConflict); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a fault became %v", err)
	}
}

// What is open of a match is its own round that is not closed.
func TestOpenRoundOfAMatch(t *testing.T) {
	of := func(id, match int64, closed time.Time) storage.Round {
		return storage.Round{ID: id, MatchID: match, ClosedAt: closed}
	}
	ended := time.Unix(1, 0)
	for _, test := range []struct {
		name string
		here []storage.Round
		want int64
	}{
		{"nothing is here", nil, 0},
		{"another match", []storage.Round{of(1, 4, time.Time{})}, 0},
		{"no match", []storage.Round{of(1, 0, time.Time{})}, 0},
		{"closed", []storage.Round{of(1, 3, ended)}, 0},
		{"open, behind a closed one", []storage.Round{of(1, 3, ended), of(2, 4, time.Time{}), of(5, 3, time.Time{})}, 5},
	} {
		req := newRequest(t, true)
		req.Act.Candidates.Rounds = test.here
		if got := currentOf(req, round.MatchRow{ID: 3}); got != test.want {
			t.Errorf("%s: it is round %d, want %d", test.name, got, test.want)
		}
	}
}

// A person who plays alone is offered the game that they name. If they name none, it is the first game of the place that
// can be played so.
func TestAlone(t *testing.T) {
	rounds, req := openPlace(t, true)
	all := games.All()
	rounds.Solos.Add(func(_ say.Voice, g engine.Game, count int, level engine.Level) []chat.Button {
		isPossible := g.Name() != all[1].Name() && count == 0 && level == 3
		if !isPossible {
			return nil
		}
		return []chat.Button{{Label: g.Name()}}
	})
	req.Act.Community.Games = all[1].Name() + "," + all[2].Name()
	for named, want := range map[string]string{
		anyGame:       all[2].Name(),
		all[0].Name(): all[0].Name(),
		all[1].Name(): "",
		"nogame":      all[2].Name(),
	} {
		got := labels(chat.Reply{Buttons: command.Rows(rounds.soloButtons(req, named, 3))})
		if got != want {
			t.Errorf("%q: %q is offered, want %q", named, got, want)
		}
	}
}

// In a group the button for a hint has its price, also if the person who asks for the puzzle has given it up: others read
// the message, too. In a private chat it has the price for the person, and there hints are free after giving up.
func TestPriceOfAShownRound(t *testing.T) {
	for _, private := range []bool{true, false} {
		for _, gaveUp := range []bool{true, false} {
			rounds, req := openPlace(t, private)
			r := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
			var reply chat.Reply
			storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
				attempt := storage.Attempt{RoundID: r.ID, PlayerID: req.Act.Person.ID}
				if gaveUp {
					attempt.GaveUpAt = storetest.Noon
				}
				if err := tx.SaveAttempt(attempt, 0); err != nil {
					return err
				}
				var err error
				reply, err = rounds.Show(tx, req, r)
				return err
			})
			isFree := private && gaveUp
			hasPrice := strings.Contains(labels(reply), button.HintLabel(req.Say, r.PriceOfFirstHint()))
			if hasPrice == isFree {
				t.Errorf("private %t, given up %t: the buttons are %s", private, gaveUp, labels(reply))
			}
		}
	}
}
