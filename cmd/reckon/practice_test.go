package main

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"reckon/engine/twentyfour"
)

// TestPractice holds the coach to its word in a short form of "reckon practice simulate": of
// 1,000 puzzles as many are solved as is predicted, weak skills are found, and they shrink more
// than without a coach.
func TestPractice(t *testing.T) {
	s := drill{Players: 10, Puzzles: 110, Slower: 3, Halved: 20}
	m, err := s.simulate(twentyfour.Game{}, crowds[1])
	if err != nil {
		t.Fatal(err)
	}
	predicted, real := stat.Mean(m.chances, nil), stat.Mean(m.solved, nil)
	if len(m.solved) != 1000 || math.Abs(real-predicted) > 0.03 || predicted < 0.6 || predicted > 0.85 {
		t.Errorf("of %d puzzles %.3f are solved, %.3f predicted", len(m.solved), real, predicted)
	}
	if len(m.found) < s.Players/2 || m.mistaken > len(m.solved)/10 {
		t.Errorf("%d of %d weak skills are found, others called weak before %d puzzles", len(m.found), s.Players, m.mistaken)
	}
	if left, alone := stat.Mean(m.left, nil), stat.Mean(m.leftAlone, nil); left > 0.8*alone {
		t.Errorf("a deficit of %.2f is left, without a coach %.2f", left, alone)
	}
	if len(m.stages[2]) == 0 {
		t.Error("nobody tried twenty puzzles of the weak skill")
	}
	for _, at := range m.stages[2] {
		if at.puzzles > 70 {
			t.Errorf("twenty puzzles of the weak skill came only among %.0f", at.puzzles)
		}
	}
}
