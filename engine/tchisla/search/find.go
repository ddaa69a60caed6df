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

// Options bound a search. The zero Options are those of a live search.
type Options struct {
	// Entries bounds the numbers held at once with their making, some 33 bytes of
	// memory each; 0 stands for 4 million. At most 67 million. FindAll
	// holds four times as many more of its last level, some 8 bytes each.
	Entries int
	// Workers is how many goroutines search; 0 stands for one. What is found does
	// not depend on it.
	Workers int
}

const liveEntries = 4_000_000

// orDefaults returns o with what its zero values stand for.
func (o Options) orDefaults() Options {
	if o.Entries <= 0 {
		o.Entries = liveEntries
	}
	o.Workers = max(1, o.Workers)
	return o
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
	o = o.orDefaults()
	t := newLevels(digit, o.Entries)
	c := t.calculator(0)
	var best Answer
	awkwardness := 0
	answer := func(e *expr.Node) (Answer, bool) {
		a := Answer{Target: target, Digit: digit, Digits: expr.CountDigits(e), Expr: e.Upright()}
		return a, a.Check() == nil // what the judge cannot check is no answer
	}
	for {
		left := 0
		for _, size := range liveSizes {
			if len(t.keys) < size {
				left++
			}
		}
		grown := t.grow(ctx, wideLimits.at(left), o.Workers)
		// What a level holds is not on the levels before, even if it is torn.
		if i, ok := t.find(integer(uint64(target))); ok {
			if a, ok := answer(t.express(i)); ok {
				return a, true
			}
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
			f, ok := t.lookBack(ctx, goals, 1, false, nil)[target]
			if ok && (best.Expr == nil || d < best.Digits || f.awkwardness < awkwardness) {
				if a, ok := answer(t.expressFinding(f, nil)); ok {
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
