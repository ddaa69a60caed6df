package main

import (
	"cmp"
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
	hands, err := s.hands(find)
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
