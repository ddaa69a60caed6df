package twentyfour

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// The second stage of the difficulty model scores a hand anew from its portrait:
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
	constant float64
	terms    []term
}

// A term is a feature and its weights.
type term struct {
	name      string
	mean, dev float64 // dev is 0 if the feature is the same for all hands
	linear    float64
	products  []float64 // with the terms up to this one
}

const zLimit = 4

//go:embed secondstage.txt
var secondStageText string

// shippedStage reads the weights that secondstage_test.go wrote.
var shippedStage = sync.OnceValue(func() secondStage {
	s, err := readStage(secondStageText)
	if err != nil {
		panic(err) // never: the text is part of the program, and tests read it
	}
	return s
})

// standard scales and clips a value of t's feature.
func (t term) standard(v float64) float64 {
	if t.dev == 0 {
		return 0
	}
	return max(-zLimit, min(zLimit, (v-t.mean)/t.dev))
}

func (s secondStage) score(p *portrait) float64 {
	z := make([]float64, len(s.terms))
	score := s.constant
	for i, t := range s.terms {
		z[i] = t.standard(p.values[i])
		w := t.linear
		for j, product := range t.products {
			w += product * z[j]
		}
		score += w * z[i]
	}
	return score
}

// readStage reads a line with the constant and a line for each term: its name and
// numbers, separated by tabs.
func readStage(text string) (secondStage, error) {
	var s secondStage
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		fields := strings.Split(line, "\t")
		numbers := make([]float64, len(fields)-1)
		for j, f := range fields[1:] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return secondStage{}, fmt.Errorf("twentyfour: line %d of the second stage: %w", i+1, err)
			}
			numbers[j] = v
		}
		switch {
		case i == 0 && len(numbers) == 1:
			s.constant = numbers[0]
		case i > 0 && len(numbers) == 3+i:
			s.terms = append(s.terms, term{fields[0], numbers[0], numbers[1], numbers[2], numbers[3:]})
		default:
			return secondStage{}, fmt.Errorf("twentyfour: line %d of the second stage has %d numbers", i+1, len(numbers))
		}
	}
	return s, nil
}
