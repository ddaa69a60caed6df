package twentyfour

import (
	"context"
	"testing"
)

// BenchmarkAllSolutions finds, de-duplicates and prints the 3,017 solutions of
// the 1820 classic hands.
func BenchmarkAllSolutions(b *testing.B) {
	hands := classicHands()
	b.ReportAllocs()
	for b.Loop() {
		l := newLibrary(context.Background(), solveSteps)
		total := 0
		for _, cards := range hands {
			total += len(hand{cards: cards, goal: Classic}.search(l).solutions)
		}
		if total != 3017 {
			b.Fatalf("%d solutions", total)
		}
	}
}

// BenchmarkReachable decides for each of the 1820 classic hands which of the
// targets 0..100 it can make.
func BenchmarkReachable(b *testing.B) {
	hands := classicHands()
	b.ReportAllocs()
	for b.Loop() {
		l := newLibrary(context.Background(), 0)
		for _, cards := range hands {
			l.newGroup(cards).targets()
		}
	}
}
