package twentyfour

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"reckon/engine"
)

// An Analysis is a study of the whole game: every hand of four cards 1..13.
type Analysis struct {
	Hands     int `json:"hands"`     // 1820
	Solvable  int `json:"solvable"`  // hands that make 24
	Solutions int `json:"solutions"` // distinct ones of all hands for 24
	// Targets is how many hands make each target 0..100, in order.
	Targets []TargetCount `json:"targets"`
	// Strongest is the hand that makes the most targets of 0..100, the first in
	// order if there are several.
	Strongest StrongHand `json:"strongest"`
	// HandsBySolutions[n] is how many hands have n distinct solutions for 24.
	HandsBySolutions []int `json:"hands_by_solutions"`
	// Fraction are the IDs of the hands none of whose solutions for 24 keeps to
	// whole numbers.
	Fraction []string `json:"fraction"`
	// Levels are our levels of difficulty, 1 to 5.
	Levels []LevelCount `json:"levels"`
	// ClassicLevels[n] is how many hands have the classic level n, which goes
	// by the last step of a hand's easiest solution: 1 a product of whole
	// numbers (or a step that changes nothing, -0 or /1), 2 a sum, 3 a
	// difference, 4 a quotient, 5 a product with a fraction; 0 stands for hands
	// without a solution.
	ClassicLevels [classicLevels + 1]int `json:"classic_levels"`
}

// TargetCount is how many hands can make a target.
type TargetCount struct {
	Target   int `json:"target"`
	Solvable int `json:"solvable"`
}

// StrongHand is a hand and how many targets it can make.
type StrongHand struct {
	Cards   []int `json:"cards"`
	Targets int   `json:"targets"`
}

// LevelCount is the hands of a level and the predicted mean seconds of the
// easiest and the hardest of them.
type LevelCount struct {
	Level    engine.Level `json:"level"`
	Hands    int          `json:"hands"`
	Easiest  float64      `json:"easiest_seconds"`
	Hardest  float64      `json:"hardest_seconds"`
	Examples []string     `json:"examples"` // IDs, the easiest, the middle and the hardest hand
}

const classicLevels = 5

// Analyze studies the whole game; it takes some tens of milliseconds. Progress,
// if not nil, is told now and then how many hands are done. When ctx ends first,
// Analyze returns what it has with the error of ctx.
func Analyze(ctx context.Context, progress func(done, total int)) (Analysis, error) {
	hands := classicHands()
	a := Analysis{Hands: len(hands), HandsBySolutions: []int{}, Fraction: []string{}}
	a.countTargets(hands)
	l := newLibrary(ctx, solveSteps)
	var rated []ratedHand
	for i, cards := range hands {
		h := hand{cards, Classic}
		s := h.searchIn(l)
		if err := ctx.Err(); err != nil {
			return a, err
		}
		a.addHand(h, s)
		a.ClassicLevels[classicLevel(l.newGroup(cards), integer(Classic))]++
		if len(s.solutions) > 0 {
			rated = append(rated, ratedHand{"24:" + h.desc(), h.seconds(s)})
		}
		if progress != nil && (i%100 == 99 || i == len(hands)-1) {
			progress(i+1, len(hands))
		}
	}
	a.countLevels(rated)
	return a, nil
}

func (a *Analysis) countTargets(hands [][]int) {
	counts := [maxTarget + 1]int{}
	for i, set := range reachable(hands) {
		for n := range counts {
			if set.has(int64(n)) {
				counts[n]++
			}
		}
		if n := bits.OnesCount64(set[0]) + bits.OnesCount64(set[1]); n > a.Strongest.Targets {
			a.Strongest = StrongHand{Cards: hands[i], Targets: n}
		}
	}
	for n, count := range counts {
		a.Targets = append(a.Targets, TargetCount{n, count})
	}
}

func (a *Analysis) addHand(h hand, s study) {
	n := len(s.solutions)
	for len(a.HandsBySolutions) <= n {
		a.HandsBySolutions = append(a.HandsBySolutions, 0)
	}
	a.HandsBySolutions[n]++
	a.Solutions += n
	if n == 0 {
		return
	}
	a.Solvable++
	if !s.avoids(step.hasFraction) {
		a.Fraction = append(a.Fraction, "24:"+h.desc())
	}
}

type ratedHand struct {
	id      string
	seconds float64
}

func (a *Analysis) countLevels(rated []ratedHand) {
	slices.SortStableFunc(rated, func(a, b ratedHand) int { return cmp.Compare(a.seconds, b.seconds) })
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		c := LevelCount{Level: level}
		var list []ratedHand
		for _, r := range rated {
			if levelOf(r.seconds) == level {
				list = append(list, r)
			}
		}
		if n := len(list); n > 0 {
			c.Hands, c.Easiest, c.Hardest = n, list[0].seconds, list[n-1].seconds
			c.Examples = []string{list[0].id, list[n/2].id, list[n-1].id}
		}
		a.Levels = append(a.Levels, c)
	}
}

// classicLevel is the least level of a last step that makes v, or 0.
func classicLevel(g *group, v ratio) int {
	level := classicLevels + 1
	for _, p := range g.splits {
		for _, x := range p.a.values {
			for _, y := range p.b.values {
				if l := lastStepLevel(x, y, v); l > 0 {
					level = min(level, l)
				}
			}
		}
	}
	return level % (classicLevels + 1)
}

// lastStepLevel is the classic level of making v of x and y, or 0 if they do
// not make it.
func lastStepLevel(x, y, v ratio) int {
	if x.compare(y) < 0 {
		x, y = y, x
	}
	isProduct := x.mul(y) == v
	switch {
	case isProduct && x.isWhole() && y.isWhole(),
		x == v && (y.isZero() || y.isOne()):
		return 1
	case x.add(y) == v:
		return 2
	case x.sub(y) == v:
		return 3
	case !y.isZero() && x.div(y) == v, !x.isZero() && y.div(x) == v:
		return 4
	case isProduct:
		return 5
	}
	return 0
}
