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

// findOver returns x, as a ratio if it is rational. It needs a known whole number L
// that makes x*L an algebraic integer: if x is rational, x*L is whole.
func (b *Budget) findOver(x Value) Value {
	if l := x.bound().l; l > int64(b.Bits) || !b.spend(int(l), x.bound().nodes) {
		return b.fail(ErrTooLarge)
	}
	over := denominator(x)
	settled := x
	b.refine(x, func(v interval, precision int) bool {
		if !b.spend(precision+v.hi.BitLen()+over.BitLen(), 2) {
			return true
		}
		// The whole numbers in the interval, which is now one around x*L.
		v = interval{new(big.Int).Mul(v.lo, over), new(big.Int).Mul(v.hi, over)}
		least := ceilShift(v.lo, uint(precision))
		switch new(big.Int).Rsh(v.hi, uint(precision)).Cmp(least) {
		case -1:
			return true
		case 1:
			return false
		}
		if candidate := FromRat(new(big.Rat).SetFrac(least, over)); b.is(x, candidate) {
			settled = candidate
		}
		return true
	})
	return settled
}

// is reports whether the algebraic x is the ratio r.
func (b *Budget) is(x, r Value) bool {
	return b.Sign(b.algebraic(opAdd, ratNeg(r), x, 0)) == 0 && b.err == nil
}

// findSimplest is findOver with nothing but a bound on the denominator of a
// rational x. The simplest ratio in an interval around x either has a greater
// denominator, and x is irrational, or it may be x.
func (b *Budget) findSimplest(x Value) Value {
	l := x.form.alg.bound.l
	limit := b.normBits(x.form.alg, l, l) // the denominator divides the norm of L
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
			return false // nothing singles it out yet
		}
		candidate := FromRat(r)
		same := b.is(x, candidate)
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
	a, c, d, e := lo.Num(), lo.Denom(), hi.Num(), hi.Denom()
	p0, q0, p1, q1 := new(big.Int), one, one, new(big.Int) // convergents p/q of the common part
	for {
		n, rest := new(big.Int).QuoRem(a, c, new(big.Int))
		m, rest2 := new(big.Int).QuoRem(d, e, new(big.Int))
		last := rest.Sign() == 0
		if !last && n.Cmp(m) < 0 {
			n.Add(n, one)
			last = true
		}
		p0, p1 = p1, new(big.Int).Add(p0, new(big.Int).Mul(n, p1))
		q0, q1 = q1, new(big.Int).Add(q0, new(big.Int).Mul(n, q1))
		if last {
			return new(big.Rat).SetFrac(p1, q1)
		}
		a, c, d, e = e, rest2, c, rest // the reciprocals of the rests change their order
	}
}

// Sign returns -1, 0 or 1 as x is below, equal to or above 0.
func (b *Budget) Sign(x Value) (sign int) {
	if x.IsRat() {
		return ratSign(x)
	}
	if t, ok := x.single(); ok {
		return ratSign(t.coef)
	}
	zero := -1 // bits of the distance from 0 within which only 0 lies, once known
	b.refine(x, func(v interval, precision int) bool {
		if sign = v.sign(); sign != 0 {
			return true
		}
		if zero < 0 && x.isAlgebraic() && v.tiny(precision, precision/2) { // a radical is not 0
			c := *b
			zero = c.normBits(x.form.alg, x.form.alg.bound.u, x.form.alg.bound.l)
			if b.Work = c.Work; c.err != nil {
				zero = b.Bits // a number other than 0 may still show
			}
		}
		return zero >= 0 && v.tiny(precision, zero)
	})
	return sign
}

// refine encloses x ever more closely until done, or b fails.
func (b *Budget) refine(x Value, done func(v interval, precision int) bool) {
	for precision := 64; precision <= b.Bits; precision *= 2 {
		if v, ok := b.enclose(x, precision); b.err != nil || ok && done(v, precision) {
			return
		}
	}
	b.fail(ErrTooLarge)
}
