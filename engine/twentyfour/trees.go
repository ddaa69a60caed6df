package twentyfour

import "math/bits"

// A step is one operation on two values without sign; x >= y except in a division.
type step struct {
	op      byte // + - * /
	x, y, v ratio
	last    bool // of the whole expression
	double  bool // x and y are both results of steps
}

// An algebra says how to compute a T over the trees of a node. A node stands for
// many trees, because its chains may be worked out in any grouping.
type algebra[T any] struct {
	card T                      // of a card
	step func(s step, x, y T) T // of a step, from those of x and y
	or   func(some, more T) T   // of alternatives
}

// fold computes a over all trees of n; last says that n is a whole solution.
func fold[T any](n *node, last bool, a algebra[T]) T {
	if n.kind == card {
		return a.card
	}
	var few [16][2]cell[T] // on the stack, enough for four cards
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
	isResult := func(set int) bool { return set&(set-1) != 0 || n.parts[bits.TrailingZeros(uint(set))].kind != card }
	full := 1<<len(n.parts) - 1
	for set := 3; set <= full; set++ {
		for some := (set - 1) & set; some > set&^some; some = (some - 1) & set {
			f.join(some, set&^some, step{last: last && set == full, double: isResult(some) && isResult(set&^some)})
		}
	}
	return f.cells[full][0].sum
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
	found bool
	value ratio // of terms: with its sign
	sum   T
}

// join adds the steps that join the sets a and b.
func (f *folding[T]) join(a, b int, s step) {
	if f.node.kind == sum {
		m, n := &f.cells[a][0], &f.cells[b][0]
		s.op = '+'
		if m.value.Num > 0 && n.value.Num < 0 || m.value.Num < 0 && n.value.Num > 0 {
			s.op = '-'
		}
		f.add(a|b, 0, s, m, n, m.value.add(n.value))
		return
	}
	for turn := range 2 {
		m, n := &f.cells[a][turn], &f.cells[b][turn]
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
	s.x, s.y, s.v = m.value.abs(), n.value.abs(), v.abs()
	if s.op != '/' && s.x.compare(s.y) < 0 {
		s.x, s.y, m, n = s.y, s.x, n, m
	}
	c, t := &f.cells[set][turn], f.step(s, m.sum, n.sum)
	if c.found {
		t = f.or(c.sum, t)
	}
	*c = cell[T]{true, v, t}
}
