package rating

import (
	"cmp"
	"math"
	"time"
)

// Spread is s: how much the times of one player at one puzzle differ, in ln of seconds. Three of
// four attempts are within a factor of three of the median.
const Spread = 0.55

// A Rating is a difficulty or an ability.
type Rating struct {
	// Value is in ln of seconds.
	Value float64
	// Prior is the standard deviation before the first attempt. It is positive.
	Prior float64
	// Attempts is how many attempts the value was learnt from.
	Attempts int
}

const (
	// abilitySpread is the standard deviation of abilities, of newcomers and experienced players
	// together.
	abilitySpread = 1.0
	// predictionError is the standard deviation of a difficulty whose prediction is of unknown
	// quality.
	predictionError = 0.5
	// informationLeft is the share of an attempt's information that can be used: the difficulty and the
	// ability are both learnt from it, and neither is known exactly.
	informationLeft = 0.7
)

// NewAbility is the ability of an unknown player.
func NewAbility() Rating { return Rating{Prior: abilitySpread} }

// NewDifficulty is the difficulty of a puzzle from its predicted time in seconds, which
// must be positive. deviation is the standard deviation of its ln; 0 if that is unknown.
func NewDifficulty(seconds, deviation float64) Rating {
	return Rating{Value: math.Log(seconds), Prior: cmp.Or(deviation, predictionError)}
}

// step is K: how far an attempt moves a rating at most.
func (r Rating) step() float64 {
	v := r.Prior * r.Prior
	k0 := v / Spread
	c := informationLeft * v / (3 * Spread * Spread)
	return k0 / (1 + c*float64(r.Attempts))
}

// Deviation is the standard deviation of a rating, in ln of seconds.
func (r Rating) Deviation() float64 { return math.Sqrt(r.step() * Spread) }

// Pace returns how quick a player of that ability is, as a share of the pace for which times are
// predicted: 0.5 is half as quick. It lies between least and most with a chance of 95 %.
func (r Rating) Pace() (least, most float64) {
	least = math.Exp(r.Value - 1.96*r.Deviation())
	most = math.Exp(r.Value + 1.96*r.Deviation())
	return least, most
}

// ShownFrom is the number of attempts from which on an ability is shown.
const ShownFrom = 10

const (
	// Least is the shortest time that counts. A shorter one counts as this, since nobody is quicker.
	Least = time.Second
	// Most is the longest time that counts. A longer one counts as this, since the player was away.
	Most = time.Hour
)

// TimeToSolve is how long a person has for a puzzle to practise with. If the puzzle takes them 30 seconds in
// half of all attempts, they solve it within this time in four of five.
const TimeToSolve = time.Minute

// Aim is the chance with which a person should solve a puzzle to practise with.
const Aim = 0.8

// An Attempt is a player's work on a puzzle until a solution, the first hint, giving up, or the end of
// the time.
type Attempt struct {
	// Solved is true if it ended by a solution.
	Solved bool
	// After is how long it took.
	After time.Duration
}

// Chance returns F: how likely a player has solved a puzzle by a time.
func Chance(difficulty, ability Rating, by time.Duration) float64 {
	return logistic((lnOf(by) - difficulty.Value + ability.Value) / Spread)
}

// lnOf returns the logarithm of a time in seconds, between Least and Most.
func lnOf(t time.Duration) float64 {
	counted := min(max(t, Least), Most)
	return math.Log(counted.Seconds())
}

// Learn returns a difficulty and an ability as they are after an attempt.
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
