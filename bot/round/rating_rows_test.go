package round

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
	"reckon/storage/storetest"
)

// learning returns what is known before an attempt.
func learning(tx *storage.Tx, r RatedAttempt) (Learning, error) {
	q, err := LearningOf(tx, r)
	if err != nil {
		return Learning{}, err
	}
	return q.Get()
}

func rated(playerID int64, class string) RatedAttempt {
	return RatedAttempt{
		PlayerID: playerID, RoundID: 7, Game: "24", Class: class, At: storetest.Noon, Solved: true, After: 12345 * time.Millisecond,
		Predicted: 8.5, Deviation: 0.12, DifficultyBefore: 2.1, Difficulty: Learnt{2.2, 0.12, 1}, AbilityBefore: 0, Ability: Learnt{-0.4, 1, 1},
	}
}

func TestRated(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		if got, err := learning(tx, rated(ann, "a")); err != nil || got.Difficulty != (Learnt{}) || got.Ability != (Learnt{}) {
			t.Errorf("before any attempt %+v and %+v are known: %v", got.Difficulty, got.Ability, err)
		}
		if l, err := findAbility(tx, ann, "24"); err != storage.ErrNotFound {
			t.Errorf("before any attempt %+v is known: %v", l, err)
		}
		first, other, further := rated(ann, "a"), rated(bo, "a"), rated(ann, "b")
		other.Solved, other.Difficulty = false, Learnt{2.3, 0.12, 2}
		further.Ability = Learnt{-0.6, 1, 2}
		for _, r := range []RatedAttempt{first, other, further} {
			if err := SaveRated(tx, r); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := learning(tx, rated(ann, "a")); err != nil || got.Difficulty != other.Difficulty || got.Ability != further.Ability {
			t.Errorf("difficulty %+v, ability %+v: %v", got.Difficulty, got.Ability, err)
		}
		if got := must(findAbility(tx, ann, "24"))(t); got != further.Ability {
			t.Errorf("ability %+v", got)
		}
		if _, err := findAbility(tx, ann, "conundrum"); err != storage.ErrNotFound {
			t.Errorf("an ability in another game: %v", err)
		}
		for class, want := range map[string]bool{"a": true, "b": true, "c": false} {
			if got, err := learning(tx, rated(ann, class)); err != nil || got.Rated != want {
				t.Errorf("class %s is rated: %v, %v", class, got, err)
			}
		}

		want := []RatedAttempt{first, other, further}
		for i := range want {
			want[i].ID = int64(i + 1)
			want[i].Difficulty, want[i].Ability = Learnt{Value: want[i].Difficulty.Value}, Learnt{Value: want[i].Ability.Value}
		}
		if diff := cmp.Diff(want[:2], must(RatedAfter(tx, 0, 2))(t)); diff != "" {
			t.Errorf("rated attempts (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want[2:], must(RatedAfter(tx, 2, 2))(t)); diff != "" {
			t.Errorf("those after (-want +got):\n%s", diff)
		}
		return nil
	})
}

// A player's second attempt at puzzles of a class teaches nothing.
func TestRatedOnce(t *testing.T) {
	s := openTemp(t)
	var ann int64
	write(t, s, func(tx *storage.Tx) error {
		ann = player(t, tx, "ann").ID
		return SaveRated(tx, rated(ann, "a"))
	})
	again := rated(ann, "a")
	again.Ability = Learnt{-9, 1, 2}
	if err := s.Write(t.Context(), func(tx *storage.Tx) error { return SaveRated(tx, again) }); err == nil {
		t.Error("a second attempt was stored")
	}
	write(t, s, func(tx *storage.Tx) error {
		if got := must(findAbility(tx, ann, "24"))(t); got.Attempts != 1 {
			t.Errorf("the ability became %+v", got)
		}
		return nil
	})
}

// Everything that was learnt is learnt again from the stored attempts, and nothing else is left.
func TestForgetLearnt(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann := player(t, tx, "ann").ID
		if err := errors.Join(SaveRated(tx, rated(ann, "a")), SaveRated(tx, rated(ann, "b")), forgetLearnt(tx)); err != nil {
			return err
		}
		if _, err := findAbility(tx, ann, "24"); err != storage.ErrNotFound {
			t.Errorf("the ability is not forgotten: %v", err)
		}
		r := must(RatedAfter(tx, 0, 1))(t)[0]
		r.DifficultyBefore, r.Difficulty, r.AbilityBefore, r.Ability = 1, Learnt{2, 0.3, 1}, 3, Learnt{4, 1, 1}
		if err := SaveRated(tx, r); err != nil {
			return err
		}
		if got, err := learning(tx, rated(ann, "a")); err != nil || got.Difficulty != r.Difficulty {
			t.Errorf("difficulty %+v, %v", got, err)
		}
		if got, err := learning(tx, rated(ann, "b")); err != nil || got.Difficulty != (Learnt{}) {
			t.Errorf("what was not learnt anew is there: %+v, %v", got, err)
		}
		want := r
		want.Difficulty, want.Ability = Learnt{Value: 2}, Learnt{Value: 4}
		if diff := cmp.Diff(want, must(RatedAfter(tx, 0, 1))(t)[0]); diff != "" {
			t.Errorf("the attempt (-want +got):\n%s", diff)
		}
		return nil
	})
}

