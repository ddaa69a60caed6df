package signs

import (
	"math"
	"time"

	"reckon/bot/round"
	"reckon/bot/round/rating"
)

// A sign is a series of solve times that people hardly ever have: the chance that a person has one in a week is at most
// signChance. This file computes such chances.
//
// How people's times spread tells the chance that a person has such a series at a given moment. Multiplied by how many
// series are looked at in a week, it is the chance that the person has one in a week (Sign.Chance). Times and abilities
// are in ln of seconds, as in package rating.

const (
	// signChance is the chance that a person has a sign in a week, of whatever kind.
	signChance = 1e-6
	// kinds is how many kinds of signs there are.
	kinds = 3
	// mostSolved is how many puzzles a person solves in a week at most. For each of them signOf looks for
	// a sign.
	mostSolved = 500
	// steady is the standard deviation that is assumed for the times of a person at all puzzles. In the model
	// of ratings, even the times at a single puzzle have a larger deviation. It is less here because the
	// quickest people spend nearly all of their time typing, which is steadier than thinking.
	steady = 0.3
	// quickest is the ability of the quickest people: they are seven times as quick as practised ones.
	quickest = 2.0
	// leastAnswers is how many answers a sign has at least.
	leastAnswers = 10
	// quickAnswers is how many answers a Quick sign has, all from one day.
	quickAnswers = 20
	// mostLag is how many answers long a series of times may be to be noticed when a program repeats it.
	mostLag = 60
	// predictionError is the standard deviation of the ln of predicted times.
	predictionError = 0.5
)

// Kinds of signs.
const (
	// Even: the times are all alike. Its figure is their standard deviation.
	Even = "even"
	// Repeated: the same times come again in the same order. Its figure is how much the later times differ
	// from the earlier ones.
	Repeated = "repeated"
	// Quick: no person is so quick. Its figure is the ability on that day.
	Quick = "quick"
)

// runs are the numbers of answers in a row in which evenSign looks for a sign.
var runs = [...]int{10, 20, 40, 80}

// A solve is a right answer to a puzzle that the person had not met.
type solve struct {
	at time.Time
	// ln is the ln of the seconds that it took.
	ln float64
	// blur is how far ln may be off, because the network gives times in whole seconds.
	blur float64
	// predicted is the ln of the seconds that the game predicted.
	predicted float64
}

// solveOf returns the solve of a rated attempt.
func solveOf(x round.RatedAttempt) solve {
	took := max(x.After, time.Millisecond)
	s := solve{
		at:        x.At,
		ln:        math.Log(took.Seconds()),
		predicted: math.Log(x.Predicted),
	}
	isInWholeSeconds := took%time.Second == 0
	if isInWholeSeconds {
		// The time may be half a second off. For the ln that is half a second's share of the time.
		s.blur = 0.5 / took.Seconds()
	}
	return s
}

// signOf returns the sign that ends with the last of a person's solves in a game. isSign is false if there is none.
// It looks for each kind of sign, and returns what a person is least likely to show.
func signOf(all []solve) (sign Sign, isSign bool) {
	if len(all) < leastAnswers {
		return Sign{}, false
	}
	best := Sign{Chance: math.Inf(1)}
	for _, run := range runs {
		if len(all) >= run {
			best = rarer(best, evenSign(all[len(all)-run:]))
		}
	}
	for lag := leastAnswers; lag <= mostLag && lag+leastAnswers <= len(all); lag++ {
		best = rarer(best, repeatedSign(all, lag))
	}
	latest := all[max(0, len(all)-quickAnswers):]
	isWithinADay := latest[len(latest)-1].at.Sub(latest[0].at) <= 24*time.Hour
	if len(latest) == quickAnswers && isWithinADay {
		best = rarer(best, quickSign(latest))
	}
	best.At = all[len(all)-1].at
	return best, best.Chance <= signChance/kinds
}

// rarer returns the sign that a person is less likely to show.
func rarer(a, b Sign) Sign {
	if b.Chance < a.Chance {
		return b
	}
	return a
}

// evenSign returns the Even sign of a run of solves. Its Chance says how likely it is that times differ so
// little from each other.
func evenSign(run []solve) Sign {
	squares := squaresOf(run)
	// The differences from the mean have one degree of freedom less than there are times.
	free := len(run) - 1
	chance := chanceBelow(squares/(steady*steady), free)
	return Sign{
		Kind:    Even,
		Answers: len(run),
		Figure:  math.Sqrt(squares / float64(free)),
		Chance:  chance * float64(len(runs)) * mostSolved,
	}
}

// repeatedSign returns the Repeated sign of the last leastAnswers solves, each compared with the solve
// that came lag solves earlier. Its Chance says how likely it is that they differ so little.
func repeatedSign(all []solve, lag int) Sign {
	squares := 0.0
	for i := len(all) - leastAnswers; i < len(all); i++ {
		earlier := all[i-lag]
		later := all[i]
		difference := later.ln - earlier.ln
		squares += difference*difference + later.blur*later.blur + earlier.blur*earlier.blur
	}
	// lags is how many lags signOf tries.
	const lags = mostLag - leastAnswers + 1
	// The variance of a difference of two times is twice that of one.
	chance := chanceBelow(squares/(2*steady*steady), leastAnswers)
	return Sign{
		Kind:    Repeated,
		Answers: leastAnswers,
		Figure:  math.Sqrt(squares / leastAnswers),
		Chance:  chance * lags * mostSolved,
	}
}

// quickSign returns the Quick sign of quickAnswers solves. Its Chance says how likely one of the quickest
// people is to be so quick.
func quickSign(run []solve) Sign {
	ability := 0.0
	for _, s := range run {
		ability += (s.predicted - s.ln) / quickAnswers
	}
	// The times of a person at one puzzle have the logistic distribution of the model of ratings, whose standard
	// deviation is π/√3 times its spread.
	ofTimes := math.Pi / math.Sqrt(3) * rating.Spread
	deviation := math.Hypot(ofTimes, predictionError) / math.Sqrt(quickAnswers)
	// This is the chance that a normal value exceeds the ability.
	chance := math.Erfc((ability-quickest)/deviation/math.Sqrt2) / 2
	return Sign{
		Kind:    Quick,
		Answers: quickAnswers,
		Figure:  ability,
		Chance:  chance * mostSolved,
	}
}

// squaresOf returns a sum over times. For each time it adds the square of how far its ln is from the mean, and the
// square of its blur.
func squaresOf(all []solve) float64 {
	mean := 0.0
	for _, s := range all {
		mean += s.ln / float64(len(all))
	}
	squares := 0.0
	for _, s := range all {
		squares += (s.ln-mean)*(s.ln-mean) + s.blur*s.blur
	}
	return squares
}

// chanceBelow returns the chance that the sum of the squares of some independent standard normal values is below x.
// values is how many values there are. That is the chi-squared distribution, computed by the series of the incomplete
// gamma function. If x is not small, it returns 1: then there is no sign.
func chanceBelow(x float64, values int) float64 {
	a := float64(values) / 2
	half := x / 2
	if half >= a {
		return 1
	}
	term := 1 / a
	sum := term
	for i := 1.0; term > sum*1e-12; i++ {
		term *= half / (a + i)
		sum += term
	}
	logGamma, _ := math.Lgamma(a)
	return math.Exp(a*math.Log(half)-half-logGamma) * sum
}
