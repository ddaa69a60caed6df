package tchisla

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkTable grows the tables to the depths at which the strongest other
// solver gives its times.
func BenchmarkTable(b *testing.B) {
	for digit, depth := range []int{0, 11, 9, 7, 7, 8, 8, 7, 8, 6} {
		if digit == 0 {
			continue
		}
		b.Run(fmt.Sprintf("%d-to-%d", digit, depth), func(b *testing.B) {
			for b.Loop() {
				t := newTable(digit, maxEntries)
				for left := depth - 1; left >= 0; left-- {
					if !t.grow(context.Background(), scheduled(left)) {
						b.Fatalf("full at %d digits", t.depth())
					}
				}
				b.ReportMetric(float64(t.len()), "numbers")
				b.ReportMetric(float64(t.bytes())/(1<<20), "MB")
			}
		})
	}
}
