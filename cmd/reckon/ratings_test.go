package main

import (
	"cmp"
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
		Attempts: 20, Players: 300, Spread: rating.Spread, Runs: 2,
	}
	hands, err := s.hands()
	if err != nil {
		t.Fatal(err)
	}
	if len(hands) != 908 {
		t.Fatalf("%d hands, want 908", len(hands))
	}
	for _, crowd := range crowds {
		m := s.mean(hands, crowd)
		if m.Learnt.Error > 0.7*m.Predicted.Error || m.Learnt.Rank <= m.Predicted.Rank || m.Learnt.Cover < 0.93 {
			t.Errorf("%s: predicted %+v, learnt %+v", crowd.name, m.Predicted, m.Learnt)
		}
		for _, stage := range m.Stages {
			if stage.Attempts >= rating.ShownFrom && (stage.Cover < 0.93 || stage.Bias > 0.1 || stage.Bias < -0.1) {
				t.Errorf("%s: abilities are %+v", crowd.name, stage)
			}
		}
	}
}

// made are puzzles whose predictions are off as they say.
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

// What is learnt is nearer to the truth than what was predicted, and as near as
// its deviation says.
func TestLearnBeatsPrediction(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	list := made(r, 600)
	for _, mean := range []float64{0, -1.6} {
		s := simulate(r, list, setting{Players: 200, Mean: mean, Deviation: 0.7, Spread: rating.Spread, Attempts: 20})
		if s.Learnt.Error > 0.8*s.Predicted.Error {
			t.Errorf("mean %.1f: error %.3f after learning, %.3f before", mean, s.Learnt.Error, s.Predicted.Error)
		}
		if s.Learnt.Cover < 0.92 || math.Abs(s.Learnt.Bias) > 0.05 {
			t.Errorf("mean %.1f: %+v", mean, s.Learnt)
		}
		for _, stage := range s.Stages {
			if stage.Attempts >= rating.ShownFrom && (stage.Cover < 0.9 || math.Abs(stage.Bias) > 0.12) {
				t.Errorf("mean %.1f: abilities are %+v", mean, stage)
			}
		}
		for i, share := range s.Calibration {
			if math.Abs(share-0.1) > 0.02 {
				t.Errorf("mean %.1f: %.1f %% solved in the %d. tenth of their chance", mean, 100*share, i+1)
			}
		}
	}
}

// A simulation that learnt nothing would be seen.
func TestSimulationIsOfTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := made(r, 300)
	for i := range list {
		list[i].Deviation = 1e-6 // nothing is learnt
	}
	s := simulate(r, list, setting{Players: 100, Deviation: 0.7, Spread: rating.Spread, Attempts: 5})
	if s.Learnt.Error < 0.99*s.Predicted.Error || s.Learnt.Cover > 0.5 {
		t.Errorf("without learning %+v became %+v", s.Predicted, s.Learnt)
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
