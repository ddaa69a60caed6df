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

// Add returns r+s, and false if that is no Ratio or if an intermediate result is past 64
// bits.
func (r Ratio) Add(s Ratio) (Ratio, bool) {
	if r.Den == 1 && s.Den == 1 {
		n, ok := addSigned(r.Num, s.Num)
		return Ratio{n, 1}, ok
	}
	a, ok := mulSigned(r.Num, s.Den)
	if !ok {
		return Ratio{}, false
	}
	b, ok := mulSigned(s.Num, r.Den)
	if !ok {
		return Ratio{}, false
	}
	num, ok := addSigned(a, b)
	if !ok {
		return Ratio{}, false
	}
	den, ok := mulSigned(r.Den, s.Den)
	if !ok {
		return Ratio{}, false
	}
	return Lowest(num, den), true
}

// Mul returns r*s, and false if that is no Ratio.
func (r Ratio) Mul(s Ratio) (Ratio, bool) {
	if r.Den == 1 && s.Den == 1 {
		n, ok := mulSigned(r.Num, s.Num)
		return Ratio{n, 1}, ok
	}
	a := Lowest(r.Num, s.Den)
	b := Lowest(s.Num, r.Den)
	num, numFits := mulSigned(a.Num, b.Num)
	den, denFits := mulSigned(a.Den, b.Den)
	return Ratio{num, den}, numFits && denFits
}

// Pow returns r^n, n >= 0, and false if that is no Ratio.
func (r Ratio) Pow(n int64) (Ratio, bool) {
	power := Ratio{1, 1}
	ok := true
	for i := bits.Len64(uint64(n)) - 1; i >= 0 && ok; i-- {
		power, ok = power.Mul(power)
		if ok && n>>i&1 == 1 {
			power, ok = power.Mul(r)
		}
	}
	return power, ok
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

// mulSigned returns a*b, and false if that or its opposite is past 64 bits.
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

// addSigned returns a+b, and false if that or its opposite is past 64 bits.
func addSigned(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != math.MinInt64
}
