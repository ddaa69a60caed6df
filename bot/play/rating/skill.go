package rating

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Work is a first attempt at a puzzle, with what was known of the puzzle before it.
type Work struct {
	Attempt
	Difficulty float64            // ln of seconds
	Error      float64            // its standard deviation; 0: unknown
	Skills     map[string]float64 // what a solution may need, and how likely it does
}

// A Skill is how much longer a person takes for puzzles that need it than for others.
type Skill struct {
	Code      string
	Value     float64 // ln of how many times as long; below 0 they are quicker
	Deviation float64 // of Value
	Attempts  int     // that needed it, as is likely
	// Expected and Real are the person's medians for such puzzles, in seconds: were they as
	// quick at it as at all else, and as they are.
	Expected, Real float64
}

const (
	// skillSpread is how far a person's skills are apart.
	skillSpread = 0.5
	// halfLife is after how many attempts one counts half as much.
	halfLife = 30
	// weakFrom is how many deviations a skill must be off to be called weak, beside leastWeak.
	weakFrom = 1.3
	// usualPatience is how much longer people try, in ln of seconds, than those take who solve
	// half of such puzzles; patienceSpread is how far they are apart in that, and slopeSpread
	// in how it goes with the difficulty, from one of usual seconds.
	usualPatience, patienceSpread, slopeSpread, usual = 2.0, 1.0, 0.5, 10
)

// leastWeak is the least value of a weak skill.
var leastWeak = math.Log(1.15)

// logisticVariance is that of the standard logistic distribution.
const logisticVariance = math.Pi * math.Pi / 3

// A Profile is how quick a person is in a game, at which skills they are not, and how long
// they try before they give up or take a hint. The zero value is that of an unknown person.
type Profile struct {
	Attempts int
	codes    []string // of skills, in order
	pace     values   // the slowness, which is less the ability, and then those of skills
	patience values   // beyond usualPatience, and by how much more for each unit of difficulty
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
		e := cmp.Or(w.Error, predictionError)
		o := observation{
			ln: lnOf(w.After) - w.Difficulty, ended: w.Solved, needs: p.needs(w.Skills),
			spread: widened(e * e), weight: math.Exp2(-float64(len(works)-1-i) / halfLife),
		}
		paces = append(paces, o)
		o.ln, o.ended, o.needs = o.ln-usualPatience, !w.Solved, patient(w.Difficulty)
		patiences = append(patiences, o)
	}
	p.pace, p.patience = fit(paces, spreads), fit(patiences, []float64{patienceSpread, slopeSpread})
	for i, code := range p.codes {
		p.skills = append(p.skills, p.skill(code, i+1, works))
	}
	return p
}

// needs returns what of each value of the pace a puzzle needs.
func (p Profile) needs(skills map[string]float64) []float64 {
	x := []float64{1}
	for _, code := range p.codes {
		x = append(x, skills[code])
	}
	return x
}

// patient returns the same of the patience.
func patient(difficulty float64) []float64 { return []float64{1, difficulty - math.Log(usual)} }

// skill returns what was learnt of the skill at an index of the pace.
func (p Profile) skill(code string, at int, works []Work) Skill {
	s := Skill{Code: code, Value: p.pace.means[at], Deviation: math.Sqrt(p.pace.errors.At(at, at))}
	attempts, expected := 0.0, 0.0
	for _, w := range works {
		if share := w.Skills[code]; share > 0 {
			attempts += share
			expected += share * (w.Difficulty + floats.Dot(p.needs(w.Skills), p.pace.means) - share*s.Value)
		}
	}
	s.Attempts = int(math.Round(attempts))
	s.Expected = math.Exp(expected / attempts)
	s.Real = s.Expected * math.Exp(s.Value)
	return s
}

// Skills are those that enough attempts tell of, the slowest first.
func (p Profile) Skills() []Skill {
	known := slices.DeleteFunc(slices.Clone(p.skills), func(s Skill) bool { return s.Attempts < ShownFrom })
	slices.SortStableFunc(known, func(a, b Skill) int { return cmp.Compare(b.Value, a.Value) })
	return known
}

// IsWeak reports whether a person is clearly slower at a skill than at all else.
func (s Skill) IsWeak() bool {
	return s.Attempts >= ShownFrom && s.Value >= max(leastWeak, weakFrom*s.Deviation)
}

// Weak are the skills that a person is clearly slower at than at all else, the slowest first.
func (p Profile) Weak() []Skill {
	return slices.DeleteFunc(p.Skills(), func(s Skill) bool { return !s.IsWeak() })
}

// Suspect is the code of the skill that the person may be weakest at, by what is known and by
// how little that is; empty if there is none.
func (p Profile) Suspect() (code string) {
	most := 0.0
	for _, s := range p.skills {
		if v := s.Value + s.Deviation; v > most {
			code, most = s.Code, v
		}
	}
	return code
}

// Chance is how likely the person solves a puzzle Within its time, and neither gives up nor
// takes a hint before: the sum over moments of the chance that they solve it then, if they
// still try.
func (p Profile) Chance(difficulty Rating, skills map[string]float64) (chance float64) {
	b, variance := difficulty.Value, difficulty.Deviation()*difficulty.Deviation()
	solving, off := p.pace.at(p.needs(skills), abilitySpread)
	solving, off = solving+b, off+variance
	trying, doubt := p.patience.at(patient(b), patienceSpread)
	trying, doubt = trying+b+usualPatience, doubt+variance
	const moments = 40
	most := logistic((lnOf(Within) - solving) / widened(off))
	for i := range moments {
		share := most * (float64(i) + 0.5) / moments
		ln := solving + widened(off)*math.Log(share/(1-share))
		chance += most / moments * logistic((trying-ln)/widened(doubt))
	}
	return chance
}

// widened is Spread where a value that it is about has an error of its own.
func widened(variance float64) float64 { return math.Sqrt(Spread*Spread + variance/logisticVariance) }
