package twentyfour

import "math/bits"

// A step is one operation on two values without sign; x >= y except in a division.
type step struct {
	// op is + - * or /.
	op byte
	// v is the result.
	x, y, v ratio
	// last means that the step is the last of the whole expression.
	last bool
	// double means that x and y are both results of steps.
	double bool
}

// An algebra says how to compute a T over the trees of a node. A node has
// many trees, because its chains may be worked out in any grouping.
type algebra[T any] struct {
	// card is the T of a card.
	card T
	// step computes the T of a step from the T of x and the T of y.
	step func(s step, x, y T) T
	// or joins the T of alternatives.
	or func(some, more T) T
}

// fold computes a over all trees of n; last means that n is a whole solution.
func fold[T any](n *node, last bool, a algebra[T]) T {
	if n.kind == card {
		return a.card
	}
	// few is on the stack, and enough for four cards.
	var few [16][2]cell[T]
	f := folding[T]{algebra: a, node: n, cells: few[:]}
	if len(n.parts) > 4 {
		f.cells = make([][2]cell[T], 1<<len(n.parts))
	}
	for i, p := range n.parts {
		c := cell[T]{true, p.value, fold(p.node, false, a)}
		turn := 0
		if p.inv && n.kind == sum {
			c.value = c.value.neg()
		} else if p.inv {
			turn = 1
		}
		f.cells[1<<i][turn] = c
	}
	full := 1<<len(n.parts) - 1
	for set := 3; set <= full; set++ {
		// Each split of the set comes once: some is the part that is the greater number.
		for some := (set - 1) & set; some > set&^some; some = (some - 1) & set {
			others := set &^ some
			f.join(some, others, step{
				last:   last && set == full,
				double: n.isResult(some) && n.isResult(others),
			})
		}
	}
	return f.cells[full][0].total
}

// isResult reports whether a set of the parts of n makes the result of a step, and not a card.
func (n *node) isResult(set int) bool {
	isOne := set&(set-1) == 0
	return !isOne || n.parts[bits.TrailingZeros(uint(set))].kind != card
}

// A folding works out the groupings of one chain. Sets of its members are bit masks.
// The result of a set of factors may be multiplied (turn 0) or divided by (turn 1):
// 6*(8/4), 6/(4/8).
type folding[T any] struct {
	algebra[T]
	node  *node
	cells [][2]cell[T]
}

// A cell is what is known about a set in one turn.
type cell[T any] struct {
	// found means that some tree makes the set's result in this turn.
	found bool
	// value has its sign in a sum.
	value ratio
	// total joins the T of all trees of the set.
	total T
}

// join adds the steps that join the sets a and b.
func (f *folding[T]) join(a, b int, s step) {
	if f.node.kind == sum {
		m := &f.cells[a][0]
		n := &f.cells[b][0]
		s.op = '+'
		if m.value.sign()*n.value.sign() < 0 {
			s.op = '-'
		}
		f.add(a|b, 0, s, m, n, m.value.add(n.value))
		return
	}
	for turn := range 2 {
		m := &f.cells[a][turn]
		n := &f.cells[b][turn]
		if m.found && n.found {
			s.op = '*'
			f.add(a|b, turn, s, m, n, m.value.mul(n.value))
		}
		n = &f.cells[b][1-turn]
		if m.found && n.found {
			s.op = '/'
			if n.value.Num != 0 {
				f.add(a|b, turn, s, m, n, m.value.div(n.value))
			}
			if m.value.Num != 0 {
				f.add(a|b, 1-turn, s, n, m, n.value.div(m.value))
			}
		}
	}
}

// add adds the step s of m and n, which makes v.
func (f *folding[T]) add(set, turn int, s step, m, n *cell[T], v ratio) {
	if s.op != '/' && m.value.abs().compare(n.value.abs()) < 0 {
		m, n = n, m
	}
	s.x = m.value.abs()
	s.y = n.value.abs()
	s.v = v.abs()
	total := f.step(s, m.total, n.total)
	c := &f.cells[set][turn]
	if c.found {
		total = f.or(c.total, total)
	}
	*c = cell[T]{true, v, total}
}
