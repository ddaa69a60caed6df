package round

import (
	"errors"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// A hint that a person took on one network costs as much on the other.
func TestHintsOfLinkedPlayersAreOnes(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r := round(t, tx, storage.Round{Daily: 1})
		ann, twin := player(t, tx, "ann").ID, player(t, tx, "twin").ID
		if err := tx.Link(ann, twin, storetest.Noon); err != nil {
			return err
		}
		for who, hints := range map[int64]int{ann: 0, twin: 2} {
			if err := saveAttempt(tx, storage.Attempt{RoundID: r, PlayerID: who, Hints: hints, TookPart: true}); err != nil {
				return err
			}
		}
		for _, who := range []int64{ann, twin} {
			if f := must(FindFacts(tx, r, who, IgnoreLocks, storetest.Noon, NoAnswers))(t); f.Attempt.Hints != 2 {
				t.Errorf("player %d has %d hints, want 2", who, f.Attempt.Hints)
			}
		}
		return nil
	})
}

// If a person did something as two players, these count: the first time they gave up, the last question, the
// first opening, and the most hints that one of them took.
func TestFactsOfLinkedPlayers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r := round(t, tx, storage.Round{Daily: 1})
		early, late := storetest.Noon, storetest.Noon.Add(time.Hour)
		ann, twin := player(t, tx, "ann").ID, player(t, tx, "twin").ID
		err := errors.Join(
			tx.Link(ann, twin, early),
			saveAttempt(tx, storage.Attempt{RoundID: r, PlayerID: ann, Hints: 2, GaveUpAt: early, AskedAt: late}),
			saveAttempt(tx, storage.Attempt{RoundID: r, PlayerID: twin, Hints: 1, GaveUpAt: late, AskedAt: early}),
			addOpening(tx, r, ann, late),
			addOpening(tx, r, twin, early),
		)
		if err != nil {
			return err
		}
		f := must(FindFacts(tx, r, twin, IgnoreLocks, late, NoAnswers))(t)
		if f.Attempt.Hints != 2 || !f.Attempt.GaveUpAt.Equal(early) || !f.Attempt.AskedAt.Equal(late) || !f.ShownAt.Equal(early) {
			t.Errorf("%+v, shown at %v", f.Attempt, f.ShownAt)
		}
		// What is stored of each player stays apart.
		own := storage.Attempt{RoundID: r, PlayerID: twin, Hints: 1, GaveUpAt: late, AskedAt: early}
		if f.Saved != own {
			t.Errorf("of the player alone it has %+v, want %+v", f.Saved, own)
		}
		return nil
	})
}

// A lock no longer holds at the time at which it ends.
func TestLockIsOverAtItsEnd(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		r := round(t, tx, storage.Round{Class: "1234"})
		if err := lockClass(tx, "hash", "1234", storetest.Noon); err != nil {
			return err
		}
		for before, want := range map[time.Duration]bool{0: false, time.Millisecond: true} {
			if f := must(FindFacts(tx, r, 0, "hash", storetest.Noon.Add(-before), NoAnswers))(t); f.Locked != want {
				t.Errorf("%v before its end it is locked: %t", before, f.Locked)
			}
		}
		return nil
	})
}
