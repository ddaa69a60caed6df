package search

import "reckon/engine/expr"

// Origins are the expressions of numbers of the last level.
type origins map[key]*expr.Node

// expressFinding writes the number sought, from the given origins.
func (t *levels) expressFinding(f finding, from origins) *expr.Node {
	n := t.expressOperation(f.op, f.left.entry, func(right bool) *expr.Node {
		p := f.left
		if right {
			p = f.right
		}
		if p.last {
			return from[p.key]
		}
		return t.express(p.entry)
	})
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

func (t *levels) expressCandidate(c candidate) *expr.Node {
	return t.expressOperation(c.op, c.left, func(right bool) *expr.Node {
		if right {
			return t.express(c.right)
		}
		return t.express(c.left)
	})
}

// expressOperation writes an operation; a repdigit has so many digits.
func (t *levels) expressOperation(op operation, digits uint32, operand func(right bool) *expr.Node) *expr.Node {
	switch {
	case op == concatenate:
		n, _ := repdigit(t.digit, int(digits))
		return expr.Number(int64(n))
	case op.isUnary():
		return compound(op, operand(false), nil)
	default:
		return compound(op, operand(false), operand(true))
	}
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
