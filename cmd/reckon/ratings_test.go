package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"reckon/bot/play/rating"
)

// TestRatingsOnMeasuredHands learns ratings on the measured hands, from
// predictions of models that did not know them.
func TestRatingsOnMeasuredHands(t *testing.T) {
	file := filepath.Join(cmp.Or(os.Getenv("RECKON_SHARED"), "../../../shared"), "data", "24-human.csv")
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	s := simulateCmd{
		File: file, Predicted: "../../engine/twentyfour/testdata/leftout.csv",
		setting: setting{Attempts: 20, Players: 300, Spread: rating.Spread, Runs: 2},
	}
	hands, err := s.hands()
	if err != nil {
		t.Fatal(err)
	}
	if len(hands) != 908 {
		t.Fatalf("%d hands, want 908", len(hands))
	}
	for _, crowd := range crowds {
		m := s.simulate(hands, crowd)
		predicted, learnt := fitOf(m.Predicted), fitOf(m.Learnt)
		if learnt.Error > 0.7*predicted.Error || learnt.Rank <= predicted.Rank || learnt.Cover < 0.93 {
			t.Errorf("%s: predicted %+v, learnt %+v", crowd.name, predicted, learnt)
		}
		checkAbilities(t, crowd.name, m, 0.93, 0.1)
	}
}

// checkAbilities holds the abilities that are shown to a least cover and a greatest bias.
func checkAbilities(t *testing.T, name string, m simulation, cover, bias float64) {
	t.Helper()
	checked := 0
	for i, attempts := range stages {
		if attempts < rating.ShownFrom || len(m.Stages[i]) == 0 {
			continue
		}
		checked++
		if f := fitOf(m.Stages[i]); f.Cover < cover || math.Abs(f.Bias) > bias {
			t.Errorf("%s: after %d attempts abilities are %+v", name, attempts, f)
		}
	}
	if checked == 0 {
		t.Errorf("%s: no abilities are shown", name)
	}
}

// made returns puzzles whose predictions are off by the deviations that they state.
func made(r *rand.Rand, n int) (list []simulatedPuzzle) {
	for range n {
		predicted := math.Exp(2 + r.ExpFloat64()/2)
		deviation := min(0.5, 0.015*predicted)
		list = append(list, simulatedPuzzle{
			Seconds: predicted * math.Exp(deviation*r.NormFloat64()), Predicted: predicted, Deviation: deviation, Solved: 0.5 + r.Float64()*0.49,
		})
	}
	return list
}

// Learnt difficulties are nearer to the truth than predicted ones, and as near as their
// deviations say.
func TestLearnBeatsPrediction(t *testing.T) {
	list := made(rand.New(rand.NewPCG(1, 2)), 600)
	for _, mean := range []float64{0, -1.6} {
		m := setting{Players: 200, Spread: rating.Spread, Attempts: 20, Runs: 1}.simulate(list, crowd{"", mean, 0.7})
		predicted, learnt := fitOf(m.Predicted), fitOf(m.Learnt)
		if learnt.Error > 0.8*predicted.Error {
			t.Errorf("mean %.1f: error %.3f after learning, %.3f before", mean, learnt.Error, predicted.Error)
		}
		if learnt.Cover < 0.92 || math.Abs(learnt.Bias) > 0.05 {
			t.Errorf("mean %.1f: %+v", mean, learnt)
		}
		checkAbilities(t, fmt.Sprintf("mean %.1f", mean), m, 0.9, 0.12)
		all := 0
		for _, n := range m.SolvedBy {
			all += n
		}
		for i, n := range m.SolvedBy {
			share := float64(n) / float64(all)
			if !(math.Abs(share-0.1) <= 0.02) {
				t.Errorf("mean %.1f: %.1f %% solved in the %d. tenth of their chance", mean, 100*share, i+1)
			}
		}
	}
}

// These figures show it if nothing is learnt.
func TestSimulationIsOfTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := made(r, 300)
	for i := range list {
		list[i].Deviation = 1e-6 // nothing is learnt
	}
	m := setting{Players: 100, Spread: rating.Spread, Attempts: 5, Runs: 1}.simulate(list, crowd{"", 0, 0.7})
	if predicted, learnt := fitOf(m.Predicted), fitOf(m.Learnt); learnt.Error < 0.99*predicted.Error || learnt.Cover > 0.5 {
		t.Errorf("without learning %+v became %+v", predicted, learnt)
	}
	solved, n := 0, 20_000
	for range n { // the share of those who do not give up is the one asked for
		if rating.Spread*logistic(r) <= rating.Spread*(patienceFor(0.8)+logistic(r)) {
			solved++
		}
	}
	if share := float64(solved) / float64(n); math.Abs(share-0.8) > 0.015 {
		t.Errorf("%.3f are solved, want 0.8", share)
	}
}
