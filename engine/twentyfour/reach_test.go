package twentyfour

import "testing"

// TestReachable compares the numbers of solvable hands with known figures.
func TestReachable(t *testing.T) {
	count := [maxTarget + 1]int{}
	for _, set := range reachable(classicHands()) {
		for n := range count {
			if set.has(int64(n)) {
				count[n]++
			}
		}
	}
	for target, want := range map[int]int{0: 1625, 2: 1758, 24: 1362, 97: 373} {
		if count[target] != want {
			t.Errorf("%d hands make %d, want %d", count[target], target, want)
		}
	}
}
