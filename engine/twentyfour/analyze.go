package twentyfour

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
)

// An Analysis counts over the whole game: every hand of four cards 1..13.
type Analysis struct {
	// Hands is 1820.
	Hands int `json:"hands"`
	// Solvable counts the hands that make 24.
	Solvable int `json:"solvable"`
	// Solutions counts the distinct solutions of all hands for 24.
	Solutions int `json:"solutions"`
	// Targets is how many hands make each target 0..100, in order.
	Targets []TargetCount `json:"targets"`
	// Strongest is the hand that makes the most targets of 0..100, the first in
	// order if there are several.
	Strongest StrongHand `json:"strongest"`
	// HandsBySolutions[n] is how many hands have n distinct solutions for 24.
	HandsBySolutions []int `json:"hands_by_solutions"`
	// Fraction are the IDs of the hands that need a fraction for 24.
	Fraction []string `json:"fraction"`
	// Levels are our levels of difficulty, 1 to 5.
	Levels []LevelCount `json:"levels"`
	// ClassicLevels[n] is how many hands have the classic level n, which goes by the
	// last step of a hand's easiest solution: 1 a product of whole numbers (or a
	// step that changes nothing, -0 or /1), 2 a sum, 3 a difference, 4 a quotient,
	// 5 a product with a fraction; 0 means no solution.
	ClassicLevels [classicLevels + 1]int `json:"classic_levels"`
}

// A TargetCount is how many hands can make a target.
type TargetCount struct {
	Target   int `json:"target"`
	Solvable int `json:"solvable"`
}

// A StrongHand is a hand and how many targets it can make.
type StrongHand struct {
	Cards   []int `json:"cards"`
	Targets int   `json:"targets"`
}

// A LevelCount counts the hands of a level, and has the predicted mean seconds of the easiest and
// the hardest of these hands.
type LevelCount struct {
	Level   engine.Level `json:"level"`
	Hands   int          `json:"hands"`
	Easiest float64      `json:"easiest_seconds"`
	Hardest float64      `json:"hardest_seconds"`
	// Examples are the IDs of the easiest, the middle and the hardest hand.
	Examples []string `json:"examples"`
}

const classicLevels = 5

var _ engine.Analyzer = Game{}

// A ratedHand is a hand that makes 24, with the predicted mean seconds to solve it.
type ratedHand struct {
	id      string
	seconds float64
}

// Analyze studies the whole game. It takes some tens of milliseconds, so it uses one
// goroutine only.
func (Game) Analyze(ctx context.Context, _ int, progress func(done, total int)) (engine.Analysis, error) {
	hands := classicHands()
	a := Analysis{
		Hands:            len(hands),
		HandsBySolutions: []int{},
		Fraction:         []string{},
	}
	for n := range maxTarget + 1 {
		a.Targets = append(a.Targets, TargetCount{Target: n})
	}
	l := newLibrary(ctx, solveSteps)
	var rated []ratedHand
	for i, cards := range hands {
		h := hand{cards: cards, goal: Classic}
		s := h.search(l)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g := l.newGroup(cards)
		total := 0
		for n, made := range g.targets() {
			if made {
				a.Targets[n].Solvable++
				total++
			}
		}
		if total > a.Strongest.Targets {
			a.Strongest = StrongHand{Cards: cards, Targets: total}
		}
		n := len(s.solutions)
		for len(a.HandsBySolutions) <= n {
			a.HandsBySolutions = append(a.HandsBySolutions, 0)
		}
		a.HandsBySolutions[n]++
		a.Solutions += n
		a.ClassicLevels[classicLevel(g, integer(Classic))]++
		if n > 0 {
			a.Solvable++
			rated = append(rated, ratedHand{h.ID(), h.seconds(s)})
			if !s.canAvoid(step.hasFraction) {
				a.Fraction = append(a.Fraction, h.ID())
			}
		}
		if progress != nil && (i%100 == 99 || i == len(hands)-1) {
			progress(i+1, len(hands))
		}
	}
	slices.SortStableFunc(rated, func(a, b ratedHand) int { return cmp.Compare(a.seconds, b.seconds) })
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		a.Levels = append(a.Levels, countLevel(level, rated))
	}
	return a, nil
}

