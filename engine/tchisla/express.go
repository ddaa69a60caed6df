package tchisla

import "reckon/engine/expr"

// expressGoal writes the target of a finding.
func (t *table) expressGoal(f finding) *expr.Node {
	n := t.expressJoin(f.join)
	for _, s := range f.goal.above {
		n = t.expressStep(n, s)
	}
	return n
}

func (t *table) expressStep(n *expr.Node, s step) *expr.Node {
	switch {
	case s.op == squareRootOf || s.op == factorialOf:
		return compound(s.op, n, nil)
	case s.last:
		return compound(s.op, t.express(s.by), n)
	default:
		return compound(s.op, n, t.express(s.by))
	}
}

// express writes entry i.
func (t *table) express(i uint32) *expr.Node {
	return t.expressJoin(join{t.op[i], t.left[i], t.right[i]})
}

func (t *table) expressJoin(j join) *expr.Node {
	switch j.op {
	case concatenate:
		n, _ := repdigit(t.digit, int(j.left))
		return expr.Number(int64(n))
	case squareRootOf, factorialOf:
		return compound(j.op, t.express(j.left), nil)
	default:
		return compound(j.op, t.express(j.left), t.express(j.right))
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
