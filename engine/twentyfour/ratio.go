package twentyfour

import (
	"cmp"
	"math/bits"
	"strconv"
)

// A ratio is an exact fraction in lowest terms, den > 0. Six cards of at most
// 999 cannot make a numerator or denominator beyond 999^6 < 2^60, nor can the
// sums on the way to one: a numerator of full degree 6 is a plain product.
type ratio struct{ num, den int64 }

func whole(n int64) ratio { return ratio{n, 1} }

func newRatio(num, den int64) ratio {
	if den < 0 {
		num, den = -num, -den
	}
	if g := gcd(num, den); g != 1 {
		num, den = num/g, den/g
	}
	return ratio{num, den}
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (r ratio) add(s ratio) ratio {
	if r.den == 1 && s.den == 1 {
		return ratio{r.num + s.num, 1}
	}
	return newRatio(r.num*s.den+s.num*r.den, r.den*s.den)
}

func (r ratio) neg() ratio        { return ratio{-r.num, r.den} }
func (r ratio) sub(s ratio) ratio { return r.add(s.neg()) }

func (r ratio) mul(s ratio) ratio {
	if r.den == 1 && s.den == 1 {
		return ratio{r.num * s.num, 1}
	}
	return newRatio(r.num*s.num, r.den*s.den)
}

// div is r/s; s must not be 0.
func (r ratio) div(s ratio) ratio { return newRatio(r.num*s.den, r.den*s.num) }

func (r ratio) abs() ratio {
	if r.num < 0 {
		return r.neg()
	}
	return r
}

func (r ratio) isZero() bool  { return r.num == 0 }
func (r ratio) isOne() bool   { return r.num == r.den }
func (r ratio) isWhole() bool { return r.den == 1 }

// compare orders by size; neither may be negative.
func (r ratio) compare(s ratio) int {
	rh, rl := bits.Mul64(uint64(r.num), uint64(s.den))
	sh, sl := bits.Mul64(uint64(s.num), uint64(r.den))
	if rh != sh {
		return cmp.Compare(rh, sh)
	}
	return cmp.Compare(rl, sl)
}

func (r ratio) String() string {
	if r.den == 1 {
		return strconv.FormatInt(r.num, 10)
	}
	return strconv.FormatInt(r.num, 10) + "/" + strconv.FormatInt(r.den, 10)
}
