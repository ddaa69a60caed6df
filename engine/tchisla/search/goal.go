package search

import "slices"

// A goal is a number to be found on the way to a target, with at most digits
// digits. The steps in above make the target of it.
type goal struct {
	sought int // the target, or the place in a list of numbers
	value  number
	digits int
	above  []step // innermost first
}

// A step is an operation with a goal inside: goal op entry, entry op goal
// where last is set, or one on the goal alone.
type step struct {
	op   operation
	by   uint32
	last bool
}

// squaredGoals is how often a goal is squared, to find it under a root.
const squaredGoals = 2

// goalsOf returns the targets as goals, and the goals under a root or factorial
// around them.
func goalsOf(c *calculator, targets []int, digits int) []goal {
	var gs []goal
	for _, n := range targets {
		gs = appendUnwrapped(c, gs, goal{sought: n, value: integer(uint64(n)), digits: digits}, squaredGoals)
	}
	return gs
}

// appendUnwrapped appends g and the goals of which it is a factorial or, at most so
// many times, a square root.
func appendUnwrapped(c *calculator, gs []goal, g goal, squares int) []goal {
	gs = append(gs, g)
	if g.value.isOne() {
		return gs
	}
	m := slices.Index(factorials[:], g.value.num)
	switch v := g.value; {
	case v.base.isFactorial() && v.num == 1 && v.den == 1:
		gs = appendUnwrapped(c, gs, g.inside(integer(v.base.argument()), step{op: factorialOf}), squares)
	case v.isInteger() && m > 2:
		gs = appendUnwrapped(c, gs, g.inside(integer(uint64(m)), step{op: factorialOf}), squares)
	}
	if g.value.base.isFactorial() || squares == 0 {
		return gs
	}
	if v, ok := c.mul(g.value, g.value, false); ok && v.holdable() {
		gs = appendUnwrapped(c, gs, g.inside(v, step{op: squareRootOf}), squares-1)
	}
	return gs
}

// inside returns the goal v from which step s makes g.
func (g goal) inside(v number, s step) goal {
	g.value = v
	g.above = slices.Insert(slices.Clone(g.above), 0, s)
	return g
}

// below derives from each goal those one operation further in: for each entry
// x of up to the given level, the y that would make the goal with x.
func (t *levels) below(c *calculator, goals []goal, level int) []goal {
	var gs []goal
	for i := range t.starts[min(level, t.depth())+1] {
		x, d := t.at(uint32(i)), t.level(uint32(i))
		for _, g := range goals {
			deeper := func(y number, op operation, last bool) {
				in := g.inside(y, step{op, uint32(i), last})
				in.digits -= d
				gs = appendUnwrapped(c, gs, in, squaredGoals)
			}
			c.eachPartner(g.value, x, deeper)
			c.eachBase(g.value, x, deeper)
		}
	}
	return gs
}
