package simulation

import (
	"math"
	"math/rand/v2"
	"testing"

	"reckon/bot/round/rating"
)

// The share of players who solve is the one asked for.
func TestPatience(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const attempts = 20_000
	solved := 0
	for range attempts {
		if Logistic(r) <= rating.PatienceFor(0.8)+Logistic(r) {
			solved++
		}
	}
	if share := float64(solved) / attempts; math.Abs(share-0.8) > 0.015 {
		t.Errorf("%.3f are solved, want 0.8", share)
	}
}
