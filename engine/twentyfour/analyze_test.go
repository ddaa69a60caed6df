package twentyfour

import (
	"context"
	"slices"
	"testing"
)

// TestAnalyze compares the study with known figures.
func TestAnalyze(t *testing.T) {
	last := 0
	all, err := Game{}.Analyze(context.Background(), 1, func(done, total int) { last = done * total })
	if err != nil || last != 1820*1820 {
		t.Fatal(err, last)
	}
	a := all.(Analysis)
	if a.Hands != 1820 || a.Solvable != 1362 || a.Solutions != 3017 || len(a.Fraction) != 16 {
		t.Errorf("%d hands, %d solvable, %d solutions, %d need a fraction", a.Hands, a.Solvable, a.Solutions, len(a.Fraction))
	}
	for _, id := range a.Fraction {
		if r := parse(t, id[len("24:"):]).Rating(); !slices.Contains(r.Reasons, "fraction") {
			t.Errorf("%s is rated %+v", id, r)
		}
	}
	if !slices.Equal(a.Strongest.Cards, []int{2, 3, 7, 12}) || a.Strongest.Targets != 82 {
		t.Errorf("strongest hand %+v", a.Strongest)
	}
	if want := [...]int{458, 956, 290, 86, 20, 10}; a.ClassicLevels != want {
		t.Errorf("classic levels %v, want %v", a.ClassicLevels, want)
	}
	for target, want := range map[int]int{0: 1625, 2: 1758, 24: 1362, 97: 373} {
		if got := a.Targets[target].Solvable; got != want {
			t.Errorf("%d hands make %d, want %d", got, target, want)
		}
	}
	if len(a.Targets) != 101 || a.Targets[24].Solvable != a.Solvable || len(a.Levels) != 5 {
		t.Errorf("%+v", a)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Game{}).Analyze(ended, 1, nil); err == nil {
		t.Error("Analyze with an ended context does not fail")
	}
}
