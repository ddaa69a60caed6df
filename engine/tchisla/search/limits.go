package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// limits bound the numbers held at one level. They are part of the search space
// that a Scope states.
type limits struct {
	integer  uint64 // largest integer
	num, den uint64 // largest parts of a fraction
	coef     uint64 // largest parts of the coefficient of a root
	kernel   uint64 // largest product of the primes under a root
	depth    int    // deepest root: 2 stands for fourth roots
	radicand int    // bits of the largest kernel^(2^(depth-1)); 0: no limit
	scale    uint64 // largest parts of the coefficient of a factorial above 20!; 0: these are only divided, by their like
	argument uint64 // largest m of such an m!
}

func (s *limits) fits(n number) bool {
	switch {
	case n.base.isFactorial():
		return n.base.argument() <= s.argument && n.num <= s.scale && n.den <= s.scale
	case !s.passes(n.base):
		return false
	}
	return s.bound(n.base).fits(n.num, n.den)
}

// passes reports whether the root b, or no root, is small and shallow enough.
func (s *limits) passes(b base) bool {
	if b == 0 {
		return true
	}
	d := b.depth()
	return b.kernel() <= s.kernel && d <= s.depth && (s.radicand == 0 || bits.Len64(b.kernel())<<(d-1) <= s.radicand)
}

// A bound is how large a coefficient may be.
type bound struct{ integer, num, den uint64 }

func (s *limits) bound(of base) bound {
	if of == 0 {
		return bound{s.integer, s.num, s.den}
	}
	return bound{s.coef, s.coef, s.coef}
}

func (b bound) fits(num, den uint64) bool {
	if den == 1 {
		return num <= b.integer
	}
	return num <= b.num && den <= b.den
}

// joinable reports whether a product or quotient of two roots may be within the
// limits. Most pairs are settled by their kernels: primes that only one of them
// has stay under the root.
func (s *limits) joinable(a, b base) bool {
	if a == b || a == 0 || b == 0 {
		return true
	}
	ka, kb := a.kernel(), b.kernel()
	even := a.even() && b.even()
	if even && ka == kb {
		return true
	}
	// A root deeper than can pass has to meet its like in every prime.
	deep := false
	if d, e := a.depth(), b.depth(); max(d, e) > s.depth {
		if d != e || even {
			return false
		}
		deep = true
	}
	g := whole.Gcd(ka, kb)
	return ka/g*(kb/g) <= s.kernel && !(deep && g == 1)
}

// A schedule is the limits by the number of levels still to come; the last also
// apply to any higher number. The fewer there are, the less can be done to
// bring a large number back, and the fewer roots will meet their like; so the
// wide levels are the early ones, which are small.
type schedule []limits

func (s schedule) at(left int) *limits { return &s[min(left, len(s)-1)] }

// The widths were found by trial on the targets to 10000. The close ones miss
// some twenty of them by a digit; the wide ones take several times as long.
var (
	closeLimits = schedule{
		{integer: 1 << 48, num: 1 << 26, den: 1 << 26, coef: 1 << 10, kernel: 1 << 10, depth: 1, radicand: 10},
		{integer: 1 << 56, num: 1 << 30, den: 1 << 30, coef: 1 << 14, kernel: 1 << 12, depth: 2, radicand: 12, scale: 1 << 24, argument: 1 << 20},
		{integer: maxNum, num: 1 << 32, den: 1 << 30, coef: 1 << 20, kernel: 1 << 16, depth: 3, radicand: 16, scale: 1 << 24, argument: 1 << 20},
		{integer: maxNum, num: 1 << 40, den: 1 << 30, coef: 1 << 28, kernel: 1 << 20, depth: 3, radicand: 20, scale: 1 << 24, argument: 1 << 20},
	}
	wideLimits = schedule{
		{integer: 1 << 48, num: 1 << 26, den: 1 << 26, coef: 1 << 16, kernel: 1 << 10, depth: 2},
		{integer: 1 << 56, num: 1 << 30, den: 1 << 30, coef: 1 << 20, kernel: 1 << 12, depth: 3, scale: 1 << 24, argument: 1 << 20},
		{integer: maxNum, num: 1 << 34, den: 1 << 30, coef: 1 << 24, kernel: 1 << 16, depth: 4, scale: 1 << 24, argument: 1 << 20},
		{integer: maxNum, num: 1 << 40, den: 1 << 30, coef: 1 << 28, kernel: 1 << 20, depth: maxDepth, scale: 1 << 24, argument: 1 << 20},
	}
)

// widest are limits that nothing held is past.
var widest = &wideLimits[len(wideLimits)-1]
