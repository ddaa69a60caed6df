package tchisla

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
)

// TestGrowTogether wants the same table of several workers as of one.
func TestGrowTogether(t *testing.T) {
	for digit, depth := range []int{0, 7, 5, 4, 4, 4, 4, 4, 4, 4} {
		if digit == 0 {
			continue
		}
		one, many := newTable(digit, 100_000), newTable(digit, 100_000)
		for left := depth - 1; left >= 0; left-- {
			a := one.grow(t.Context(), closeLimits.at(left), 1)
			b := many.grow(t.Context(), closeLimits.at(left), 3)
			if a != b {
				t.Fatalf("%d: at level %d one worker comes to its end: %t, three: %t", digit, depth-left, a, b)
			}
		}
		if !slices.Equal(one.num, many.num) || !slices.Equal(one.low, many.low) || !slices.Equal(one.op, many.op) ||
			!slices.Equal(one.left, many.left) || !slices.Equal(one.right, many.right) {
			t.Errorf("%d: three workers make another table than one", digit)
		}
	}
}

// BenchmarkTable grows the tables to the depths at which the strongest other
// solver gives its times, with one worker and with one for each processor.
func BenchmarkTable(b *testing.B) {
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkTable(b, workers) })
	}
}

func benchmarkTable(b *testing.B, workers int) {
	for digit, depth := range []int{0, 11, 9, 7, 7, 8, 8, 7, 8, 6} {
		if digit == 0 {
			continue
		}
		b.Run(fmt.Sprintf("%d-to-%d", digit, depth), func(b *testing.B) {
			for b.Loop() {
				t := newTable(digit, maxEntries)
				for left := depth - 1; left >= 0; left-- {
					if !t.grow(context.Background(), closeLimits.at(left), workers) {
						b.Fatalf("full at %d digits", t.depth())
					}
				}
				b.ReportMetric(float64(t.len()), "numbers")
				b.ReportMetric(float64(t.bytes())/(1<<20), "MB")
			}
		})
	}
}

// bytes is the memory the table holds.
func (t *table) bytes() int {
	return 8*cap(t.num) + 8*cap(t.low) + cap(t.op) + 4*cap(t.left) + 4*cap(t.right) + 4*cap(t.slots)
}
