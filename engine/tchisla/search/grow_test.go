package search

import (
	"slices"
	"testing"
)

// TestGrowTogether checks that several workers make the same levels as one.
func TestGrowTogether(t *testing.T) {
	for digit, depth := range []int{0, 7, 5, 4, 4, 4, 4, 4, 4, 4} {
		if digit == 0 {
			continue
		}
		one, many := newLevels(digit, 100_000), newLevels(digit, 100_000)
		for left := depth - 1; left >= 0; left-- {
			a := one.grow(t.Context(), closeLimits.at(left), 1)
			b := many.grow(t.Context(), closeLimits.at(left), 3)
			if a != b {
				t.Fatalf("%d: at level %d one worker comes to its end: %t, three: %t", digit, depth-left, a, b)
			}
		}
		if !slices.Equal(one.keys, many.keys) || !slices.Equal(one.op, many.op) ||
			!slices.Equal(one.left, many.left) || !slices.Equal(one.right, many.right) {
			t.Errorf("%d: three workers make other levels than one", digit)
		}
	}
}
