package search

import "reckon/engine/expr"

// Origins are the expressions of numbers of the last level.
type origins map[key]*expr.Node

// expressFinding writes the number sought, from the given origins.
func (t *levels) expressFinding(f finding, from origins) *expr.Node {
	operand := func(p part) *expr.Node {
		if p.last {
			return from[p.key]
		}
		return t.express(p.entry)
	}
	var n *expr.Node
	if f.op == concatenate {
		n = t.expressCandidate(candidate{op: f.op, left: f.left.entry})
	} else {
		n = compound(f.op, operand(f.left), operand(f.right))
	}
	for _, s := range f.goal.above {
		switch {
		case s.op.isUnary():
			n = compound(s.op, n, nil)
		case s.last:
			n = compound(s.op, t.express(s.by), n)
		default:
			n = compound(s.op, n, t.express(s.by))
		}
	}
	return n
}

// express writes entry i.
func (t *levels) express(i uint32) *expr.Node {
	return t.expressCandidate(candidate{op: t.op[i], left: t.left[i], right: t.right[i]})
}

// expressCandidate writes a candidate; left is the number of digits of a repdigit.
func (t *levels) expressCandidate(c candidate) *expr.Node {
	switch {
	case c.op == concatenate:
		n, _ := repdigit(t.digit, int(c.left))
		return expr.Number(int64(n))
	case c.op.isUnary():
		return compound(c.op, t.express(c.left), nil)
	}
	return compound(c.op, t.express(c.left), t.express(c.right))
}

var treeOp = map[operation]expr.Op{
	add: expr.Add, subtract: expr.Sub, multiply: expr.Mul, divide: expr.Div, raise: expr.Pow,
}

func compound(op operation, x, y *expr.Node) *expr.Node {
	var n *expr.Node
	switch kind := op.kind(); kind {
	case squareRootOf:
		n = expr.New(expr.Sqrt, x, nil)
	case factorialOf:
		n = expr.New(expr.Fact, x, nil)
	case raiseInverse:
		n = expr.New(expr.Pow, x, expr.New(expr.Neg, y, nil))
	case factorialRatio:
		n = expr.New(expr.Div, expr.New(expr.Fact, x, nil), expr.New(expr.Fact, y, nil))
	default:
		n = expr.New(treeOp[kind], x, y)
	}
	for range op.roots() {
		n = expr.New(expr.Sqrt, n, nil)
	}
	return n
}
