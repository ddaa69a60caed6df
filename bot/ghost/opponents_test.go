package ghost

import (
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round/rating"
)

// Nobody waits for a ghost longer than three minutes, even if they are slow themselves.
func TestComputedGhostIsNeverTooSlow(t *testing.T) {
	x := newPlayer(t)
	g := ghosts{Kernel: feature.Kernel{Store: x.store, Play: x.play}}
	for ability, isLongest := range map[float64]bool{-10: true, 3: false} {
		_, ghost, err := g.drawComputed(t.Context(), x.act, x.match, rating.Rating{Value: ability})
		if err != nil {
			t.Fatal(err)
		}
		if ghost.Recorded || (ghost.After == 3*time.Minute) != isLongest || ghost.After > 3*time.Minute {
			t.Errorf("the ghost of somebody of ability %v needs %v", ability, ghost.After)
		}
	}
}
