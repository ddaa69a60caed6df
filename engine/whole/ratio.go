package whole

import (
	"math"
	"math/bits"
)

// A Ratio is a fraction in lowest terms, Den > 0. Most numbers of a game are
// Ratios, and their arithmetic allocates nothing. Num is never the least int64,
// so that a Ratio can be negated.
type Ratio struct{ Num, Den int64 }

// Lowest returns num/den, den > 0.
func Lowest(num, den int64) Ratio {
	if g := int64(Gcd(Abs(num), uint64(den))); g > 1 {
		return Ratio{num / g, den / g}
	}
	return Ratio{num, den}
}

// Add returns r+s, and false where that is no Ratio, or a sum on the way to it is past
// 64 bits.
func (r Ratio) Add(s Ratio) (Ratio, bool) {
	if r.Den == 1 && s.Den == 1 {
		n, ok := addSigned(r.Num, s.Num)
		return Ratio{n, 1}, ok
	}
	a, ok1 := mulSigned(r.Num, s.Den)
	b, ok2 := mulSigned(s.Num, r.Den)
	d, ok3 := mulSigned(r.Den, s.Den)
	n, ok4 := addSigned(a, b)
	if !(ok1 && ok2 && ok3 && ok4) {
		return Ratio{}, false
	}
	return Lowest(n, d), true
}

// Mul returns r*s, and false where that is no Ratio.
func (r Ratio) Mul(s Ratio) (Ratio, bool) {
	if r.Den == 1 && s.Den == 1 {
		n, ok := mulSigned(r.Num, s.Num)
		return Ratio{n, 1}, ok
	}
	a, b := Lowest(r.Num, s.Den), Lowest(s.Num, r.Den)
	n, ok1 := mulSigned(a.Num, b.Num)
	d, ok2 := mulSigned(a.Den, b.Den)
	return Ratio{n, d}, ok1 && ok2
}

// Pow returns r^n, n >= 0, and false where that is no Ratio.
func (r Ratio) Pow(n int64) (Ratio, bool) {
	p, ok := Ratio{1, 1}, true
	for i := bits.Len64(uint64(n)) - 1; i >= 0 && ok; i-- {
		if p, ok = p.Mul(p); ok && n>>i&1 == 1 {
			p, ok = p.Mul(r)
		}
	}
	return p, ok
}

// Split writes r as whole + rest, 0 <= rest < 1.
func (r Ratio) Split() (whole int64, rest Ratio) {
	whole = r.Num / r.Den
	if r.Num%r.Den < 0 {
		whole--
	}
	return whole, Ratio{r.Num - whole*r.Den, r.Den}
}

// Abs returns the absolute value of n.
func Abs(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// mulSigned returns a*b, and false where that or its opposite is past 64 bits.
func mulSigned(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(Abs(a), Abs(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// addSigned returns a+b, and false where that or its opposite is past 64 bits.
func addSigned(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != math.MinInt64
}
