package round

import (
	"testing"

	"reckon/storage"
)

// Who becomes one person with another player has met a puzzle once: of two attempts at it the first one
// counts for what they are able to.
func TestLinkedPlayersLearnFromTheFirstAttempt(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		here, there := x.act(tx, "ann").Person.ID, x.elsewhere(tx, "ann").ID
		for _, attempt := range []RatedAttempt{rated(here, "both"), rated(there, "both"), rated(there, "other")} {
			if err := SaveRated(tx, attempt); err != nil {
				return err
			}
		}
		if err := x.play.Link(tx, here, there, x.at); err != nil {
			return err
		}
		for _, id := range []int64{here, there} {
			ability, err := findAbility(tx, id, "24")
			if err != nil {
				return err
			}
			if ability.Attempts != 2 {
				t.Errorf("player %d has learnt from %d attempts at two puzzles", id, ability.Attempts)
			}
		}
		return nil
	})
}