// TestLastRated reads the last attempts of a person with their puzzles, in order.
func TestLastRated(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		c := must(tx.EnsureCommunity("test", "club", false, 0, "", storetest.Noon))(t)
		for i, class := range []string{"a", "b", "c"} {
			at := storetest.Noon.Add(time.Duration(i) * time.Minute)
			id := must(tx.AddRound(storage.Round{CommunityID: c.ID, Game: "24", Puzzle: "24:" + class, Class: class, DealtAt: at}))(t)
			for _, who := range []int64{ann, bo} {
				r := rated(who, class)
				r.RoundID, r.Solved, r.DifficultyBefore = id, who == ann, float64(i)
				if err := SaveRated(tx, r); err != nil {
					t.Fatal(err)
				}
			}
		}
		type fact struct {
			puzzle, class string
			solved        bool
			after         time.Duration
			difficulty    float64
		}
		var got []fact
		for _, w := range must(LastRated(tx, ann, "24", 2))(t) {
			got = append(got, fact{w.Puzzle, w.Class, w.Solved, w.After, w.DifficultyBefore})
			if !w.At.Equal(storetest.Noon) || w.Deviation != 0.12 {
				t.Errorf("an attempt: %+v", w)
			}
		}
		if want := []fact{{"24:b", "b", true, 12345 * time.Millisecond, 1}, {"24:c", "c", true, 12345 * time.Millisecond, 2}}; !slices.Equal(got, want) {
			t.Errorf("last attempts %+v, want %+v", got, want)
		}
		if got := must(LastRated(tx, ann, "conundrum", 2))(t); len(got) > 0 {
			t.Errorf("in another game: %+v", got)
		}
		return nil
	})
}

// A fast answer solved a dealt puzzle of medium level or higher sooner than the game expected. A person who
// gave up as soon has solved nothing.
func TestCountFast(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		dealt := storage.Round{Level: fastFrom, Seconds: 60}
		for _, c := range []struct {
			class  string
			change func(*storage.Round, *RatedAttempt)
			want   int
		}{
			{"fast", func(*storage.Round, *RatedAttempt) {}, 1},
			{"given up", func(_ *storage.Round, a *RatedAttempt) { a.Solved = false }, 0},
			{"slow", func(_ *storage.Round, a *RatedAttempt) { a.After = time.Minute }, 0},
			{"easy", func(r *storage.Round, _ *RatedAttempt) { r.Level = fastFrom - 1 }, 0},
			{"daily", func(r *storage.Round, _ *RatedAttempt) { r.Daily = 3 }, 0},
			{"long ago", func(_ *storage.Round, a *RatedAttempt) { a.At = storetest.Noon.Add(-time.Second) }, 0},
			{"other game", func(_ *storage.Round, a *RatedAttempt) { a.Game = "conundrum" }, 0},
		} {
			who := player(t, tx, c.class).ID
			of := dealt
			attempt := rated(who, c.class)
			c.change(&of, &attempt)
			attempt.RoundID = round(t, tx, of)
			if err := SaveRated(tx, attempt); err != nil {
				return err
			}
			now := Round{Round: storage.Round{ID: attempt.RoundID + 1, Game: "24"}}
			if got := must(countFast(tx, now, who, storetest.Noon, fastFrom))(t); got != c.want {
				t.Errorf("%s: %d fast answers, want %d", c.class, got, c.want)
			}
			now.ID = attempt.RoundID
			if got := must(countFast(tx, now, who, storetest.Noon, fastFrom))(t); got != 0 {
				t.Errorf("%s: %d fast answers besides the round itself", c.class, got)
			}
		}
		return nil
	})
}

// Only the last fifty attempts of a person are searched for fast answers.
func TestCountFastOfTheLastFifty(t *testing.T) {
	for later, want := range map[int]int{49: 1, 50: 0} {
		s := openTemp(t)
		write(t, s, func(tx *storage.Tx) error {
			ann := player(t, tx, "ann").ID
			id := round(t, tx, storage.Round{Level: fastFrom, Seconds: 60})
			for i := range 1 + later {
				attempt := rated(ann, fmt.Sprint("class ", i))
				attempt.RoundID = id
				if i > 0 {
					attempt.After = time.Hour
				}
				if err := AddRated(tx, attempt); err != nil {
					return err
				}
			}
			if got := must(countFast(tx, Round{Round: storage.Round{Game: "24"}}, ann, storetest.Noon, fastFrom))(t); got != want {
				t.Errorf("after %d slow ones %d fast answers count, want %d", later, got, want)
			}
			return nil
		})
	}
}
