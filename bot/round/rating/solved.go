package rating

import (
	"math"
	"time"
)

// SolvedBy returns the share of people of ability 0 who solve a puzzle by a time. Half of them would have solved it after
// the given number of seconds if nobody gave up. But people do give up. The argument solved is the share of all people
// who solve the puzzle at some time, above 0 and below 1.
//
// The times of solving have the distribution of the model. The times of giving up have the same distribution, but later
// or earlier, as PatienceFor says, so that the right share of people solves the puzzle before giving it up.
func SolvedBy(by time.Duration, seconds, solved float64) float64 {
	// Two times are scaled: each is divided by the median time of solving, and then raised to the power of 1/Spread.
	// They are the argument by, as limit, and the median time of giving up, as patience.
	limit := math.Exp((lnOf(by) - math.Log(seconds)) / Spread)
	patience := math.Exp(PatienceFor(solved))
	// The share is the integral of patience / ((1+x)²(patience+x)) from 0 to limit. That is the density of the times
	// of solving at x, times the share of people who have not given up by x. It has one form if patience is 1, and
	// another one if it is not.
	if nearOne(patience) {
		return limit * (limit + 2) / (2 * (1 + limit) * (1 + limit))
	}
	ratio := patience / (patience - 1)
	return ratio * (limit/(1+limit) - math.Log((1+limit)/(1+limit/patience))/(patience-1))
}

// PatienceFor returns how patient people are if a share of them solves a puzzle before giving it up. It is the logarithm
// of the median time of giving up, less that of the median time of solving, divided by Spread. If less than half of the
// people solve the puzzle, it is below 0.
func PatienceFor(share float64) float64 {
	low := -30.0
	high := 30.0
	for range 60 {
		middle := (low + high) / 2
		if solvesBeforeGivingUp(middle) < share {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// solvesBeforeGivingUp returns the chance that the first of two numbers is less than the second. Both have a
// standard logistic distribution, and d is added to the second.
func solvesBeforeGivingUp(d float64) float64 {
	x := math.Exp(d)
	if nearOne(x) {
		return 0.5
	}
	return x * (x - 1 - d) / ((x - 1) * (x - 1))
}

// nearOne reports whether x is so near to 1 that a division by x-1 loses too many digits.
func nearOne(x float64) bool { return math.Abs(x-1) <= 1e-6 }
