package exact

import "math/bits"

func (x Value) nodes() int {
	switch {
	case x.isAlgebraic():
		return x.form.alg.nodes
	case x.IsRat():
		return 1
	}
	return 3 * len(x.form.terms)
}

// algebraic makes a node; the operands that are not algebraic are expanded.
func (b *Budget) algebraic(op algOp, x, y Value, n int64) (Value, error) {
	x, y, err := b.expandBoth(x, y)
	if err != nil {
		return Value{}, err
	}
	a := &algebraic{op: op, x: x, y: y, n: n, nodes: 1 + x.nodes() + y.nodes()}
	if op == opPower {
		a.nodes += bits.Len64(uint64(n))
	}
	if a.bound = operationBound(op, x.bound(), y.bound(), n); a.bound.size() > maxBound {
		return Value{}, ErrTooLarge
	}
	return Value{form: &form{alg: a}}, b.spend(0, 1)
}

// joinAlgebraic is x+y or x*y, one of them algebraic; what is not is gathered in
// front.
func (b *Budget) joinAlgebraic(op algOp, x, y Value) (Value, error) {
	join, neutral := b.Add, int64(0)
	if op == opMul {
		join, neutral = b.Mul, 1
	}
	if x.isAlgebraic() {
		x, y = y, x
	}
	if !x.isAlgebraic() && y.form.alg.op == op && !y.form.alg.x.isAlgebraic() {
		front, err := join(x, y.form.alg.x)
		if err != nil {
			return Value{}, err
		}
		x, y = front, y.form.alg.y
	}
	if x.Is(neutral) {
		return y, nil
	}
	return b.algebraic(op, x, y, 0)
}

func (b *Budget) invertAlgebraic(x Value) (Value, error) {
	if x.isAlgebraic() && x.form.alg.op == opInverse {
		return x.form.alg.x, nil
	}
	return b.algebraic(opInverse, x, Value{}, 0)
}

// rootAlgebraic is x^e, x > 0 not algebraic, e.Den > 1.
func (b *Budget) rootAlgebraic(x Value, e frac) (Value, error) {
	r, err := b.algebraic(opRoot, x, Value{}, e.Den)
	if err != nil {
		return Value{}, err
	}
	return b.powerAlgebraic(r, fracOf(e.Num, 1))
}

// powerAlgebraic is x^e, x > 0 algebraic. A power of a root is made a root or a
// power only, where it can be.
func (b *Budget) powerAlgebraic(x Value, e frac) (Value, error) {
	if e.Den > 1 {
		var err error
		if x, err = b.Settle(x); err != nil {
			return Value{}, err
		}
		if !x.isAlgebraic() {
			return b.power(x, e)
		}
	}
	a := x.form.alg
	switch {
	case a.op == opRoot:
		e, ok := e.Mul(fracOf(1, a.n))
		if !ok {
			return Value{}, ErrTooLarge
		}
		if e.IsInt() {
			return b.power(a.x, e)
		}
		return b.newPower(a.x, e)
	case a.op == opPower && e.Den > 1:
		sign, err := b.Sign(a.x)
		if err != nil {
			return Value{}, err
		}
		e, ok := e.Mul(fracOf(a.n, 1))
		if !ok {
			return Value{}, ErrTooLarge
		}
		if sign > 0 { // √(x^2) is not x of a negative x
			return b.power(a.x, e)
		}
	}
	return b.newPower(x, e)
}

// newPower makes the nodes of x^e.
func (b *Budget) newPower(x Value, e frac) (Value, error) {
	var err error
	if e.Den > 1 {
		if x, err = b.algebraic(opRoot, x, Value{}, e.Den); err != nil {
			return Value{}, err
		}
	}
	switch {
	case e.Num < 0:
		if x, err = b.invert(x); err != nil {
			return Value{}, err
		}
		return b.power(x, fracOf(-e.Num, 1))
	case e.Num == 1:
		return x, nil
	}
	return b.algebraic(opPower, x, Value{}, e.Num)
}
