package exact

import (
	"math/big"
	"math/bits"
	"slices"
)

// An interval holds a number between lo/2^p and hi/2^p, p being the precision
// of the computation.
type interval struct{ lo, hi *big.Int }

// sign returns the sign that all numbers in v have, or 0 if not all have the same.
func (v interval) sign() int {
	switch {
	case v.lo.Sign() > 0:
		return 1
	case v.hi.Sign() < 0:
		return -1
	}
	return 0
}

// tiny reports whether v lies within 2^-s of 0.
func (v interval) tiny(precision, s int) bool {
	return precision-s > 0 && max(v.lo.BitLen(), v.hi.BitLen()) <= precision-s
}

// enclose returns an interval around x; ok is false if the precision is too
// small for a reciprocal, or b fails.
func (b *Budget) enclose(x Value, precision int) (v interval, ok bool) {
	switch {
	case x.isAlgebraic():
		return b.encloseAlgebraic(x.form.alg, precision)
	case x.IsRat():
		if !b.spend(precision+ratBits(x), 1) {
			return v, false
		}
		return encloseRat(x.peek(), precision), true
	}
	v = interval{new(big.Int), new(big.Int)}
	for _, t := range x.form.terms {
		// The coefficient multiplies the error of the powers.
		more := precision + ratBits(t.coef)
		w := encloseRat(t.coef.peek(), more)
		for _, f := range t.rad {
			if !b.spend(more+f.base.bits(), 8) {
				return v, false
			}
			n := new(big.Int).Lsh(f.base.int(), uint(more))
			w = w.mul(b.intervalPower(b.root(interval{n, n}, f.exp.Den, more), f.exp.Num, more), more)
		}
		v = v.add(w.shorten(uint(more - precision)))
	}
	return v, b.err == nil
}

func (b *Budget) encloseAlgebraic(a *algebraic, precision int) (v interval, ok bool) {
	x, ok := b.enclose(a.x, precision)
	if !ok || !b.spend(x.hi.BitLen()+x.lo.BitLen(), 2) {
		return v, false
	}
	switch a.op {
	case opAdd:
		y, ok := b.enclose(a.y, precision)
		if !ok {
			return v, false
		}
		return x.add(y), true
	case opMul:
		y, ok := b.enclose(a.y, precision)
		if !ok || !b.spend(x.hi.BitLen()+x.lo.BitLen()+y.hi.BitLen()+y.lo.BitLen(), 2) {
			return v, false
		}
		return x.mul(y, precision), true
	case opInverse:
		if x.sign() == 0 {
			return v, false
		}
		n := new(big.Int).Lsh(one, uint(2*precision))
		// Div rounds by less than 1, up or down.
		lo := new(big.Int).Div(n, x.hi)
		hi := new(big.Int).Div(n, x.lo)
		return interval{lo.Sub(lo, one), hi.Add(hi, one)}, true
	case opRoot:
		if x.hi.Sign() < 0 {
			return v, false
		}
		v = b.root(x, a.n, precision)
	case opPower:
		v = b.intervalPower(x, a.n, precision)
	}
	return v, b.err == nil
}

func encloseRat(r *big.Rat, precision int) interval {
	n := new(big.Int).Lsh(r.Num(), uint(precision))
	lo, rest := new(big.Int).DivMod(n, r.Denom(), new(big.Int))
	if rest.Sign() == 0 {
		return interval{lo, lo}
	}
	return interval{lo, new(big.Int).Add(lo, one)}
}

func (v interval) add(w interval) interval {
	return interval{new(big.Int).Add(v.lo, w.lo), new(big.Int).Add(v.hi, w.hi)}
}

func (v interval) mul(w interval, precision int) interval {
	lo := new(big.Int).Mul(v.lo, w.lo)
	hi := new(big.Int).Mul(v.hi, w.hi)
	if v.lo.Sign() < 0 || w.lo.Sign() < 0 {
		ends := []*big.Int{lo, hi, new(big.Int).Mul(v.lo, w.hi), new(big.Int).Mul(v.hi, w.lo)}
		lo = slices.MinFunc(ends, (*big.Int).Cmp)
		hi = slices.MaxFunc(ends, (*big.Int).Cmp)
	}
	return interval{lo, hi}.shorten(uint(precision))
}

// shorten divides by 2^n, rounding outwards.
func (v interval) shorten(n uint) interval {
	return interval{new(big.Int).Rsh(v.lo, n), ceilShift(v.hi, n)}
}

// ceilShift returns m/2^n rounded up; Rsh rounds down.
func ceilShift(m *big.Int, n uint) *big.Int {
	c := new(big.Int).Neg(m)
	return c.Neg(c.Rsh(c, n))
}

// root encloses the n-th root of v, without the negative part of v. It takes the odd root
// first, and then square roots of that.
func (b *Budget) root(v interval, n int64, precision int) interval {
	if v.lo.Sign() < 0 {
		v.lo = new(big.Int)
	}
	for n > 1 {
		// k is the odd part of n, or 2.
		k := n >> bits.TrailingZeros64(uint64(n))
		cost := 48
		if k == 1 {
			k = 2
			cost = 10
		}
		more := times(int(k-1), precision)
		if !b.spend(more+v.hi.BitLen(), cost) {
			return v
		}
		lo := floorRoot(new(big.Int).Lsh(v.lo, uint(more)), k)
		hi := lo
		width := new(big.Int).Sub(v.hi, v.lo)
		switch {
		case width.Sign() == 0:
			// Both ends have the same root.
		case k == 2 && lo.Sign() > 0:
			// √hi-√lo is at most (hi-lo)/2√lo.
			width.Quo(width.Lsh(width, uint(precision-1)), lo)
			hi = width.Add(width.Add(width, lo), one)
		default:
			hi = floorRoot(new(big.Int).Lsh(v.hi, uint(more)), k)
		}
		v = interval{lo, new(big.Int).Add(hi, one)}
		n /= k
	}
	return v
}

// intervalPower encloses v^n, n > 0.
func (b *Budget) intervalPower(v interval, n int64, precision int) interval {
	p := v
	for i := bits.Len64(uint64(n)) - 2; i >= 0; i-- {
		if !b.spend(2*max(p.lo.BitLen(), p.hi.BitLen()), 2) {
			return p
		}
		p = p.mul(p, precision)
		if n>>i&1 == 1 {
			p = p.mul(v, precision)
		}
	}
	return p
}
