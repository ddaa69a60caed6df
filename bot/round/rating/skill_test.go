package rating

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"reckon/engine/property"
)

// logisticTime draws a time whose ln has a logistic distribution around a median's.
func logisticTime(r *rand.Rand, median float64) float64 {
	u := r.Float64()
	return median + Spread*math.Log((u+0x1p-60)/(1-u))
}

// works are attempts of a person of ability -0.5 who takes as many times as long as told where
// a skill is needed.
func works(r *rand.Rand, n int, slower map[string]float64) (list []Work) {
	for range n {
		w := Work{Difficulty: 2 + 0.5*r.NormFloat64(), Error: 0.1, Skills: map[string]float64{}}
		median := w.Difficulty + 0.5
		for _, code := range []string{"a", "b", "c"} {
			if r.IntN(4) == 0 {
				w.Skills[code] = 0.9
				median += 0.9 * math.Log(max(slower[code], 1))
			}
		}
		ln, patience := logisticTime(r, median), logisticTime(r, w.Difficulty+2)
		w.Attempt = Attempt{Solved: ln <= patience, After: seconds(math.Exp(min(ln, patience)))}
		list = append(list, w)
	}
	return list
}

// The values that are found are the most likely ones: near them all others are less likely.
func TestFitIsMostLikely(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		spreads := []float64{1, 0.5, 0.5}
		var list []observation
		for range rapid.IntRange(0, 40).Draw(t, "n") {
			list = append(list, observation{
				ln: rapid.Float64Range(-8, 8).Draw(t, "ln"), ended: rapid.Bool().Draw(t, "ended"), spread: rapid.Float64Range(0.5, 1).Draw(t, "spread"),
				needs:  []float64{1, rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")},
				weight: rapid.Float64Range(0.1, 1).Draw(t, "weight"),
			})
		}
		found := fit(list, spreads)
		best := likelihoodOf(list, spreads, found.means).ln
		for i := range spreads {
			for _, step := range []float64{-0.01, 0.01} {
				other := slices.Clone(found.means)
				other[i] += step
				if likelihoodOf(list, spreads, other).ln > best {
					t.Errorf("%v is likelier than %v", other, found.means)
				}
			}
			if d := math.Sqrt(found.errors.At(i, i)); d <= 0 || d > spreads[i]+1e-9 {
				t.Errorf("value %d is known to %v, and was to %v", i, d, spreads[i])
			}
		}
	})
}

// The derivatives are those of the likelihood.
func TestLikelihood(t *testing.T) {
	list := []observation{
		{ln: 3, ended: true, needs: []float64{1, 0.5}, spread: 0.6, weight: 1},
		{ln: 1, needs: []float64{1, 1}, spread: 0.55, weight: 0.4},
	}
	spreads, at := []float64{1, 0.5}, []float64{0.3, -0.2}
	here := likelihoodOf(list, spreads, at)
	const h = 1e-5
	for i := range at {
		up, down := slices.Clone(at), slices.Clone(at)
		up[i] += h
		down[i] -= h
		more := likelihoodOf(list, spreads, up)
		less := likelihoodOf(list, spreads, down)
		if want := (more.ln - less.ln) / (2 * h); math.Abs(here.slope[i]-want) > 1e-6 {
			t.Errorf("slope %d is %v, want %v", i, here.slope[i], want)
		}
		for j := range at {
			if want := (less.slope[j] - more.slope[j]) / (2 * h); math.Abs(here.curvature.At(i, j)-want) > 1e-6 {
				t.Errorf("curvature %d %d is %v, want %v", i, j, here.curvature.At(i, j), want)
			}
		}
	}
}

// Of many attempts the weak skill is found, and no other, with its value. The slowest skill comes first.
func TestWeakSkill(t *testing.T) {
	found := 0
	for seed := range uint64(20) {
		p := NewProfile(works(rand.New(rand.NewPCG(seed, 1)), 100, map[string]float64{"b": 3}))
		weak := p.Weak()
		if len(weak) > 0 && weak[0].Code == "b" && math.Abs(weak[0].Value-math.Log(3)) < 2.5*weak[0].Deviation {
			found++
		}
		slowestFirst := func(a, b Skill) int { return cmp.Compare(b.Value, a.Value) }
		if !slices.IsSortedFunc(p.Skills(), slowestFirst) {
			t.Errorf("the skills are %+v, want the slowest first", p.Skills())
		}
		for _, s := range p.Skills() {
			if s.Attempts < ShownFrom || s.Expected <= 0 || math.Abs(s.Real/s.Expected-math.Exp(s.Value)) > 1e-9 {
				t.Errorf("%+v", s)
			}
		}
	}
	if found < 15 {
		t.Errorf("it was found in %d of 20 cases", found)
	}
}

// After a few attempts no skill is called weak. Without attempts no skill is known.
func TestUnknownProfile(t *testing.T) {
	few := works(rand.New(rand.NewPCG(1, 1)), 8, map[string]float64{"a": 20})
	if weak := NewProfile(few).Weak(); len(weak) > 0 {
		t.Errorf("eight attempts tell of %+v", weak)
	}
	for _, p := range []Profile{{}, NewProfile(nil)} {
		if p.Suspect() != "" || len(p.Skills()) > 0 {
			t.Errorf("no attempt tells of %+v", p.Skills())
		}
		if f := p.Chance(NewDifficulty(8, 0.1), map[string]float64{"a": 1}); f < 0.7 || f > 0.95 {
			t.Errorf("somebody unknown solves an easy puzzle with a chance of %.2f", f)
		}
	}
}

// The skill that may be the slowest is the one whose value with its deviation is the highest: one that is known to be
// slow, or one of which little is known. There is none if all are known to be faster than the rest.
func TestSuspect(t *testing.T) {
	for _, test := range []struct {
		skills []Skill
		want   string
	}{
		{nil, ""},
		{[]Skill{{Code: "a", Value: -0.5, Deviation: 0.2}}, ""},
		{[]Skill{{Code: "a", Value: 0.2, Deviation: 0.1}, {Code: "b", Value: 0.4, Deviation: 0.1}}, "b"},
		{[]Skill{{Code: "a", Value: 0.4, Deviation: 0.1}, {Code: "b", Value: 0.2, Deviation: 0.1}}, "a"},
		{[]Skill{{Code: "a", Value: 0.4, Deviation: 0.1}, {Code: "b", Value: -0.1, Deviation: 0.9}}, "b"},
	} {
		if got := (Profile{skills: test.skills}).Suspect(); got != test.want {
			t.Errorf("of %+v it is %q, want %q", test.skills, got, test.want)
		}
	}
}

// A puzzle that needs a weak skill is solved less often, and a harder one, too.
func TestChanceOfProfile(t *testing.T) {
	p := NewProfile(works(rand.New(rand.NewPCG(5, 1)), 100, map[string]float64{"b": 3}))
	var chances []float64
	for _, s := range []float64{4, 8, 16, 32, 64, 128} {
		f, weak := p.Chance(NewDifficulty(s, 0.1), nil), p.Chance(NewDifficulty(s, 0.1), map[string]float64{"b": 1})
		if weak >= f {
			t.Errorf("of %v seconds %.2f, with the weak skill %.2f", s, f, weak)
		}
		chances = append(chances, -f)
	}
	if !slices.IsSorted(chances) || floats.Min(chances) < -1 {
		t.Errorf("chances by difficulty: %v", chances)
	}
}
