package twentyfour

import (
	_ "embed"
	"encoding/json"
	"sync"
)

// The second stage of the difficulty model scores a hand by its portrait:
//
//	score = constant + Σ linear·z + Σ product·z·z'
//
// over its features and all products of two of them. Each feature is scaled to a mean
// of 0 and a deviation of 1 among the hands that the model was fitted to, and clipped
// at zLimit. It is a ridge regression on the 908 hands with known mean solve times
// (4nums.com). The first stage's score is one of the features. The second stage
// covers only solvable hands of the classic game; all others keep the score of the
// first stage.
type secondStage struct {
	Constant float64
	Terms    []term
}

// A term is a feature and its weights.
type term struct {
	// Name is for those who read the file.
	Name string
	// Dev is 0 if the feature is the same for all hands.
	Mean, Dev float64
	Linear    float64
	// Products are the weights of the products with the terms up to this one.
	Products []float64
}

const zLimit = 4

//go:embed secondstage.json
var secondStageFile []byte

// shippedStage reads the weights that secondstage_test.go wrote.
var shippedStage = sync.OnceValue(func() secondStage {
	var s secondStage
	if err := json.Unmarshal(secondStageFile, &s); err != nil {
		// This never happens: the file is part of the program, and tests read it.
		panic(err)
	}
	return s
})

// standard scales and clips a value of t's feature.
func (t term) standard(v float64) float64 {
	if t.Dev == 0 {
		return 0
	}
	return max(-zLimit, min(zLimit, (v-t.Mean)/t.Dev))
}

func (s secondStage) score(p []float64) float64 {
	z := make([]float64, len(s.Terms))
	score := s.Constant
	for i, t := range s.Terms {
		z[i] = t.standard(p[i])
		w := t.Linear
		for j, product := range t.Products {
			w += product * z[j]
		}
		score += w * z[i]
	}
	return score
}
