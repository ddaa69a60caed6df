package round

import (
	"testing"

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
			if f := must(FindFacts(tx, r, who, "", storetest.Noon, NoAnswers))(t); f.Attempt.Hints != 2 {
				t.Errorf("player %d has %d hints, want 2", who, f.Attempt.Hints)
			}
		}
		return nil
	})
}
