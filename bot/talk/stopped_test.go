package talk

import (
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// sayStop lets the person of a request say "stop" in their private chat.
func sayStop(t *testing.T, s Rounds, req *Request) {
	t.Helper()
	carryOut(t, s, req, Matches{Deals: Deals{Rounds: s}}.Stop)
}

// A person has stopped from "stop" until they play: until a puzzle is dealt to them, or they answer one.
func TestWhoHasStopped(t *testing.T) {
	for _, test := range []struct {
		name  string
		stops bool
		// hasNone means that there is no puzzle.
		hasNone bool
		// dealt and answered are how long after "stop" that was; 0: nobody has answered.
		dealt, answered time.Duration
		byAnother       bool
		want            bool
	}{
		{name: "never", dealt: -time.Hour},
		{name: "no puzzle", stops: true, hasNone: true, want: true},
		{name: "an older puzzle", stops: true, dealt: -time.Hour, want: true},
		{name: "an older puzzle, answered before", stops: true, dealt: -time.Hour, answered: -time.Minute, want: true},
		{name: "an older puzzle, answered after", stops: true, dealt: -time.Hour, answered: time.Minute},
		{name: "an older puzzle that another has answered", stops: true, dealt: -time.Hour, answered: time.Minute, byAnother: true, want: true},
		{name: "a later puzzle", stops: true, dealt: time.Minute},
	} {
		rounds, req := openPlace(t, true)
		if test.stops {
			sayStop(t, rounds, req)
		}
		deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens})
		r := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand, DealtAt: req.Act.At.Add(test.dealt)})
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			who := req.Act.Person.ID
			if test.byAnother {
				who = storetest.Person(t, tx, "bo").ID
			}
			if test.answered == 0 {
				return nil
			}
			_, err := tx.AddAnswer(storage.Answer{
				RoundID:  r.ID,
				PlayerID: who,
				At:       req.Act.At.Add(test.answered),
				Text:     "2+3+4+5",
				Outcome:  "wrong",
			}, nil)
			return err
		})
		if test.hasNone {
			r = round.Round{}
		}
		got, err := Greeting{rounds}.IsStopped(req, r)
		if err != nil || got != test.want {
			t.Errorf("%s: stopped %t (%v)", test.name, got, err)
		}
	}
}

// The bot tells a person nothing unasked from "stop" until they solve a puzzle of a later day.
func TestWhoHearsNothing(t *testing.T) {
	for _, test := range []struct {
		name  string
		stops bool
		// solved is how many days after "stop" that was.
		solved []int
		want   bool
	}{
		{"never said it", false, nil, false},
		{"said it", true, nil, true},
		{"solved one of that day", true, []int{0}, true},
		{"solved one of a day before", true, []int{-1}, true},
		{"solved one of the next day", true, []int{1}, false},
		{"solved one before and one later", true, []int{-1, 2}, false},
	} {
		rounds, req := openPlace(t, true)
		if test.stops {
			sayStop(t, rounds, req)
		}
		rounds.Features = new(observedDay).features
		x := Attempts{Rounds: rounds, Tell: newTeller(rounds, req)}
		said := req.Act.At
		for _, later := range test.solved {
			req.Act.At = said.AddDate(0, 0, later)
			r := openDaily(t, rounds, req, hand)
			carryOut(t, rounds, req, func(req *Request) (Plan, error) { return x.Judge(req, r, "2*(3+4+5)") })
		}
		storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
			got, err := IsSilent(tx, req.Act.Community, req.Act.Person.ID)
			if got != test.want {
				t.Errorf("%s: silent %t", test.name, got)
			}
			return err
		})
	}
}
