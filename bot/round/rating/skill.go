package rating

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Work is a person's first attempt at a puzzle, with what was known about the puzzle before it.
type Work struct {
	Attempt
	// Difficulty is in ln of seconds.
	Difficulty float64
	// Error is the standard deviation of the difficulty; 0 if it is unknown.
	Error float64
	// Skills has how likely a solution needs each skill.
	Skills map[string]float64
}

// A Skill is something that solutions of some puzzles need, and how much longer a person takes for these
// puzzles than for others.
type Skill struct {
	Code string
	// Value is the ln of how many times as long they take. Below 0 they are quicker.
	Value float64
	// Deviation is the standard deviation of Value.
	Deviation float64
	// Attempts is how many attempts are likely to have needed the skill.
	Attempts int
	// Expected would be the person's median for such puzzles, in seconds, if they were as quick
	// at them as at all others.
	Expected float64
	// Real is their median, in seconds.
	Real float64
}

const (
	// skillSpread is the standard deviation of a person's skills.
	skillSpread = 0.5
	// halfLife is the number of further attempts after which an attempt counts half as much.
	halfLife = 30
	// weakFrom is how many deviations above 0 a weak skill is at least.
	weakFrom = 1.3
	// usualPatience says how long people try before they give up: how much longer than half of them need
	// for the puzzle, in ln of seconds.
	usualPatience = 2.0
	// patienceSpread is the standard deviation of people's patience.
	patienceSpread = 1.0
	// slopeSpread is the standard deviation of how patience grows with the difficulty.
	slopeSpread = 0.5
	// usual is the difficulty in seconds at which the growth of patience is 0.
	usual = 10
)

// leastWeak is the least value of a weak skill.
var leastWeak = math.Log(1.15)

// logisticVariance is the variance of the standard logistic distribution.
const logisticVariance = math.Pi * math.Pi / 3

// A Profile says how quick a person is in a game, how they are at its skills, and how long they try before
// they give up or take a hint. The zero value is the profile of an unknown person.
type Profile struct {
	Attempts int
	// codes are the codes of the skills, in order.
	codes []string
	// pace has the slowness first, which is the ability with the opposite sign. Then it has the skills.
	pace values
	// patience has two values: how much the person's patience differs from usualPatience, and how much it
	// grows with the difficulty.
	patience values
	skills   []Skill
}

// NewProfile learns a person's profile from their attempts, the oldest first.
func NewProfile(works []Work) Profile {
	p := Profile{Attempts: len(works)}
	all := map[string]bool{}
	for _, w := range works {
		for code := range w.Skills {
			all[code] = true
		}
	}
	p.codes = slices.Sorted(maps.Keys(all))
	spreads := []float64{abilitySpread}
	for range p.codes {
		spreads = append(spreads, skillSpread)
	}
	var paces, patiences []observation
	for i, w := range works {
		deviation := cmp.Or(w.Error, predictionError)
		spread := widened(deviation * deviation)
		age := float64(len(works) - 1 - i)
		weight := math.Exp2(-age / halfLife)
		// How much longer the person needed or tried than the puzzle takes an average player.
		beyond := lnOf(w.After) - w.Difficulty
		paces = append(paces, observation{
			ln:     beyond,
			ended:  w.Solved,
			needs:  p.needs(w.Skills),
			spread: spread,
			weight: weight,
		})
		patiences = append(patiences, observation{
			ln:     beyond - usualPatience,
			ended:  !w.Solved,
			needs:  patienceNeeds(w.Difficulty),
			spread: spread,
			weight: weight,
		})
	}
	p.pace = fit(paces, spreads)
	p.patience = fit(patiences, []float64{patienceSpread, slopeSpread})
	for i, code := range p.codes {
		p.skills = append(p.skills, p.skill(code, i+1, works))
	}
	return p
}

// needs returns how far a puzzle needs each value of the pace.
func (p Profile) needs(skills map[string]float64) []float64 {
	x := []float64{1}
	for _, code := range p.codes {
		x = append(x, skills[code])
	}
	return x
}

// patienceNeeds returns how far a puzzle needs each value of the patience.
func patienceNeeds(difficulty float64) []float64 {
	return []float64{1, difficulty - math.Log(usual)}
}

// skill returns what was learnt of the skill at an index of the pace.
func (p Profile) skill(code string, index int, works []Work) Skill {
	value := p.pace.means[index]
	attempts := 0.0
	// The sum of the medians' logarithms without what the skill adds to them.
	expected := 0.0
	for _, w := range works {
		share := w.Skills[code]
		if share > 0 {
			median := w.Difficulty + floats.Dot(p.needs(w.Skills), p.pace.means)
			attempts += share
			expected += share * (median - share*value)
		}
	}
	seconds := math.Exp(expected / attempts)
	return Skill{
		Code:      code,
		Value:     value,
		Deviation: math.Sqrt(p.pace.errors.At(index, index)),
		Attempts:  int(math.Round(attempts)),
		Expected:  seconds,
		Real:      seconds * math.Exp(value),
	}
}

// Skills returns the skills with enough attempts, the slowest first.
func (p Profile) Skills() []Skill {
	known := slices.DeleteFunc(slices.Clone(p.skills), func(s Skill) bool { return s.Attempts < ShownFrom })
	slices.SortStableFunc(known, func(a, b Skill) int { return cmp.Compare(b.Value, a.Value) })
	return known
}

// IsWeak reports whether a person is clearly slower at a skill than at all else.
func (s Skill) IsWeak() bool {
	return s.Attempts >= ShownFrom && s.Value >= max(leastWeak, weakFrom*s.Deviation)
}

// Weak returns the skills at which a person is clearly slower than at all else, the slowest first.
func (p Profile) Weak() []Skill {
	return slices.DeleteFunc(p.Skills(), func(s Skill) bool { return !s.IsWeak() })
}

// Suspect returns the code of the skill that may be the person's slowest: the one whose value with its
// deviation is the highest. It is empty if no skill may be slower than the others.
func (p Profile) Suspect() string {
	code := ""
	most := 0.0
	for _, s := range p.skills {
		slowest := s.Value + s.Deviation
		if slowest > most {
			code = s.Code
			most = slowest
		}
	}
	return code
}

// moments is how many parts of the time Profile.Chance sums over.
const moments = 40

// Chance returns how likely the person solves a puzzle within TimeToSolve, and neither gives up nor takes a
// hint before. It divides the time into parts with the same chance of a solution. For each part it counts
// how likely the person still tries then.
func (p Profile) Chance(difficulty Rating, skills map[string]float64) float64 {
	b := difficulty.Value
	unsure := difficulty.Deviation() * difficulty.Deviation()

	solving, variance := p.pace.sumFor(p.needs(skills), abilitySpread)
	solving += b
	solvingSpread := widened(variance + unsure)

	trying, variance := p.patience.sumFor(patienceNeeds(b), patienceSpread)
	trying += b + usualPatience
	tryingSpread := widened(variance + unsure)

	solved := logistic((lnOf(TimeToSolve) - solving) / solvingSpread)
	chance := 0.0
	for i := range moments {
		// Until this moment the person solves that share of all attempts.
		share := solved * (float64(i) + 0.5) / moments
		ln := solving + solvingSpread*math.Log(share/(1-share))
		chance += solved / moments * logistic((trying-ln)/tryingSpread)
	}
	return chance
}

// widened returns the spread of times if their median has an error of a variance.
func widened(variance float64) float64 { return math.Sqrt(Spread*Spread + variance/logisticVariance) }
