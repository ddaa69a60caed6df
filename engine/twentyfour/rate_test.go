package twentyfour

import (
	"slices"
	"testing"

	"reckon/engine"
)

// TestLevelsAreQuintiles counts the solvable classic hands by level.
func TestLevelsAreQuintiles(t *testing.T) {
	var seconds []float64
	for _, cards := range classicHands() {
		if r := newPuzzle(hand{cards, Classic}).Rating(); r.Seconds > 0 {
			seconds = append(seconds, r.Seconds)
		}
	}
	slices.Sort(seconds)
	if len(seconds) != 1362 {
		t.Fatalf("%d hands", len(seconds))
	}
	count := map[engine.Level]int{}
	for _, s := range seconds {
		count[levelOf(s)]++
	}
	for l := engine.MinLevel; l <= engine.MaxLevel; l++ {
		if count[l] < 270 || count[l] > 275 {
			t.Errorf("%d hands of level %d, want a fifth of 1362", count[l], l)
		}
	}
	for i := 1; i < 5; i++ {
		t.Logf("quintile %d ends between %.4f and %.4f", i, seconds[i*1362/5-1], seconds[i*1362/5])
	}
}
