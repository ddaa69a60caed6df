package exact

import "math/big"

// irrational reports whether the form of x shows that it is irrational: roots
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

// findSimplest returns x, as a ratio if it is rational. It finds the simplest ratio in an
// interval around x. If the denominator of that is greater than a rational x can have, x is
// irrational. Otherwise the ratio may be x.
func (b *Budget) findSimplest(x Value) Value {
	bound := x.form.alg.bound
	// The denominator divides L or, if L is no whole number, its norm.
	limit := int(bound.l)
	if bound.divided {
		limit = b.normBits(x.form.alg, bound.l, bound.l)
	}
	settled := x
	b.refine(x, func(v interval, precision int) bool {
		size := precision + v.hi.BitLen()
		if !b.spend(size, size/2) {
			return true
		}
		unit := new(big.Int).Lsh(one, uint(precision))
		r := simplestBetween(new(big.Rat).SetFrac(v.lo, unit), new(big.Rat).SetFrac(v.hi, unit))
		den := r.Denom().BitLen() - 1
		if den > limit {
			return true
		}
		if den > precision/4 {
			// Many ratios of this size are in the interval.
			return false
		}
		candidate := FromRat(r)
		same := b.Sign(b.algebraic(opAdd, ratNeg(candidate), x, 0)) == 0 && b.err == nil
		if same {
			settled = candidate
		}
		return same
	})
	return settled
}

// simplestBetween returns the ratio of the smallest denominator from lo to hi. It
// walks their continued fractions as far as they agree.
func simplestBetween(lo, hi *big.Rat) *big.Rat {
	if lo.Sign() <= 0 && hi.Sign() >= 0 {
		return new(big.Rat)
	}
	if hi.Sign() < 0 {
		r := simplestBetween(new(big.Rat).Neg(hi), new(big.Rat).Neg(lo))
		return r.Neg(r)
	}
	// p1/q1 is the convergent of the common part, p0/q0 the one before.
	p0, p1 := new(big.Int), one
	q0, q1 := one, new(big.Int)
	low := fraction{lo.Num(), lo.Denom()}
	high := fraction{hi.Num(), hi.Denom()}
	for {
		n, lowRest := low.split()
		m, highRest := high.split()
		isLast := lowRest.num.Sign() == 0
		if !isLast && n.Cmp(m) < 0 {
			n.Add(n, one)
			isLast = true
		}
		p0, p1 = p1, new(big.Int).Add(p0, new(big.Int).Mul(n, p1))
		q0, q1 = q1, new(big.Int).Add(q0, new(big.Int).Mul(n, q1))
		if isLast {
			return new(big.Rat).SetFrac(p1, q1)
		}
		// The reciprocals of the rests have the opposite order.
		low = highRest.inverse()
		high = lowRest.inverse()
	}
}

// A fraction is a positive number that need not be in lowest terms.
type fraction struct{ num, den *big.Int }

// split returns the whole part of f and the rest.
func (f fraction) split() (whole *big.Int, rest fraction) {
	whole, num := new(big.Int).QuoRem(f.num, f.den, new(big.Int))
	return whole, fraction{num, f.den}
}

// inverse returns 1/f.
func (f fraction) inverse() fraction { return fraction{f.den, f.num} }

// Sign returns -1, 0 or 1 as x is below, equal to or above 0.
func (b *Budget) Sign(x Value) (sign int) {
	if x.IsRat() {
		return ratSign(x)
	}
	if t, ok := x.single(); ok {
		return ratSign(t.coef)
	}
	// x is 0 if it lies within 2^-separation of 0. separation is -1 until it is known.
	separation := -1
	b.refine(x, func(v interval, precision int) bool {
		sign = v.sign()
		if sign != 0 {
			return true
		}
		// A radical is not 0.
		if separation < 0 && x.isAlgebraic() && v.tiny(precision, precision/2) {
			separation = b.separation(x.form.alg)
		}
		return separation >= 0 && v.tiny(precision, separation)
	})
	return sign
}

// separation returns a number s such that a is 0 if it is within 2^-s of 0. If s costs too
// much to compute, separation returns b.Bits. No precision exceeds that, so Sign then finds
// only a sign that is not 0.
func (b *Budget) separation(a *algebraic) int {
	c := *b
	s := c.normBits(a, a.bound.u, a.bound.l)
	b.Work = c.Work
	if c.err != nil {
		return b.Bits
	}
	return s
}

// refine encloses x in ever smaller intervals until done returns true or b fails.
func (b *Budget) refine(x Value, done func(v interval, precision int) bool) {
	for precision := 64; precision <= b.Bits; precision *= 2 {
		v, ok := b.enclose(x, precision)
		if b.err != nil {
			return
		}
		if ok && done(v, precision) {
			return
		}
	}
	b.fail(ErrTooLarge)
}
