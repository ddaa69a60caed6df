package talk

import (
	"math/rand/v2"
	"strings"
	"testing"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// newPlay makes a Play with a database.
func newPlay(t *testing.T, store *storage.Store) *round.Play {
	t.Helper()
	p, err := round.New(t.Context(), store, games.All(), rand.NewPCG(1, 2), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The line above the solutions says whether these are all. There is a sentence of its own for a single one.
func TestSolutionsKey(t *testing.T) {
	req := newRequest(t, true)
	two := []string{"a", "b"}
	for _, test := range []struct {
		id   string
		s    engine.Solution
		want string
	}{
		{hand, engine.Solution{All: two, Complete: true}, "solve.all"},
		{hand, engine.Solution{All: two[:1], Complete: true}, "solve.one"},
		{hand, engine.Solution{All: two}, "solve.some"},
		{hand, engine.Solution{All: two[:1]}, "solve.24.some.one"},
		{sevens, engine.Solution{All: two[:1], Settled: true}, "solve.best"},
		{sevens, engine.Solution{All: two[:1]}, "solve.some.one"},
	} {
		if got := solutionsKey(req, newRound(t, test.id, own).Game, test.s); got != test.want {
			t.Errorf("%s, %+v: %s, want %s", test.id, test.s, got, test.want)
		}
	}
}

// If people begin to play a puzzle while the solver searches, its solutions are not shown.
func TestSolveOfWhatIsPlayedMeanwhile(t *testing.T) {
	for _, isPlayed := range []bool{false, true} {
		store := storetest.Open(t)
		x := Solve{Store: store, Play: newPlay(t, store), Links: new(button.Links)}
		req := newRequest(t, true)
		req.Args = map[string]string{"puzzle": hand}
		var club storage.Community
		storetest.Write(t, store, func(tx *storage.Tx) error {
			club = storetest.Community(t, tx, "club")
			req.Act.Person = storetest.Member(t, tx, club, "ann")
			return nil
		})
		req.Act.At = storetest.Noon
		plan, err := x.Command(req)
		if err != nil {
			t.Fatal(err)
		}
		var result Result
		storetest.Write(t, store, func(tx *storage.Tx) error {
			if isPlayed {
				storetest.Round(t, tx, club, newRound(t, hand, race).Puzzle.Face().Class())
			}
			result, err = plan(tx)
			return err
		})
		if isShown := result.Reply.Audience == chat.Secret; isShown == isPlayed {
			t.Errorf("played %t: it says %q", isPlayed, textOf(result.Reply))
		}
	}
}

// The buttons that features add for a solution are under the solutions of a puzzle, and not where there are none.
func TestButtonsUnderSolutions(t *testing.T) {
	x := Solve{Links: new(button.Links)}
	x.Links.Solutions = append(x.Links.Solutions, func(say.Voice, engine.Puzzle) (chat.Button, bool) {
		return chat.Button{Label: "book"}, true
	})
	req := newRequest(t, true)
	r := newRound(t, hand, own)
	solution := engine.Solution{All: []string{"2*(3+4+5)"}, Best: "2*(3+4+5)", Solvable: true, Complete: true}
	if got := labels(x.solutions(req, r.Game, r.Puzzle, solution)); !strings.Contains(got, "book") {
		t.Errorf("the buttons are %q", got)
	}
	if got := labels(x.solutions(req, r.Game, r.Puzzle, engine.Solution{Complete: true})); strings.Contains(got, "book") {
		t.Errorf("without a solution the buttons are %q", got)
	}
}
