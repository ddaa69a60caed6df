package exact

import "math/bits"

type algOp uint8

const (
	opAdd     algOp = iota // x+y
	opMul                  // x*y
	opInverse              // 1/x
	opRoot                 // the n-th root of x, x >= 0
	opPower                // x^n, n >= 2
)

// An algebraic is a number that no simpler form carries. Its operands are
// ratios, radicals that are not put off, or algebraics.
type algebraic struct {
	op    algOp
	x, y  Value
	n     int64
	bound bound
	nodes int // size of the tree
}

// maxBound bounds the logarithms of a bound, in bits.
const maxBound = 1 << 32

func (x Value) isAlgebraic() bool { return x.form != nil && x.form.alg != nil }

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

// rootAlgebraic is x^e, x > 0 not algebraic, e.den > 1.
func (b *Budget) rootAlgebraic(x Value, e frac) (Value, error) {
	r, err := b.algebraic(opRoot, x, Value{}, e.den)
	if err != nil {
		return Value{}, err
	}
	return b.powerAlgebraic(r, frac{e.num, 1})
}

// powerAlgebraic is x^e, x > 0 algebraic. A power of a root is made a root or a
// power only, where it can be.
func (b *Budget) powerAlgebraic(x Value, e frac) (Value, error) {
	if e.den > 1 {
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
		e, ok := e.mul(frac{1, a.n})
		if !ok {
			return Value{}, ErrTooLarge
		}
		if e.isInt() {
			return b.power(a.x, e)
		}
		return b.newPower(a.x, e)
	case a.op == opPower && e.den > 1:
		sign, err := b.Sign(a.x)
		if err != nil {
			return Value{}, err
		}
		e, ok := e.mul(frac{a.n, 1})
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
	if e.den > 1 {
		if x, err = b.algebraic(opRoot, x, Value{}, e.den); err != nil {
			return Value{}, err
		}
	}
	switch {
	case e.num < 0:
		if x, err = b.invert(x); err != nil {
			return Value{}, err
		}
		return b.power(x, frac{-e.num, 1})
	case e.num == 1:
		return x, nil
	}
	return b.algebraic(opPower, x, Value{}, e.num)
}

// Sign is -1, 0 or 1 as x is below, equal to or above 0.
func (b *Budget) Sign(x Value) (int, error) {
	if x.IsRat() {
		return ratSign(x), nil
	}
	if t, ok := x.single(); ok {
		return ratSign(t.coef), nil
	}
	sign, zero := 0, -1 // zero is, once known, how near to 0 only 0 is, in bits
	err := b.refine(x, func(v interval, precision int) (bool, error) {
		if sign = v.sign(); sign != 0 {
			return true, nil
		}
		if zero < 0 && x.isAlgebraic() && v.tiny(precision, precision/2) { // a radical is not 0
			var err error
			if zero, err = b.separation(x.form.alg); err != nil {
				zero = b.Bits // a number other than 0 may still show
			}
		}
		return zero >= 0 && v.tiny(precision, zero), nil
	})
	return sign, err
}

// refine encloses x ever more closely until done.
func (b *Budget) refine(x Value, done func(v interval, precision int) (bool, error)) error {
	for precision := 64; precision <= b.Bits; precision *= 2 {
		v, ok, err := b.enclose(x, precision)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if end, err := done(v, precision); end || err != nil {
			return err
		}
	}
	return ErrTooLarge
}
