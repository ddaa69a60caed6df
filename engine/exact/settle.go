package exact

import "math/big"

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
	if a.bound.divided {
		return b.findSimplest(x)
	}
	return b.findOver(x)
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

// findOver is x as a ratio, or as it is if it is irrational, where a whole
// number L is known that makes x*L an algebraic integer: should x be rational,
// x*L is whole.
func (b *Budget) findOver(x Value) (Value, error) {
	if x.bound().l > int64(b.Bits) {
		return Value{}, ErrTooLarge
	}
	if err := b.spend(int(x.bound().l), x.nodes()); err != nil {
		return Value{}, err
	}
	over := denominator(x)
	settled := x
	err := b.refine(x, func(v interval, precision int) (bool, error) {
		if err := b.spend(precision+v.hi.BitLen()+over.BitLen(), 2); err != nil {
			return false, err
		}
		// The whole numbers in the interval, which is now one around x*L.
		v = interval{new(big.Int).Mul(v.lo, over), new(big.Int).Mul(v.hi, over)}
		least := ceilShift(v.lo, uint(precision))
		switch new(big.Int).Rsh(v.hi, uint(precision)).Cmp(least) {
		case -1:
			return true, nil
		case 1:
			return false, nil
		}
		candidate := FromRat(new(big.Rat).SetFrac(least, over))
		same, err := b.same(x, candidate)
		if same {
			settled = candidate
		}
		return true, err
	})
	return settled, err
}

// denominator is a whole number that makes x times it an algebraic integer.
// There is no reciprocal in x.
func denominator(x Value) *big.Int {
	switch {
	case x.IsRat():
		return x.peek().Denom()
	case !x.isAlgebraic():
		return commonDenominator(x.form.terms)
	}
	a := x.form.alg
	n := denominator(a.x)
	switch a.op {
	case opAdd:
		m := denominator(a.y)
		g := new(big.Int).GCD(nil, nil, n, m)
		return g.Mul(g.Quo(n, g), m)
	case opMul:
		return new(big.Int).Mul(n, denominator(a.y))
	case opPower:
		return new(big.Int).Exp(n, big.NewInt(a.n), nil)
	}
	return n
}

func (b *Budget) same(x, y Value) (bool, error) {
	c, err := b.Cmp(x, y)
	return err == nil && c == 0, err
}

// findSimplest is findOver where only a bound on the denominator of a rational
// x is known. The simplest ratio in an interval around x either has a greater
// denominator, and x is irrational, or is a candidate that Cmp proves or
// refutes.
func (b *Budget) findSimplest(x Value) (Value, error) {
	limit, err := b.denominatorBits(x.form.alg)
	if err != nil {
		return Value{}, err
	}
	settled := x
	err = b.refine(x, func(v interval, precision int) (bool, error) {
		size := precision + v.hi.BitLen()
		if err := b.spend(size, size/2); err != nil {
			return false, err
		}
		r := v.simplest(precision)
		den := r.Denom().BitLen() - 1
		if den > limit {
			return true, nil
		}
		if den > precision/4 {
			return false, nil // nothing singles it out yet
		}
		candidate := FromRat(r)
		same, err := b.same(x, candidate)
		if same {
			settled = candidate
		}
		return same, err
	})
	return settled, err
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