// countLevel counts the hands of a level. The hands must be sorted by their seconds.
func countLevel(level engine.Level, rated []ratedHand) LevelCount {
	c := LevelCount{Level: level}
	var list []ratedHand
	for _, r := range rated {
		if engine.LevelOf(r.seconds, levelBounds) == level {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return c
	}
	easiest := list[0]
	middle := list[len(list)/2]
	hardest := list[len(list)-1]
	c.Hands = len(list)
	c.Easiest = easiest.seconds
	c.Hardest = hardest.seconds
	c.Examples = []string{easiest.id, middle.id, hardest.id}
	return c
}

// classicLevel returns the least level of a last step that makes v, or 0.
func classicLevel(g *group, v ratio) int {
	least := classicLevels + 1
	for _, p := range g.splits {
		for _, x := range p.a.values {
			for _, y := range p.b.values {
				level := classicStepLevel(x, y, v)
				if level == 1 {
					return 1
				}
				if level > 0 {
					least = min(least, level)
				}
			}
		}
	}
	if least > classicLevels {
		return 0
	}
	return least
}

// classicStepLevel returns the least level of a step that makes v of x and y, or 0.
func classicStepLevel(x, y, v ratio) int {
	if x.compare(y) < 0 {
		x, y = y, x
	}
	changesNothing := x == v && (y.Num == 0 || y == integer(1))
	isProduct := x.mul(y) == v
	isWhole := x.Den == 1 && y.Den == 1
	switch {
	case changesNothing, isProduct && isWhole:
		return 1
	case x.add(y) == v:
		return 2
	case x.sub(y) == v:
		return 3
	case y.Num != 0 && x.div(y) == v, x.Num != 0 && y.div(x) == v:
		return 4
	case isProduct:
		return 5
	}
	return 0
}

func (a Analysis) Tables() []engine.Table {
	strongest := strings.Trim(fmt.Sprint(a.Strongest.Cards), "[]")
	facts := engine.Table{
		Title: "hands of four cards 1..13",
		Head:  []string{"what", "number"},
		Rows: [][]string{
			{"hands", strconv.Itoa(a.Hands)},
			{"that make 24", strconv.Itoa(a.Solvable)},
			{"of these, only with a fraction", strconv.Itoa(len(a.Fraction))},
			{"distinct solutions for 24", strconv.Itoa(a.Solutions)},
			{"targets 0..100 of the strongest hand, " + strongest, strconv.Itoa(a.Strongest.Targets)},
		},
	}
	targets := engine.Table{
		Title: "hands that make a target",
		Head:  []string{"target", "hands"},
		Chart: true,
	}
	for _, c := range a.Targets {
		targets.Rows = append(targets.Rows, []string{strconv.Itoa(c.Target), strconv.Itoa(c.Solvable)})
	}
	solutions := engine.Table{
		Title: "hands by distinct solutions for 24",
		Head:  []string{"solutions", "hands"},
		Chart: true,
	}
	for n, hands := range a.HandsBySolutions {
		solutions.Rows = append(solutions.Rows, []string{strconv.Itoa(n), strconv.Itoa(hands)})
	}
	classic := engine.Table{
		Title: "classic levels, by the easiest last step",
		Head:  []string{"last step", "hands", "level"},
		Chart: true,
	}
	for n, name := range []string{"none", "×", "+", "-", "/", "× fraction"} {
		classic.Rows = append(classic.Rows, []string{name, strconv.Itoa(a.ClassicLevels[n]), strconv.Itoa(n)})
	}
	levels := engine.Table{
		Title: "levels, by the predicted mean seconds to solve",
		Head:  []string{"level", "hands", "seconds", "examples"},
	}
	for _, c := range a.Levels {
		levels.Rows = append(levels.Rows, []string{
			strconv.Itoa(int(c.Level)),
			strconv.Itoa(c.Hands),
			fmt.Sprintf("%.1f to %.1f", c.Easiest, c.Hardest),
			strings.Join(c.Examples, "  "),
		})
	}
	return []engine.Table{facts, targets, solutions, classic, levels}
}
