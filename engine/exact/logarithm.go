package exact

import (
	"math/big"
	"math/bits"
)

// Logarithms are to the base 2 and in units of 2^-logBits.
const logBits = 32

// A span bounds a number x: span[0] is not above x, and span[1] not above -x. Either
// is nil if no bound is known.
type span [2]*big.Int

// A size is the sign of a number and, unless that is 0, bounds on the logarithm of
// its absolute value.
type size struct {
	sign int
	log  span
}

// spanLimit is the most bits of a bound in a span: see limited.
const spanLimit = 1 << 10

// limited returns a bound within spanLimit that is not above n, or nil.
func limited(n *big.Int) *big.Int {
	switch {
	case n.BitLen() <= spanLimit:
		return n
	case n.Sign() > 0:
		return new(big.Int).Lsh(one, spanLimit)
	}
	return nil
}

func (s span) add(t span) (sum span) {
	for i := range s {
		if s[i] != nil && t[i] != nil {
			sum[i] = limited(new(big.Int).Add(s[i], t[i]))
		}
	}
	return sum
}

func (s span) neg() span { return span{s[1], s[0]} }

// scale returns s times num/den, num not 0 and den > 0.
func (s span) scale(num, den *big.Int) (scaled span) {
	if num.Sign() < 0 {
		s = s.neg()
		num = new(big.Int).Neg(num)
	}
	for i, n := range s {
		if n != nil {
			n = new(big.Int).Mul(n, num)
			// Div rounds down.
			scaled[i] = limited(n.Div(n, den))
		}
	}
	return scaled
}

// scaleBySize returns s times a number of that size.
func (s span) scaleBySize(by size) span {
	isBelowZero := s[1] != nil && s[1].Sign() > 0
	mayBeBelowZero := s[0] == nil || s[0].Sign() < 0
	switch {
	case by.sign < 0:
		return s.neg().scaleBySize(size{1, by.log})
	case isBelowZero:
		return s.neg().scaleBySize(by).neg()
	case mayBeBelowZero:
		return span{}
	}
	scaled := span{new(big.Int)}
	if least := by.log[0]; least != nil {
		scaled[0] = shift(s[0], new(big.Int).Rsh(least, logBits))
	}
	if most := by.log[1]; most != nil && s[1] != nil {
		most = new(big.Int).Rsh(most, logBits)
		scaled[1] = shift(s[1], most.Neg(most))
	}
	return scaled
}

// shift returns a bound that is not above n*2^by, or nil.
func shift(n, by *big.Int) *big.Int {
	// Shifts by more than far make a result past spanLimit, or between -1 and 1.
	const far = spanLimit + 1
	switch {
	case by.Sign() < 0 && by.CmpAbs(big.NewInt(far)) > 0:
		return new(big.Int).Rsh(n, far)
	case by.Sign() < 0:
		return new(big.Int).Rsh(n, uint(-by.Int64()))
	case by.Cmp(big.NewInt(far)) > 0:
		by = big.NewInt(far)
	}
	return limited(new(big.Int).Lsh(n, uint(by.Int64())))
}

// widen returns s with its lower bound less by down and its upper one greater by up, in
// whole logarithms.
func (s span) widen(down, up int64) span {
	return s.add(span{big.NewInt(-down << logBits), big.NewInt(-up << logBits)})
}

// below reports whether all of s is certainly below all of t.
func (s span) below(t span) bool {
	return s[1] != nil && t[0] != nil && new(big.Int).Add(s[1], t[0]).Sign() > 0
}

// logOf encloses the logarithm of n > 0. Squaring its leading bits, a number from 1 to 2
// in units of 2^-62, doubles the logarithm and brings out its bits one by one. Because bits
// are cut off, the true logarithm may be greater, by less than two units; that of a power of
// two is exact.
func logOf(n *big.Int) span {
	size := n.BitLen()
	leading := new(big.Int).Rsh(new(big.Int).Lsh(n, 63), uint(size)).Uint64()
	log := uint64(0)
	for range logBits {
		hi, lo := bits.Mul64(leading, leading)
		leading = hi<<2 | lo>>62
		bit := leading >> 63
		leading >>= bit
		log = log<<1 | bit
	}
	low := big.NewInt(int64(size-1)<<logBits | int64(log))
	width := int64(2)
	if n.TrailingZeroBits() == uint(size-1) {
		width = 0
	}
	high := new(big.Int).Add(low, big.NewInt(width))
	return span{low, high.Neg(high)}
}

// The logarithms of e and of 2π, rounded down: 1.44269504…, 2.65149612….
var (
	logE     = span{big.NewInt(6196328018), big.NewInt(-6196328019)}
	logTwoPi = span{big.NewInt(11388089161), big.NewInt(-11388089162)}
)

// logFactorial encloses the logarithm of n!, n > 0. The quotient of n! and
// √(2πn)(n/e)^n lies between 1 and e^(1/12n) (H. Robbins, A remark on Stirling's
// formula, Amer. Math. Monthly 62, 1955).
func logFactorial(n *big.Int) span {
	log := logOf(n)
	s := log.add(logE.neg()).scale(n, one)
	s = s.add(log.add(logTwoPi).scale(one, big.NewInt(2)))
	twelve := new(big.Int).Mul(big.NewInt(12), n)
	return s.add(span{new(big.Int), logE.scale(one, twelve)[1]})
}

// logTerm encloses the logarithm of the size of a term.
func logTerm(t term) span {
	r := t.coef.peek()
	s := logOf(new(big.Int).Abs(r.Num())).add(logOf(r.Denom()).neg())
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
