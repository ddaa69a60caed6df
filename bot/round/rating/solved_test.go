package rating_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/round/rating"
	"reckon/bot/round/rating/simulation"
)

// The share of people who solve a puzzle within a minute is that of simulated people, whose patience lets the
// right share of them ever solve it.
func TestSolvedBy(t *testing.T) {
	const people = 40_000
	r := rand.New(rand.NewPCG(24, 60))
	for _, tt := range []struct{ seconds, solved float64 }{
		{5, 0.98}, {12, 0.8}, {47, 0.46}, {60, 0.5}, {60, 0.5 + 1e-9}, {150, 0.22}, {150, 0.9},
	} {
		patience := rating.PatienceFor(tt.solved)
		count := 0
		for range people {
			solving := math.Log(tt.seconds) + rating.Spread*simulation.Logistic(r)
			givingUp := math.Log(tt.seconds) + rating.Spread*(patience+simulation.Logistic(r))
			if solving <= givingUp && solving <= math.Log(60) {
				count++
			}
		}
		want := float64(count) / people
		got := rating.SolvedBy(time.Minute, tt.seconds, tt.solved)
		// With this many people, five standard errors are 0.0125.
		if math.Abs(got-want) > 0.0125 {
			t.Errorf("%v seconds, solved by %v: %.4f within a minute, and %.4f of simulated people", tt.seconds, tt.solved, got, want)
		}
	}
}

// With much time everybody solves the puzzle who ever does.
func TestSolvedByTheEnd(t *testing.T) {
	for _, solved := range []float64{0.1, 0.5, 0.501, 0.9, 0.99} {
		if got := rating.SolvedBy(time.Hour, 1, solved); math.Abs(got-solved) > 0.001 {
			t.Errorf("%v solve it, and %.4f within an hour", solved, got)
		}
	}
}
