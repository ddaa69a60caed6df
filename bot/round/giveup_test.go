package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// Who types that they give up a daily is asked first while it pays, since it may cost a streak. In the
// archive it costs nothing.
func TestGivingUpADailyAsks(t *testing.T) {
	for ago, want := range map[int]bool{0: true, 5: false} {
		x := newTable(t, hard, Number(noon)-ago)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, "ann")
			a.Ephemeral = true
			q, err := x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(t.Context()), Said)
			if got := q.What == QuitAsk; got != want {
				t.Errorf("a daily of %d days ago: %s", ago, q.What)
			}
			return err
		})
	}
}

// Who gives up once more has given up since the first time.
func TestGivingUpAgainKeepsTheTime(t *testing.T) {
	x := newTable(t, hard, 0)
	for range 2 {
		x.at = x.at.Add(time.Minute)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, "ann")
			a.Ephemeral = true
			if _, err := x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(t.Context()), Asked); err != nil {
				return err
			}
			f, err := FindFacts(tx, r.ID, a.Person.ID, "", x.at, NoAnswers)
			if got, want := f.Attempt.GaveUpAt, noon.Add(time.Minute); !got.Equal(want) {
				t.Errorf("at %v ann has given up at %v, want %v", x.at, got, want)
			}
			return err
		})
	}
}
