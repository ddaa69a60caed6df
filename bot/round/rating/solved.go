package rating

import (
	"math"
	"time"
)

// SolvedBy returns the share of people of ability 0 who solve a puzzle by a time, and have not given it up
// before. If nobody gave up, half of them would have solved it after the given number of seconds. But people do give
// up, and solved is the share of them who ever solve it, above 0 and below 1.
//
// The times of solving have the distribution of the model. The times of giving up have the same one, moved to later
// times until the share is solved.
func SolvedBy(by time.Duration, seconds, solved float64) float64 {
	until := math.Exp((lnOf(by) - math.Log(seconds)) / Spread)
	later := math.Exp(PatienceFor(solved))
	if nearOne(later) {
		return until * (until + 2) / (2 * (1 + until) * (1 + until))
	}
	// This is the integral of later / ((1+x)²(later+x)) from 0 to until: the density of the times of solving,
	// with the share of people who still try by then.
	ratio := later / (later - 1)
	return ratio * (until/(1+until) - math.Log((1+until)/(1+until/later))/(later-1))
}

// PatienceFor returns how much later than the median time of solving the median time of giving up must be, so that
// this share of people solves. It is in units of Spread, and below 0 if the time of giving up is the earlier one.
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
