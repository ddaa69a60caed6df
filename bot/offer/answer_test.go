package offer

import (
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A person is told at once why they cannot send an answer: the round is over, they are not one of the two who
// may answer it, or the answer is wrong.
func TestProblem(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := games.Parse("24:3,3,8,8")
	if err != nil {
		t.Fatal(err)
	}
	const late = "That one is over."
	const others = "This duel is between two others."
	for _, test := range []struct {
		name   string
		who    int64
		after  time.Duration
		answer string
		want   string
	}{
		{"in time", 2, 0, "8/(3-8/3)", ""},
		{"too late", 2, time.Second, "8/(3-8/3)", late},
		{"somebody else", 3, 0, "8/(3-8/3)", others},
		{"somebody else who types nothing", 3, 0, "", others},
		{"somebody else, too late", 3, time.Second, "8/(3-8/3)", late},
		{"wrong", 2, 0, "3+3+8+8", "3+3+8+8 = 22, not 24."},
	} {
		r := round.Round{
			Game:    games.All()[0],
			Puzzle:  puzzle,
			Mode:    mode.Mode{Name: mode.Duel},
			Players: []int64{1, 2},
			Round:   storage.Round{EndsAt: storetest.Noon},
		}
		req := &feature.Request{Say: say.Voice{Printer: book.Printer("en")}}
		req.Act.Person.ID = test.who
		req.Act.At = storetest.Noon.Add(test.after)
		got, err := offer{}.problem(req, r, test.answer)
		if err != nil || got != test.want {
			t.Errorf("%s: the reply is %q (%v), want %q", test.name, got, err, test.want)
		}
	}
}
