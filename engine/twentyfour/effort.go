package twentyfour

import (
	"math"
	"slices"
)

// The first stage of the difficulty model. People find a solution by working out one
// of its trees, step by step; every step has a cost, and a tree has an ease of
// exp(-cost/temper). A hand is as easy as all its trees together:
//
//	score = hand features · handWeights - temper · ln(sum of the eases)
//
// The score is in standard deviations of the classic hands' difficulty; secondsOf
// turns it into seconds. The weights were fitted by least squares with a small ridge
// penalty to the 908 hands with known mean solve times (4nums.com); fit_test.go fits
// them again, and secondstage_test.go measures both stages on hands left out of the
// fit.
const temper = 0.55

// A stepFeature is a property of a step x op y = v that makes it harder or easier to
// see.
type stepFeature int

const (
	// The features named large and small are ln(1+x) and ln(1+y) of an operation, where x is
	// not below y except in a division.
	mulLarge stepFeature = iota
	// mulLast is ln(1+y) of a multiplication that is the last step.
	mulLast
	addLarge
	addSmall
	subLarge
	subSmall
	divLarge
	divSmall
	// inexact is a division of whole numbers that makes a fraction.
	inexact
	// bothResults means that x and y are results, so one must be remembered.
	bothResults
	// The features named equal are x+x, x*x and x/x.
	equalAdd
	equalMul
	equalDiv
	// resultOne and resultZero mean that v is 1 or 0.
	resultOne
	resultZero
	// stepFeatures is how many features there are.
	stepFeatures
)

// stepWeights are the costs of the features.
var stepWeights = [stepFeatures]float64{
	mulLarge:    0.417,
	mulLast:     0.291,
	addLarge:    0.186,
	addSmall:    0.800,
	subLarge:    0.264,
	subSmall:    0.802,
	divLarge:    0.340,
	divSmall:    0.905,
	inexact:     3.738,
	bothResults: -0.202,
	equalAdd:    -0.644,
	equalMul:    0.319,
	equalDiv:    -0.672,
	resultOne:   -0.567,
	resultZero:  0.452,
}

// handWeights is how much the features of the cards add to the score.
var handWeights = [handFeatures]float64{
	cardConstant:  0.062,
	cardOrders:    0.575,
	cardSum:       -0.976,
	cardLogs:      -0.341,
	cardOnes:      -0.756,
	cardMultiples: 0.075,
}

// The features of the cards of a hand.
const (
	cardConstant = iota
	// cardOrders is the ln of the number of ways to lay out the cards in a row.
	cardOrders
	// cardSum is the ln of the sum of the cards.
	cardSum
	// cardLogs is the sum of the ln of the cards, 0 counting as 1.
	cardLogs
	// cardOnes is how many cards are 1.
	cardOnes
	// cardMultiples is how many pairs of cards are a number and its multiple.
	cardMultiples
	// handFeatures is how many features there are.
	handFeatures
)

// features returns the features of s. Steps on fractions have no size: the hard part
// is to make the fraction.
func (s step) features() (f [stepFeatures]float64) {
	if s.x.Den == 1 && s.y.Den == 1 {
		large := logSize(s.x.Num)
		small := logSize(s.y.Num)
		switch s.op {
		case '+':
			f[addLarge] = large
			f[addSmall] = small
		case '-':
			f[subLarge] = large
			f[subSmall] = small
		case '*':
			f[mulLarge] = large
			f[mulLast] = small * is(s.last)
		case '/':
			f[divLarge] = large
			f[divSmall] = small
			f[inexact] = is(s.v.Den != 1)
		}
	}
	if s.x == s.y {
		f[equalAdd] = is(s.op == '+')
		f[equalMul] = is(s.op == '*')
		f[equalDiv] = is(s.op == '/')
	}
	f[bothResults] = is(s.double)
	f[resultOne] = is(s.v == integer(1))
	f[resultZero] = is(s.v.Num == 0)
	return f
}

// is returns 1 if something holds, and 0 if it does not.
func is(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// logSize returns ln(1+n).
func logSize(n int64) float64 {
	if n < int64(len(logSizes)) {
		return logSizes[n]
	}
	return math.Log1p(float64(n))
}

// logSizes are the most frequent values of logSize. Without the table a tenth of all time
// went into the logarithm.
var logSizes = func() (t [256]float64) {
	for i := range t {
		t[i] = math.Log1p(float64(i))
	}
	return t
}()

var easeAlgebra = algebra[float64]{
	card: 1,
	step: func(s step, x, y float64) float64 {
		cost := 0.0
		for f, v := range s.features() {
			// Most are 0. To skip these is faster, because each addition waits for the one before.
			if v != 0 {
				cost += stepWeights[f] * v
			}
		}
		return math.Exp(-cost/temper) * x * y
	},
	or: func(some, more float64) float64 { return some + more },
}

// features returns the features of the cards.
func (h hand) features() (f [handFeatures]float64) {
	cards := h.cards
	if h.inOrder {
		cards = slices.Sorted(slices.Values(cards))
	}
	sum := 0
	equal := 0
	for i, c := range cards {
		sum += c
		f[cardLogs] += math.Log(float64(max(c, 1)))
		f[cardOnes] += is(c == 1)
		if i > 0 && cards[i-1] == c {
			equal++
		} else {
			equal = 1
		}
		f[cardOrders] += math.Log(float64(i+1)) - math.Log(float64(equal))
		for _, d := range cards[:i] {
			f[cardMultiples] += is(d > 0 && c%max(d, 1) == 0)
		}
	}
	if h.inOrder {
		// There is one way to lay them out.
		f[cardOrders] = 0
	}
	f[cardConstant] = 1
	f[cardSum] = math.Log(float64(max(sum, 1)))
	return f
}

// score returns how hard the hand is, given the ease of all its trees together.
func (h hand) score(ease float64) float64 {
	score := -temper * math.Log(ease)
	for i, f := range h.features() {
		score += handWeights[i] * f
	}
	return score
}
