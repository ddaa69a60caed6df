package twentyfour

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"reckon/engine"
	"reckon/engine/property"
)

// leftOut has a prediction for each measured hand, by a model fitted to the others.
const leftOut = "testdata/leftout.csv"

// TestPredictionsLeftOut compares the file, for others to compare their figures with,
// with a new fit.
func TestPredictionsLeftOut(t *testing.T) {
	if !*update {
		property.Night(t)
	}
	list := measurements(t)
	const folds = 6
	seconds := map[string]float64{}
	for i := range folds {
		kept, left := parted(list, i, folds)
		for j, score := range train(t, kept, chosen).predict(left) {
			seconds[left[j].hand.ID()] = secondsOf(score)
		}
	}
	var b strings.Builder
	b.WriteString("hand,predicted_seconds,deviation\n")
	for _, o := range list {
		s := seconds[o.hand.ID()]
		fmt.Fprintf(&b, "%s,%.2f,%.4f\n", strings.Join(engine.Tiles(o.hand.cards), " "), s, o.hand.deviation(s))
	}
	if *update {
		if err := os.WriteFile(leftOut, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	file, err := os.ReadFile(leftOut)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(file)), "\n")
	if len(rows) != len(list)+1 {
		t.Fatalf("%s has %d hands, want %d", leftOut, len(rows)-1, len(list))
	}
	for i, o := range list {
		var got, deviation float64
		hand, text, _ := strings.Cut(rows[i+1], ",")
		if _, err := fmt.Sscanf(text, "%f,%f", &got, &deviation); err != nil {
			t.Fatal(err)
		}
		s := seconds[o.hand.ID()]
		if hand != strings.Join(engine.Tiles(o.hand.cards), " ") || math.Abs(got/s-1) > 0.01 || math.Abs(deviation/o.hand.deviation(s)-1) > 0.01 {
			t.Errorf("%s says %q, fitted %s: %.2f: run with -update", leftOut, rows[i+1], o.hand.ID(), s)
		}
	}
	testDeviations(t, list, seconds)
}

// testDeviations compares the errors of predictions, for easy, middling and hard hands,
// with the deviations stated.
func testDeviations(t *testing.T, list []measured, seconds map[string]float64) {
	t.Helper()
	for _, part := range []struct{ from, to float64 }{{0, 7}, {7, 10}, {10, 15}, {15, slowest}} {
		var squares, within, n float64
		for _, o := range list {
			s := seconds[o.hand.ID()]
			if s < part.from || s >= part.to {
				continue
			}
			z := math.Log(s/o.seconds) / o.hand.deviation(s)
			squares += z * z
			n++
			if math.Abs(z) < 1.96 {
				within++
			}
		}
		rms := math.Sqrt(squares / n)
		t.Logf("%.0f hands of %.0f to %.0f seconds: errors of %.2f deviations, %.1f %% within 1.96", n, part.from, part.to, rms, 100*within/n)
		if rms < 0.75 || rms > 1.3 {
			t.Errorf("hands of %.0f to %.0f seconds: errors are %.2f times the deviation stated", part.from, part.to, rms)
		}
	}
}
