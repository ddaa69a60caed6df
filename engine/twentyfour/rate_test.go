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

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		desc  string
		level engine.Level
		first string
	}{
		{"3,3,8,8", 5, "fraction"},
		{"4,4,10,10", 5, "large"},
		{"6,6,6,6", 1, "sum"},
		{"1,1,1,1", 5, "unsolvable"},
	} {
		r := parse(t, tt.desc).Rating()
		if r.Level != tt.level || len(r.Reasons) == 0 || r.Reasons[0] != tt.first {
			t.Errorf("%s is rated %+v, want level %d for %s", tt.desc, r, tt.level, tt.first)
		}
	}
}
