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

// findSimplest returns x, as a ratio if it is rational. The simplest ratio in an interval
// around x either has a greater denominator than a rational x can have, and x is irrational,
// or it may be x.
func (b *Budget) findSimplest(x Value) Value {
	bound := x.form.alg.bound
	limit := int(bound.l) // the denominator divides L
	if bound.divided {
		limit = b.normBits(x.form.alg, bound.l, bound.l) // or its norm
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
			return false // nothing singles it out yet
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
