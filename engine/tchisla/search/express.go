package search

import "reckon/engine/expr"

// expressFinding writes the number sought. It returns nil if there is no finding.
func (t *levels) expressFinding(f finding) *expr.Node {
	if f.goal == nil {
		return nil
	}
	n := t.expressOperation(f.op, f.left, f.right)
	for _, s := range f.goal.above {
		switch {
		case s.op.isUnary():
			n = compound(s.op, n, nil)
		case s.onRight:
			n = compound(s.op, t.express(s.by), n)
		default:
			n = compound(s.op, n, t.express(s.by))
		}
	}
	return n
}

// expressInteger writes n. It returns nil if n is not held.
func (t *levels) expressInteger(n int) *expr.Node {
	i, ok := t.find(integer(uint64(n)))
	if !ok {
		return nil
	}
	return t.express(i)
}

// express writes entry i.
func (t *levels) express(i uint32) *expr.Node {
	return t.expressOperation(t.op[i], t.left[i], t.right[i])
}

// expressOperation writes an operation on entries. For a repdigit left is its number of digits.
func (t *levels) expressOperation(op operation, left, right uint32) *expr.Node {
	switch {
	case op == concatenate:
		n, _ := repdigit(t.digit, int(left))
		return expr.Number(int64(n))
	case op.isUnary():
		return compound(op, t.express(left), nil)
	}
	return compound(op, t.express(left), t.express(right))
}

var treeOp = map[operation]expr.Op{
	add:          expr.Add,
	subtract:     expr.Sub,
	multiply:     expr.Mul,
	divide:       expr.Div,
	raise:        expr.Pow,
	squareRootOf: expr.Sqrt,
	factorialOf:  expr.Fact,
}

func compound(op operation, x, y *expr.Node) *expr.Node {
	var n *expr.Node
	switch kind := op.kind(); kind {
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
