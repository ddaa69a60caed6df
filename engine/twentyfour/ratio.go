package twentyfour

import (
	"cmp"
	"math/bits"

	"reckon/engine/whole"
)

// A ratio is an exact fraction. Six cards of at most 999 cannot make a numerator
// or denominator beyond 999^6 < 2^60, nor can the sums on the way to one: a
// numerator of full degree 6 is a plain product.
type ratio whole.Ratio

func integer(n int64) ratio { return ratio{Num: n, Den: 1} }

func (r ratio) add(s ratio) ratio {
	sum, _ := whole.Ratio(r).Add(whole.Ratio(s))
	return ratio(sum)
}

func (r ratio) mul(s ratio) ratio {
	product, _ := whole.Ratio(r).Mul(whole.Ratio(s))
	return ratio(product)
}

// inverse returns 1/r; r must not be 0.
func (r ratio) inverse() ratio {
	if r.Num < 0 {
		return ratio{Num: -r.Den, Den: -r.Num}
	}
	return ratio{Num: r.Den, Den: r.Num}
}

// div returns r/s; s must not be 0.
func (r ratio) div(s ratio) ratio { return r.mul(s.inverse()) }

func (r ratio) neg() ratio        { return ratio{Num: -r.Num, Den: r.Den} }
func (r ratio) sub(s ratio) ratio { return r.add(s.neg()) }
func (r ratio) abs() ratio        { return ratio{Num: max(r.Num, -r.Num), Den: r.Den} }

func (r ratio) isZero() bool  { return r.Num == 0 }
func (r ratio) isOne() bool   { return r.Num == r.Den }
func (r ratio) isWhole() bool { return r.Den == 1 }

// compare orders ratios; neither may be negative.
func (r ratio) compare(s ratio) int {
	rh, rl := bits.Mul64(uint64(r.Num), uint64(s.Den))
	sh, sl := bits.Mul64(uint64(s.Num), uint64(r.Den))
	if rh != sh {
		return cmp.Compare(rh, sh)
	}
	return cmp.Compare(rl, sl)
}
