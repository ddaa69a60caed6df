package tchisla

import (
	"context"

	"reckon/engine/expr"
)

// Options bound a search. The zero Options are those of a live search.
type Options struct {
	// Entries is the most numbers held at once, some 33 bytes of memory each;
	// 0 stands for 4 million. At most 67 million.
	Entries int
	// Depth is the number of digits up to which every number is held; what
	// lies past it is searched backwards. 0 stands for as deep as Entries allow.
	Depth int
	// Wide holds deeper roots and larger numbers beside them, which takes
	// several times as long. A search without a Depth is always wide.
	Wide bool
	// Workers is how many goroutines grow the table; 0 stands for one. What is
	// found does not depend on it.
	Workers int
}

const liveEntries = 4_000_000

func (o Options) entries() int {
	if o.Entries <= 0 {
		return liveEntries
	}
	return o.Entries
}

func (o Options) workers() int { return max(1, o.Workers) }

// limitsFor is how wide the next level of t is, and false past the last.
// Without a depth to aim at, the size of the table tells how far it has come.
func (o Options) limitsFor(t *table) (limits, bool) {
	if left := o.Depth - t.depth() - 1; o.Depth > 0 {
		if left < 0 {
			return limits{}, false
		}
		if o.Wide {
			return wideLimits.at(left), true
		}
		return closeLimits.at(left), true
	}
	left := 0
	for _, size := range liveSizes {
		if t.len() < size {
			left++
		}
	}
	return wideLimits.at(left), true
}

// liveSizes are the sizes at which a live search passes to narrower limits.
var liveSizes = []int{10_000, 2_000}

// A Result is the best expression found for one target.
type Result struct {
	Expr   *expr.Node // nil: none was found
	Digits int        // of Expr
	// Proven says that no fewer digits do, among expressions whose every part
	// is a number within the limits of the search (see Search).
	Proven bool
}

// Search finds an expression for the target, at least 1, in one digit 1..9
// used as few times as may be. It grows a table of all numbers level by level
// and after each level looks backwards from the target past it. When ctx ends
// or the memory is used up it gives the best so far.
//
// The search space: positive fractions, alone or times a root up to six square
// roots deep or times m! above 20! or a root of it, within fixed bounds; joined
// by + - * / ^, √ and !, with sums of like roots only, negative exponents, and
// powers too large to hold when square roots bring them down.
func Search(ctx context.Context, target, digit int, o Options) Result {
	t := newTable(digit, o.entries())
	var best Result
	strain := 0
	for {
		s, ok := o.limitsFor(t)
		grown := ok && t.grow(ctx, s, o.workers())
		// What a level holds is not on the levels before, even if it is torn.
		if i, ok := t.find(integer(uint64(target))); ok {
			if e := t.express(i); t.judged(target, e) {
				return Result{Expr: e, Digits: t.level(i), Proven: t.level(i) <= t.depth()+1}
			}
		}
		if !grown {
			return best
		}
		for d := t.depth() + 1; d <= 2*t.depth() && (best.Expr == nil || d <= best.Digits); d++ {
			f, ok := t.past(ctx, target, d)
			if ok && (best.Expr == nil || d < best.Digits || f.strain < strain) {
				if e := t.expressGoal(f); t.judged(target, e) {
					best, strain = Result{Expr: e, Digits: expr.CountDigits(e)}, f.strain
				}
			}
		}
		if best.Expr != nil && best.Digits <= t.depth()+2 && ctx.Err() == nil {
			best.Proven = true
			return best
		}
	}
}

// judged says whether the judge takes e as an answer: one that it cannot check is
// none.
func (t *table) judged(target int, e *expr.Node) bool {
	return Row{Target: target, Digit: int(t.digit), Digits: expr.CountDigits(e), Expr: e}.Check() == nil
}

// past looks for the target with the given number of digits: one operation
// past the table, which shows all of the next level, and for the level after
// it two operations, which shows all of that.
func (t *table) past(ctx context.Context, target, digits int) (finding, bool) {
	gs := t.goalsOf([]int{target}, digits)
	if digits == t.depth()+2 {
		gs = append(gs, t.below(gs, 1)...)
	}
	f, ok := t.peel(ctx, gs, 1)[target]
	return f, ok
}
