package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// Rounds that nobody has touched for thirty days are closed, two hundred at a time. If there may be more, the
// job runs again in a second, and otherwise in six hours.
func TestCloseUntouched(t *testing.T) {
	const more = time.Second
	const later = 6 * time.Hour
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		own, err := tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		if err != nil {
			return err
		}
		x.club = own
		for i := range 2*untouchedRows - 1 {
			r := storage.Round{Game: "24", Puzzle: hard, CommunityID: own.ID, DealtAt: noon.Add(time.Duration(i) * time.Second)}
			if _, err := tx.AddRound(r); err != nil {
				return err
			}
		}
		return nil
	})
	x.at = noon.Add(untouchedFor + time.Hour)
	for i, want := range []time.Duration{more, later, later} {
		do, err := x.play.CloseUntouched(t.Context(), storage.Job{Kind: UntouchedJob}, x.at)
		if err != nil {
			t.Fatal(err)
		}
		x.write(do)
		x.write(func(tx *storage.Tx) error {
			open, err := storage.Get[int](tx, "count", `
				SELECT COUNT(*) FROM rounds WHERE community_id = $1 AND closed_at IS NULL`, x.club.ID)
			if left := max(0, 2*untouchedRows-1-(i+1)*untouchedRows); open != left {
				t.Errorf("after %d times %d rounds are open, want %d", i+1, open, left)
			}
			if err != nil {
				return err
			}
			at, err := storage.Get[time.Time](tx, "find job", `SELECT at FROM jobs WHERE kind = $1 AND key = ''`, UntouchedJob)
			if !at.Equal(x.at.Add(want)) {
				t.Errorf("after %d times the job comes again in %v, want %v", i+1, at.Sub(x.at), want)
			}
			return err
		})
	}
}

// A round that somebody ends after the job has found it keeps its own end.
func TestRoundThatEndsMeanwhile(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		own, err := tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		if err != nil {
			return err
		}
		x.round, err = tx.AddRound(storage.Round{Game: "24", Puzzle: hard, CommunityID: own.ID, DealtAt: noon})
		return err
	})
	x.at = noon.Add(untouchedFor + time.Hour)
	do, err := x.play.CloseUntouched(t.Context(), storage.Job{Kind: UntouchedJob}, x.at)
	if err != nil {
		t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		r, err := tx.RoundByID(x.round)
		if err != nil {
			return err
		}
		r.ClosedAt = x.at.Add(-time.Second)
		r.Reason = Solved
		return tx.SaveRound(r)
	})
	x.write(do)
	x.write(func(tx *storage.Tx) error {
		r, err := tx.RoundByID(x.round)
		if r.Reason != Solved || !r.ClosedAt.Equal(x.at.Add(-time.Second)) {
			t.Errorf("it ended at %v, as %s", r.ClosedAt, r.Reason)
		}
		return err
	})
}

// A round that was closed untouched is never meant: it would show its solution.
func TestUntouchedRoundIsNotMeant(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "ann")
		if _, err := x.play.Meant(tx, a, Pointer{RoundID: x.round}); err != nil {
			t.Errorf("while it is open: %v", err)
		}
		if err := closeUntouched(tx, x.round, noon); err != nil {
			return err
		}
		if _, err := x.play.Meant(tx, a, Pointer{RoundID: x.round}); err != ErrNothingOpen {
			t.Errorf("when it was closed untouched: %v", err)
		}
		return nil
	})
}

// People are told these numbers. Other tests use the constants, so they would not notice a change.
func TestDaysUntilSomethingEnds(t *testing.T) {
	const day = 24 * time.Hour
	if BelongFor != 90*day {
		t.Errorf("people belong to a group for %v after they last did something there, want 90 days", BelongFor)
	}
	if untouchedFor != 30*day {
		t.Errorf("a private round that nobody touches closes after %v, want 30 days", untouchedFor)
	}
}
