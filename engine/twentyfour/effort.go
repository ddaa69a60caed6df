package twentyfour

import "math"

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
	mulLarge     stepFeature = iota // ln(1+x) of a multiplication
	mulLast                         // ln(1+y) of a multiplication that is the last step
	addLarge                        // ln(1+x) of an addition
	addSmall                        // ln(1+y) of an addition
	subLarge                        // ln(1+x) of a subtraction
	subSmall                        // ln(1+y) of a subtraction
	divLarge                        // ln(1+x) of a division
	divSmall                        // ln(1+y) of a division
	inexact                         // a division of whole numbers that makes a fraction
	bothResults                     // x and y are results, so one must be remembered
	equalAdd                        // x+x
	equalMul                        // x*x
	equalDiv                        // x/x
	resultOne                       // v = 1
	resultZero                      // v = 0
	stepFeatures                    // how many there are
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

// handWeights are what the features of the cards add to the score.
var handWeights = [...]float64{
	0.062,  // a constant
	0.575,  // ln of the number of ways to lay out the cards in a row
	-0.976, // ln of the sum of the cards
	-0.341, // sum of the ln of the cards, 0 counting as 1
	-0.756, // cards that are 1
	0.075,  // pairs of cards one of which divides the other
}

// features returns the features of s. Steps on fractions have no size: the hard part
// is to make the fraction.
func (s step) features() (f [stepFeatures]float64) {
	if s.x.Den == 1 && s.y.Den == 1 {
		large, small := logSize(s.x.Num), logSize(s.y.Num)
		switch s.op {
		case '+':
			f[addLarge], f[addSmall] = large, small
		case '-':
			f[subLarge], f[subSmall] = large, small
		case '*':
			f[mulLarge], f[mulLast] = large, small*is(s.last)
		case '/':
			f[divLarge], f[divSmall], f[inexact] = large, small, is(s.v.Den != 1)
		}
	}
	if s.x == s.y {
		f[equalAdd], f[equalMul], f[equalDiv] = is(s.op == '+'), is(s.op == '*'), is(s.op == '/')
	}
	f[bothResults], f[resultOne], f[resultZero] = is(s.double), is(s.v == integer(1)), is(s.v.Num == 0)
	return f
}

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

// logSizes are the most frequent ones; without the table a tenth of all time went
// into the logarithm.
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
			cost += stepWeights[f] * v
		}
		return math.Exp(-cost/temper) * x * y
	},
	or: func(some, more float64) float64 { return some + more },
}

// features returns the features of the cards, in the order of their weights.
func (h hand) features() [len(handWeights)]float64 {
	total, equal, orders, product, ones, multiples := 0, 0, 0.0, 0.0, 0.0, 0.0
	for i, c := range h.cards {
		total += c
		product += math.Log(float64(max(c, 1)))
		ones += is(c == 1)
		if i > 0 && h.cards[i-1] == c {
			equal++
		} else {
			equal = 1
		}
		orders += math.Log(float64(i+1)) - math.Log(float64(equal))
		for _, d := range h.cards[:i] {
			multiples += is(d > 0 && c%max(d, 1) == 0)
		}
	}
	return [...]float64{1, orders, math.Log(float64(max(total, 1))), product, ones, multiples}
}

// score returns how hard the hand is, given the ease of all its trees together.
func (h hand) score(ease float64) float64 {
	score := -temper * math.Log(ease)
	for i, f := range h.features() {
		score += handWeights[i] * f
	}
	return score
}
