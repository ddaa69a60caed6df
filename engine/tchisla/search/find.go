package search

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"reckon/engine/expr"
)

// An Answer is an expression that writes a target with one digit only.
type Answer struct {
	Target, Digit int
	Digits        int // of Expr
	Expr          *expr.Node
}

// Check evaluates the expression and returns the fault of the answer, or nil.
func (a Answer) Check() error {
	v, err := expr.Eval(a.Expr)
	switch {
	case err != nil:
		return fmt.Errorf("%d#%d: %s: %w", a.Target, a.Digit, a.Expr, err)
	case !v.Is(int64(a.Target)):
		return fmt.Errorf("%d#%d: %s is %s", a.Target, a.Digit, a.Expr, v)
	case slices.ContainsFunc(a.Expr.Numbers(), func(n *expr.Node) bool { return strings.Trim(n.Digits, strconv.Itoa(a.Digit)) != "" }):
		return fmt.Errorf("%d#%d: %s uses another digit", a.Target, a.Digit, a.Expr)
	case expr.CountDigits(a.Expr) != a.Digits:
		return fmt.Errorf("%d#%d: %s has not %d digits", a.Target, a.Digit, a.Expr, a.Digits)
	}
	return nil
}

// answer returns an expression, which may be nil, as the answer to a target, with its
// digits counted anew: two steps back may find fewer than were wanted. What the judge
// cannot check, such as a sum of roots of 5041!, is no answer.
func (t *levels) answer(target int, e *expr.Node) (Answer, bool) {
	if e == nil {
		return Answer{}, false
	}
	a := Answer{Target: target, Digit: int(t.digit), Digits: expr.CountDigits(e), Expr: e.Upright()}
	return a, a.Check() == nil
}

// Options bound a search. The zero Options are those of a live search.
type Options struct {
	// Entries bounds the numbers held at once, some 33 bytes of memory each; 0 stands for
	// 4 million. At most 67 million.
	Entries int
	// Workers is how many goroutines search; 0 stands for one. What is found does
	// not depend on it.
	Workers int
}

// Find looks for an expression of the target, at least 1, in one digit 1..9 used
// as few times as possible. It grows levels of all numbers and after each one looks
// backward from the target past it, until another level could show nothing shorter.
// When ctx ends or the memory is used up it returns the best so far; it is false if
// it found none.
//
// It proves nothing: it does not try numbers outside the limits of a level, and the
// limits close in as the levels become large.
func Find(ctx context.Context, target, digit int, o Options) (Answer, bool) {
	t := newLevels(digit, o.Entries)
	c := new(calculator)
	var best Answer
	awkwardness := 0
	for {
		left := 0
		for _, size := range liveSizes {
			if len(t.keys) < size {
				left++
			}
		}
		grown := t.grow(ctx, wideLimits.at(left), max(1, o.Workers))
		// What a level holds is not on the levels before, even if it is torn.
		if a, ok := t.answer(target, t.expressInteger(target)); ok {
			return a, true
		}
		if !grown {
			return best, best.Expr != nil
		}
		for d := t.depth() + 1; d <= 2*t.depth() && (best.Expr == nil || d <= best.Digits); d++ {
			// One operation past the levels shows all of the next one, and two all of the
			// level after it.
			goals := goalsOf(c, []int{target}, d)
			if d == t.depth()+2 {
				goals = append(goals, t.below(c, goals, 1)...)
			}
			f := t.lookBack(ctx, goals, 1)[target]
			if best.Expr == nil || d < best.Digits || f.awkwardness < awkwardness {
				if a, ok := t.answer(target, t.expressFinding(f)); ok {
					best, awkwardness = a, f.awkwardness
				}
			}
		}
		if best.Expr != nil && best.Digits <= t.depth()+2 || ctx.Err() != nil {
			return best, best.Expr != nil
		}
	}
}

// liveSizes are the sizes at which Find passes to narrower limits: the size of the
// levels before says how far the search has come.
var liveSizes = []int{10_000, 2_000}
