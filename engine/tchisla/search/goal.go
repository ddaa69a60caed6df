package search

import "slices"

// A goal is a number to be found on the way to a target, with at most digits digits.
type goal struct {
	// sought is the target, or the index in a list of numbers.
	sought int
	value  number
	digits int
	// above are the steps that make the target of the goal, the innermost first.
	above []step
}

// A step is an operation on a goal alone, or on a goal and the entry by: goal op by or, if
// onRight, by op goal.
type step struct {
	op      operation
	by      uint32
	onRight bool
}

// squaredGoals is how often a goal is squared, to find it under a root.
const squaredGoals = 2

// goalsOf returns the targets as goals, and the goals whose root or factorial makes one.
func goalsOf(c *calculator, targets []int, digits int) []goal {
	var gs []goal
	for _, n := range targets {
		g := goal{sought: n, value: integer(uint64(n)), digits: digits}
		gs = appendUnwrapped(c, gs, g, squaredGoals)
	}
	return gs
}

// appendUnwrapped appends g, the goal whose factorial it is and the goals whose square root
// it is, for at most that many squares.
func appendUnwrapped(c *calculator, gs []goal, g goal, squares int) []goal {
	gs = append(gs, g)
	if g.value.isOne() {
		return gs
	}
	m, ok := g.value.asFactorialOf()
	if ok {
		gs = appendUnwrapped(c, gs, g.inside(integer(m), step{op: factorialOf}), squares)
	}
	if g.value.base.isFactorial() || squares == 0 {
		return gs
	}
	square, ok := c.mul(g.value, g.value, false)
	if ok && square.holdable() {
		gs = appendUnwrapped(c, gs, g.inside(square, step{op: squareRootOf}), squares-1)
	}
	return gs
}

// asFactorialOf returns the m above 2 whose factorial is n, and false if there is none.
func (n number) asFactorialOf() (uint64, bool) {
	if n.den != 1 {
		return 0, false
	}
	if n.base.isFactorial() {
		return n.base.argument(), n.num == 1
	}
	m := slices.Index(factorials[:], n.num)
	return uint64(m), n.base == 0 && m > 2
}

// inside returns the goal v from which step s makes g.
func (g goal) inside(v number, s step) goal {
	g.value = v
	g.above = slices.Insert(slices.Clone(g.above), 0, s)
	return g
}

// below returns the goals one operation further in: for each goal and each entry x of up to
// the given level, the y that would make the goal with x.
func (t *levels) below(c *calculator, goals []goal, level int) []goal {
	var gs []goal
	for i := range t.starts[min(level, t.depth())+1] {
		x := t.at(uint32(i))
		digits := t.level(uint32(i))
		for _, g := range goals {
			appendInner := func(y number, op operation, onRight bool) {
				inner := g.inside(y, step{op, uint32(i), onRight})
				inner.digits -= digits
				gs = appendUnwrapped(c, gs, inner, squaredGoals)
			}
			c.eachPartner(g.value, x, appendInner)
			c.eachBase(g.value, x, appendInner)
		}
	}
	return gs
}
