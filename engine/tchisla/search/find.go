package search

import (
	"context"

	"reckon/engine/expr"
)

// Find looks for an expression of the target, at least 1, in one digit 1..9 used
// as few times as may be. It grows levels of all numbers and after each one looks
// backward from the target past it, until a level further on could show nothing
// shorter. When ctx ends or the memory is used up it gives the best so far; it is
// false where it found none.
//
// It proves nothing: what lies outside the limits of a level is not tried, and
// those close in as the levels become large.
func Find(ctx context.Context, target, digit int, o Options) (Answer, bool) {
	t := newLevels(digit, o.entries())
	var best Answer
	awkwardness := 0
	answer := func(e *expr.Node) (Answer, bool) {
		a := Answer{Target: target, Digit: digit, Digits: expr.CountDigits(e), Expr: e}
		return a, a.Check() == nil // what the judge cannot check is no answer
	}
	for {
		grown := t.grow(ctx, liveLimits(t), o.workers())
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
			f, ok := t.past(ctx, target, d)
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

// liveLimits are how wide the next level is: the size of those before tells how
// far the search has come.
func liveLimits(t *levels) *limits {
	left := 0
	for _, size := range liveSizes {
		if t.len() < size {
			left++
		}
	}
	return wideLimits.at(left)
}

// liveSizes are the sizes at which a live search passes to narrower limits.
var liveSizes = []int{10_000, 2_000}

// past looks for the target with the given number of digits: one operation
// past the levels, which shows all of the next one, and for the level after
// it two operations, which shows all of that.
func (t *levels) past(ctx context.Context, target, digits int) (finding, bool) {
	c := t.calculator(0)
	gs := goalsOf(c, []int{target}, digits)
	if digits == t.depth()+2 {
		gs = append(gs, t.below(c, gs, 1)...)
	}
	f, ok := t.lookBack(ctx, gs, 1, false, nil)[target]
	return f, ok
}
