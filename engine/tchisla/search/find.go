package search

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"reckon/engine/expr"
)

// An Answer is an expression that writes a target with one digit only.
type Answer struct {
	Target, Digit int
	// Digits is the number of digits of Expr.
	Digits int
	Expr   *expr.Node
}

// Check evaluates the expression and returns the fault of the answer, or nil.
func (a Answer) Check() error {
	v, err := expr.Eval(a.Expr)
	if err != nil {
		return fmt.Errorf("%d#%d: %s: %w", a.Target, a.Digit, a.Expr, err)
	}
	if !v.Is(int64(a.Target)) {
		return fmt.Errorf("%d#%d: %s is %s", a.Target, a.Digit, a.Expr, v)
	}
	for _, n := range a.Expr.Numbers() {
		if strings.Trim(n.Digits, strconv.Itoa(a.Digit)) != "" {
			return fmt.Errorf("%d#%d: %s uses another digit", a.Target, a.Digit, a.Expr)
		}
	}
	if expr.CountDigits(a.Expr) != a.Digits {
		return fmt.Errorf("%d#%d: %s has not %d digits", a.Target, a.Digit, a.Expr, a.Digits)
	}
	return nil
}

// answer returns an expression as the answer to a target. It reports false if the expression
// is nil, or if the judge cannot check it, such as a sum of roots of 5041!. It counts the
// digits, because two steps back may find fewer than were wanted.
func (t *levels) answer(target int, e *expr.Node) (Answer, bool) {
	if e == nil {
		return Answer{}, false
	}
	a := Answer{
		Target: target,
		Digit:  int(t.digit),
		Digits: expr.CountDigits(e),
		Expr:   e.Upright(),
	}
	return a, a.Check() == nil
}

// Options bound a search. The zero Options are those of a live search.
type Options struct {
	// Entries bounds the numbers held at once. Each takes some 33 bytes of memory. 0 means 4
	// million, and the most is 67 million.
	Entries int
	// Workers is how many goroutines search, 0 meaning one. The result does not depend on their number.
	Workers int
}

// Find looks for an expression of the target, at least 1, in one digit 1..9 used as
// few times as possible. It grows levels of all numbers and after each level it
// looks backward from the target beyond that level, until another level could show
// nothing shorter. When ctx ends or the memory is used up, Find returns the best answer
// so far, and false if there is none.
//
// Find proves nothing: it does not try numbers outside the limits of a level, and the
// limits close in as the levels become large.
func Find(ctx context.Context, target, digit int, o Options) (Answer, bool) {
	t := newLevels(digit, o.Entries)
	c := t.calculators(1)[0]
	var best awkwardAnswer
	for {
		grown := t.grow(ctx, wideLimits.at(t.levelsLeft()), max(1, o.Workers))
		// If the target is held, it is new on this level, so its answer is the shortest. It may be held
		// even if the level is not complete.
		a, ok := t.answer(target, t.expressInteger(target))
		if ok {
			return a, true
		}
		if grown {
			best = t.lookBeyond(ctx, c, target, best)
		}
		isShortest := best.Expr != nil && best.Digits <= t.depth()+2
		if isShortest || !grown || ctx.Err() != nil {
			return best.Answer, best.Expr != nil
		}
	}
}

// An awkwardAnswer is an answer, without an Expr if there is none, and how awkward its last operation is.
type awkwardAnswer struct {
	Answer
	awkwardness int
}

// lookBeyond looks for answers with more digits than the levels hold. It returns the shortest and least awkward one
// that it finds if that is better than the best so far, and otherwise the best so far.
func (t *levels) lookBeyond(ctx context.Context, c *calculator, target int, best awkwardAnswer) awkwardAnswer {
	for d := t.depth() + 1; d <= 2*t.depth(); d++ {
		if best.Expr != nil && d > best.Digits {
			break
		}
		// One operation beyond the levels shows all numbers of the next level, and two operations
		// show all of the level after that.
		goals := goalsOf(c, []int{target}, d)
		if d == t.depth()+2 {
			goals = append(goals, t.below(c, goals, 1)...)
		}
		f := t.lookBack(ctx, goals, 1)[target]
		isBetter := best.Expr == nil || d < best.Digits || f.awkwardness < best.awkwardness
		if !isBetter {
			continue
		}
		a, ok := t.answer(target, t.expressFinding(f))
		if ok {
			best = awkwardAnswer{a, f.awkwardness}
		}
	}
	return best
}

// levelsLeft returns how many levels a live search is expected to make after the next one.
func (t *levels) levelsLeft() int {
	left := 0
	for _, size := range liveSizes {
		if len(t.keys) < size {
			left++
		}
	}
	return left
}

// liveSizes are the numbers of entries at which Find passes to narrower limits: the size of
// the levels says how far the search has come.
var liveSizes = []int{10_000, 2_000}
