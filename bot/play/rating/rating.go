package rating

import (
	"cmp"
	"math"
	"time"
)

// Spread is s: how much the times of one player at one puzzle differ, in ln of
// seconds. Three attempts in four are within a factor of three of the median.
const Spread = 0.55

// A Rating is a difficulty or an ability.
type Rating struct {
	Value    float64 // ln of seconds
	Prior    float64 // its standard deviation before the first attempt; positive
	Attempts int     // that it was learnt from
}

const (
	// abilitySpread is how far abilities are from 0, newcomers and those with
	// practice together.
	abilitySpread = 1.0
	// predictionError is how far a difficulty is from a prediction of unknown
	// quality.
	predictionError = 0.5
	// lossless is how much an attempt tells of one side, of what it would if the
	// other were known.
	lossless = 0.7
)

// NewAbility is the ability of an unknown player.
func NewAbility() Rating { return Rating{Prior: abilitySpread} }

// NewDifficulty is the difficulty of a puzzle from its predicted time in seconds, which
// must be positive. deviation is the standard deviation of its ln; 0: unknown.
func NewDifficulty(seconds, deviation float64) Rating {
	return Rating{Value: math.Log(seconds), Prior: cmp.Or(deviation, predictionError)}
}

// step is K: how far an attempt moves a rating at most.
func (r Rating) step() float64 {
	v := r.Prior * r.Prior
	k0, c := v/Spread, lossless*v/(3*Spread*Spread)
	return k0 / (1 + c*float64(r.Attempts))
}

// Deviation is the standard deviation of a rating, in ln of seconds.
func (r Rating) Deviation() float64 { return math.Sqrt(r.step() * Spread) }

// Pace is how quick a player of an ability is, as a share of the pace of those whose
// times are predicted: 0.5 is half as quick. It lies between the two with a chance
// of 95 %.
func (r Rating) Pace() (least, most float64) {
	return math.Exp(r.Value - 1.96*r.Deviation()), math.Exp(r.Value + 1.96*r.Deviation())
}

// ShownFrom is after how many attempts an ability is worth to be shown.
const ShownFrom = 10

// Least and Most are what times count for beyond them: nobody is quicker, and a
// player who needs longer was away.
const (
	Least = time.Second
	Most  = time.Hour
)

// Within is how long a person has for a puzzle to practise with. One that they solve in half
// of all attempts in 30 seconds they solve within a minute in four out of five.
const Within = time.Minute

// Aim is how likely they should solve it.
const Aim = 0.8

// An Attempt is how a player's work on a puzzle went until its first end: a
// solution, a hint, giving up, or that the time was up.
type Attempt struct {
	Solved bool // it ended by a solution
	After  time.Duration
}

// Chance is F: how likely a player has solved a puzzle by a time.
func Chance(difficulty, ability Rating, by time.Duration) float64 {
	return 1 / (1 + math.Exp(-(lnOf(by)-difficulty.Value+ability.Value)/Spread))
}

// lnOf is the logarithm of what a time counts for, in seconds.
func lnOf(t time.Duration) float64 { return math.Log(min(max(t, Least), Most).Seconds()) }

// Learn is what an attempt makes of a difficulty and an ability.
func Learn(difficulty, ability Rating, a Attempt) (Rating, Rating) {
	g := Chance(difficulty, ability, a.After)
	if a.Solved {
		g = 2*g - 1
	}
	difficulty.Value += difficulty.step() * g
	ability.Value -= ability.step() * g
	difficulty.Attempts++
	ability.Attempts++
	return difficulty, ability
}
