package exact

import (
	"math/big"
	"math/bits"
)

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

// addAlgebraic is x+y; what is not algebraic is gathered in front.
func (b *Budget) addAlgebraic(x, y Value) (Value, error) {
	if x.isAlgebraic() {
		x, y = y, x
	}
	if !x.isAlgebraic() && y.form.alg.op == opAdd && !y.form.alg.x.isAlgebraic() {
		front, err := b.Add(x, y.form.alg.x)
		if err != nil {
			return Value{}, err
		}
		x, y = front, y.form.alg.y
	}
	if x.Is(0) {
		return y, nil
	}
	return b.algebraic(opAdd, x, y, 0)
}

// mulAlgebraic is x*y; what is not algebraic is gathered in front.
func (b *Budget) mulAlgebraic(x, y Value) (Value, error) {
	if x.isAlgebraic() {
		x, y = y, x
	}
	if !x.isAlgebraic() && y.form.alg.op == opMul && !y.form.alg.x.isAlgebraic() {
		front, err := b.Mul(x, y.form.alg.x)
		if err != nil {
			return Value{}, err
		}
		x, y = front, y.form.alg.y
	}
	if x.Is(1) {
		return y, nil
	}
	return b.algebraic(opMul, x, y, 0)
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
	var ok bool
	switch a.op {
	case opRoot:
		if e, ok = e.mul(frac{1, a.n}); !ok {
			return Value{}, ErrTooLarge
		}
		x = a.x
		if e.isInt() {
			return b.power(x, e)
		}
	case opPower:
		if e.den > 1 {
			// √(x^2) is x only of a positive x.
			if sign, err := b.Sign(a.x); err != nil || sign < 0 {
				break
			}
			if e, ok = e.mul(frac{a.n, 1}); !ok {
				return Value{}, ErrTooLarge
			}
			return b.power(a.x, e)
		}
	}
	var err error
	if e.den > 1 {
		if x, err = b.algebraic(opRoot, x, Value{}, e.den); err != nil {
			return Value{}, err
		}
	}
	if e.num < 0 {
		if x, err = b.invertAlgebraic(x); err != nil {
			return Value{}, err
		}
		e.num = -e.num
	}
	if e.num == 1 {
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
	// A radical is not 0. Of an algebraic that much precision is needed.
	limit := func() (int, error) { return b.Bits, nil }
	if x.isAlgebraic() {
		limit = func() (int, error) { return b.separation(x.form.alg) }
	}
	sign, zeroBits := 0, -1
	err := b.refine(x, func(v interval, precision int) (bool, error) {
		if sign = v.sign(); sign != 0 {
			return true, nil
		}
		if precision < 256 && !v.tiny(precision, precision/2) {
			return false, nil
		}
		if zeroBits < 0 {
			var err error
			if zeroBits, err = limit(); err != nil {
				zeroBits = b.Bits + 1 // only a number that is not zero can be decided
			}
		}
		return x.isAlgebraic() && v.tiny(precision, zeroBits), nil
	})
	return sign, err
}

// settleAlgebraic decides whether x is rational.
func (b *Budget) settleAlgebraic(x Value) (Value, error) {
	a := x.form.alg
	switch {
	case irrational(x):
		return x, nil
	case a.op != opPower && a.x.IsRat():
		y, err := b.settleAlgebraic(a.y)
		switch {
		case err != nil:
			return Value{}, err
		case !y.IsRat():
			return x, nil
		case a.op == opAdd:
			return b.Add(a.x, y)
		}
		return b.Mul(a.x, y)
	}
	return b.findRatio(x)
}

// irrational tells whether the form of x shows that it is irrational: roots
// and reciprocals are made of irrational numbers only.
func irrational(x Value) bool {
	if !x.isAlgebraic() {
		return !x.IsRat()
	}
	switch a := x.form.alg; a.op {
	case opRoot, opInverse:
		return true
	case opAdd, opMul:
		return a.x.IsRat() && irrational(a.y)
	}
	return false
}

// findRatio returns x as a ratio, or as it is if it is irrational. The
// denominator of a rational x divides the norm of a known algebraic integer
// and has at most denominatorBits. So the simplest ratio in an interval around
// x either has a greater denominator, and x is irrational, or is a candidate
// that Sign proves or refutes.
func (b *Budget) findRatio(x Value) (Value, error) {
	limit, err := b.denominatorBits(x.form.alg)
	if err != nil {
		return Value{}, err
	}
	settled := x
	err = b.refine(x, func(v interval, precision int) (bool, error) {
		if err := b.spend(precision+v.hi.BitLen(), ratioCost); err != nil {
			return false, err
		}
		r := v.simplest(precision)
		den := r.Denom().BitLen() - 1
		if den > limit {
			return true, nil
		}
		if den > precision/4 || den+r.Num().BitLen() > precision/2 && precision < b.Bits/2 {
			return false, nil // nothing singles it out yet
		}
		candidate := FromRat(r)
		d, err := b.Add(x, ratNeg(candidate))
		if err != nil {
			return false, err
		}
		sign, err := b.Sign(d)
		if err == nil && sign == 0 {
			settled = candidate
		}
		return sign == 0, err
	})
	return settled, err
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

// simplest is the ratio of the smallest denominator in v.
func (v interval) simplest(precision int) *big.Rat {
	unit := new(big.Int).Lsh(big.NewInt(1), uint(precision))
	return simplestBetween(new(big.Rat).SetFrac(v.lo, unit), new(big.Rat).SetFrac(v.hi, unit))
}

// simplestBetween walks the continued fractions of lo and hi as far as they
// agree.
func simplestBetween(lo, hi *big.Rat) *big.Rat {
	if lo.Sign() <= 0 && hi.Sign() >= 0 {
		return new(big.Rat)
	}
	if hi.Sign() < 0 {
		r := simplestBetween(new(big.Rat).Neg(hi), new(big.Rat).Neg(lo))
		return r.Neg(r)
	}
	a, c := new(big.Int).Set(lo.Num()), new(big.Int).Set(lo.Denom())
	d, e := new(big.Int).Set(hi.Num()), new(big.Int).Set(hi.Denom())
	// Convergents p/q of the common part.
	p0, q0, p1, q1 := big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)
	step := func(n *big.Int) {
		p0, p1 = p1, new(big.Int).Add(p0, new(big.Int).Mul(n, p1))
		q0, q1 = q1, new(big.Int).Add(q0, new(big.Int).Mul(n, q1))
	}
	for {
		n, rest := new(big.Int).QuoRem(a, c, new(big.Int))
		m, rest2 := new(big.Int).QuoRem(d, e, new(big.Int))
		if rest.Sign() == 0 {
			step(n)
			break
		}
		if n.Cmp(m) < 0 {
			step(n.Add(n, big.NewInt(1)))
			break
		}
		step(n)
		// The reciprocals of the rests change their order.
		a, c, d, e = e, rest2, c, rest
	}
	return new(big.Rat).SetFrac(p1, q1)
}
