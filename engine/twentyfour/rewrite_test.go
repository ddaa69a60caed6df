package twentyfour

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/expr"
	"reckon/engine/property"
)

// treeOf returns the tree of an expression without signs.
func treeOf(e *expr.Node) *tree {
	if e.Op == expr.Num {
		v, _ := strconv.Atoi(e.Digits)
		return leaf(v)
	}
	return joinTrees(e.Op, treeOf(e.X), treeOf(e.Y))
}

// nodes returns t and all trees in it.
func (t *tree) nodes() []*tree {
	if t.op == expr.Num {
		return []*tree{t}
	}
	return append(append([]*tree{t}, t.x.nodes()...), t.y.nodes()...)
}

// with returns t with new in place of the part old.
func (t *tree) with(old, new *tree) *tree {
	switch {
	case t == old:
		return new
	case t.op == expr.Num:
		return t
	}
	return joinTrees(t.op, t.x.with(old, new), t.y.with(old, new))
}

func isChain(op expr.Op) bool { return op == expr.Add || op == expr.Sub }

func inverse(op expr.Op) expr.Op {
	return map[expr.Op]expr.Op{expr.Add: expr.Sub, expr.Sub: expr.Add, expr.Mul: expr.Div, expr.Div: expr.Mul}[op]
}

// rewrites returns other ways to write the last steps of t that are the same solution by the
// rules. Each may be nil.
func (t *tree) rewrites() []*tree {
	if t.op == expr.Num {
		return nil
	}
	var list []*tree
	op, x, y := t.op, t.x, t.y
	if op == expr.Add || op == expr.Mul {
		list = append(list, joinTrees(op, y, x))
	}
	if y.op != expr.Num && isChain(y.op) == isChain(op) { // x-(y-z) = x-y+z
		second := y.op
		if op == expr.Sub || op == expr.Div {
			second = inverse(y.op)
		}
		list = append(list, joinAll(joinTrees(op, x, y.x), second, y.y))
	}
	if x.op != expr.Num && isChain(x.op) == isChain(op) { // x-y+z = x+z-y
		list = append(list, joinAll(joinTrees(op, x.x, y), x.op, x.y))
		if x.op == expr.Add || x.op == expr.Mul { // x+y-z = x+(y-z)
			if rest := joinTrees(op, x.y, y); rest != nil {
				list = append(list, joinTrees(x.op, x.x, rest))
			}
		}
	}
	return append(append(list, t.turnedSigns()...), t.neutralRewrites()...)
}

func joinAll(x *tree, op expr.Op, y *tree) *tree {
	if x == nil {
		return nil
	}
	return joinTrees(op, x, y)
}

// turnedSigns moves signs: (a-b)*(c-d) = (b-a)*(d-c), x+(a-b)*c = x-(b-a)*c.
func (t *tree) turnedSigns() []*tree {
	turn := func(d *tree) *tree { return joinTrees(expr.Sub, d.y, d.x) }
	var list []*tree
	if !isChain(t.op) && t.x.op == expr.Sub && t.y.op == expr.Sub {
		list = append(list, joinTrees(t.op, turn(t.x), turn(t.y)))
	}
	if p := t.y; isChain(t.op) && (p.op == expr.Mul || p.op == expr.Div) {
		if p.x.op == expr.Sub {
			list = append(list, joinTrees(inverse(t.op), t.x, joinTrees(p.op, turn(p.x), p.y)))
		}
		if p.y.op == expr.Sub {
			list = append(list, joinTrees(inverse(t.op), t.x, joinTrees(p.op, p.x, turn(p.y))))
		}
	}
	return list
}

// neutralRewrites returns the rewrites with 0 and 1 that move nothing: *1 = /1,
// A*X/X = A+X-X, and 0*(x op y) with any operation.
func (t *tree) neutralRewrites() []*tree {
	var list []*tree
	if !isChain(t.op) && t.y.value == integer(1) {
		list = append(list, joinTrees(inverse(t.op), t.x, t.y))
	}
	if isChain(t.op) && t.y.value.Num == 0 {
		list = append(list, joinTrees(inverse(t.op), t.x, t.y))
	}
	if x := t.x; x.op == expr.Mul && t.op == expr.Div && x.y.expr().Equal(t.y.expr()) {
		list = append(list, joinTrees(expr.Sub, joinTrees(expr.Add, x.x, x.y), t.y))
	}
	if x := t.x; x.op == expr.Add && t.op == expr.Sub && x.y.expr().Equal(t.y.expr()) && t.y.value.Num != 0 {
		list = append(list, joinTrees(expr.Div, joinTrees(expr.Mul, x.x, x.y), t.y))
	}
	if y := t.y; t.op == expr.Mul && t.x.value.Num == 0 && y.op != expr.Num {
		for _, op := range []expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Div} {
			if other := joinTrees(op, y.x, y.y); other != nil {
				list = append(list, joinTrees(expr.Mul, t.x, other))
			}
		}
	}
	return list
}

// moved takes the *1 or +0 from the end of n, a part of whole, and puts it at another place in whole.
// It returns nil if n does not end with either.
func moved(t *rapid.T, whole, n *tree) *tree {
	var ops []expr.Op
	switch {
	case n.op == expr.Num:
		return nil
	case !isChain(n.op) && n.y.value == integer(1):
		ops = []expr.Op{expr.Mul, expr.Div}
	case isChain(n.op) && n.y.value.Num == 0:
		ops = []expr.Op{expr.Add, expr.Sub}
	default:
		return nil
	}
	rest := whole.with(n, n.x)
	if rest == nil {
		return nil
	}
	target := rapid.SampledFrom(rest.nodes()).Draw(t, "target")
	return rest.with(target, joinTrees(rapid.SampledFrom(ops).Draw(t, "op"), target, n.y))
}

// TestFormSurvivesRewriting rewrites solutions by the rules again and again: the form stays.
func TestFormSurvivesRewriting(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 5)
		s := p.study()
		if len(s.solutions) == 0 {
			return
		}
		e := s.solutions[rapid.IntRange(0, len(s.solutions)-1).Draw(t, "solution")].expr
		now := treeOf(e)
		want := p.form(e)
		for range 30 {
			n := rapid.SampledFrom(now.nodes()).Draw(t, "node")
			next := moved(t, now, n)
			if list := n.rewrites(); len(list) > 0 && (next == nil || rapid.Bool().Draw(t, "in place")) {
				if r := rapid.SampledFrom(list).Draw(t, "rewriting"); r != nil {
					next = now.with(n, r)
				}
			}
			if next == nil {
				continue
			}
			if next.value != now.value {
				t.Fatalf("the test is wrong: %s became %s", now.expr(), next.expr())
			}
			if got := p.form(next.expr()); got != want {
				t.Fatalf("%s: %s has form %s, rewritten as %s it has %s", p.ID(), now.expr(), want, next.expr(), got)
			}
			now = next
		}
	})
}
