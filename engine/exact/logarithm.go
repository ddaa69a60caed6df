package exact

import (
	"math/big"
	"math/bits"
)

// Logarithms are to the base 2 and in units of 2^-logBits.
const logBits = 32

// A span holds a number between lo and hi, either of which is nil where there is
// no bound known.
type span struct{ lo, hi *big.Int }

// spanLimit bounds the bounds of a span, in bits: beyond it a lower bound stays
// there and an upper one is dropped.
const spanLimit = 1 << 10

func (s span) add(t span) span {
	var u span
	if s.lo != nil && t.lo != nil {
		u.lo = new(big.Int).Add(s.lo, t.lo)
	}
	if s.hi != nil && t.hi != nil {
		u.hi = new(big.Int).Add(s.hi, t.hi)
	}
	return u.limited()
}

func (s span) neg() span {
	var t span
	if s.hi != nil {
		t.lo = new(big.Int).Neg(s.hi)
	}
	if s.lo != nil {
		t.hi = new(big.Int).Neg(s.lo)
	}
	return t
}

// scale returns s times num/den, den > 0.
func (s span) scale(num, den *big.Int) span {
	if num.Sign() < 0 {
		return s.neg().scale(new(big.Int).Neg(num), den)
	}
	if num.Sign() == 0 {
		return span{new(big.Int), new(big.Int)}
	}
	var t span
	if s.lo != nil {
		t.lo = new(big.Int).Mul(s.lo, num)
		t.lo.Div(t.lo, den) // rounds down
	}
	if s.hi != nil {
		t.hi = new(big.Int).Mul(s.hi, num)
		t.hi.Neg(t.hi.Div(t.hi.Neg(t.hi), den))
	}
	return t.limited()
}

// limited keeps the bounds within spanLimit.
func (s span) limited() span {
	if s.lo != nil && s.lo.BitLen() > spanLimit {
		if s.lo.Sign() > 0 {
			s.lo = new(big.Int).Lsh(one, spanLimit)
		} else {
			s.lo = nil
		}
	}
	if s.hi != nil && s.hi.BitLen() > spanLimit {
		if s.hi.Sign() < 0 {
			s.hi = new(big.Int).Neg(new(big.Int).Lsh(one, spanLimit))
		} else {
			s.hi = nil
		}
	}
	return s
}

// widen returns s with down taken off its lower bound and up put on its upper one, in
// whole logarithms.
func (s span) widen(down, up int64) span {
	return s.add(span{big.NewInt(-down << logBits), big.NewInt(up << logBits)})
}

// below reports whether all of s is certainly below all of t.
func (s span) below(t span) bool {
	return s.hi != nil && t.lo != nil && s.hi.Cmp(t.lo) < 0
}

// greater returns the span of the greater of a number in s and one in t.
func (s span) greater(t span) span {
	var m span
	if s.lo != nil && (t.lo == nil || s.lo.Cmp(t.lo) > 0) {
		m.lo = s.lo
	} else {
		m.lo = t.lo
	}
	if s.hi != nil && t.hi != nil {
		m.hi = s.hi
		if t.hi.Cmp(s.hi) > 0 {
			m.hi = t.hi
		}
	}
	return m
}

// logOf encloses the logarithm of n > 0.
func logOf(n *big.Int) span {
	const kept = 63 // leading bits
	size := n.BitLen()
	low, high := new(big.Int), new(big.Int)
	if size <= kept {
		low.Lsh(n, uint(kept-size))
		high.Set(low)
	} else {
		low.Rsh(n, uint(size-kept))
		high.Add(low, one)
	}
	whole := new(big.Int).Lsh(big.NewInt(int64(size-1)), logBits)
	return span{
		lo: new(big.Int).Add(whole, new(big.Int).SetUint64(logOne(low.Uint64(), false))),
		hi: new(big.Int).Add(whole, new(big.Int).SetUint64(logOne(high.Uint64(), true))),
	}
}

// logOne returns the logarithm of m/2^62, from 1 to 2, rounded down or up:
// squaring doubles it, and brings out its bits one by one.
func logOne(m uint64, up bool) (log uint64) {
	if up && m == 1<<62 {
		return 0
	}
	for i := range logBits {
		if m >= 1<<63 { // 2, if rounded up: the remaining bits are all ones, and one more
			return (log + 1) << (logBits - i)
		}
		hi, lo := bits.Mul64(m, m)
		m = hi<<2 | lo>>62
		log <<= 1
		if up && lo<<2 != 0 {
			m++
		}
		if m >= 1<<63 {
			odd := m & 1
			m >>= 1
			if up {
				m += odd
			}
			log |= 1
		}
	}
	if up {
		log++
	}
	return log
}

// The logarithms of e and of 2π, rounded down: 1.44269504…, 2.65149612….
var (
	logE     = span{big.NewInt(6196328018), big.NewInt(6196328019)}
	logTwoPi = span{big.NewInt(11388089161), big.NewInt(11388089162)}
)

// logFactorial encloses the logarithm of n!, n > 0. The quotient of n! and
// √(2πn)(n/e)^n lies between 1 and e^(1/12n) (H. Robbins, A remark on Stirling's
// formula, Amer. Math. Monthly 62, 1955).
func logFactorial(n *big.Int) span {
	log := logOf(n)
	s := log.add(logE.neg()).scale(n, one)
	s = s.add(log.add(logTwoPi).scale(one, big.NewInt(2)))
	twelve := new(big.Int).Mul(big.NewInt(12), n)
	return s.add(span{new(big.Int), logE.scale(one, twelve).hi})
}

// logRat encloses the logarithm of the size of a rational that is not 0.
func logRat(v Value) span {
	r := v.peek()
	return logOf(new(big.Int).Abs(r.Num())).add(logOf(r.Denom()).neg())
}

// logTerm encloses the logarithm of the size of a term.
func logTerm(t term) span {
	s := logRat(t.coef)
	for _, f := range t.rad {
		var l span
		if f.base.fact {
			l = logFactorial(f.base.int())
		} else {
			l = logOf(f.base.int())
		}
		s = s.add(l.scale(big.NewInt(f.exp.Num), big.NewInt(f.exp.Den)))
	}
	return s
}
