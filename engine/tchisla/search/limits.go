package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// limits bound the numbers held at one level. They are part of the search space
// that a Scope states.
type limits struct {
	// integer is the largest integer.
	integer uint64
	// num and den are the largest parts of a fraction.
	num, den uint64
	// coef is the largest part of the coefficient of a root.
	coef uint64
	// kernel is the largest product of the primes under a root.
	kernel uint64
	// depth is the deepest root, 2 meaning fourth roots.
	depth int
	// radicand is the number of bits of the largest kernel^(2^(depth-1)), 0 meaning no limit.
	radicand int
	// scale is the largest part of the coefficient of a factorial above 20!. If it is 0, such
	// factorials are only divided by each other.
	scale uint64
	// argument is the largest m of a factorial m! above 20!.
	argument uint64
}

// fits reports whether n is within the limits.
func (l *limits) fits(n number) bool {
	if n.base.isFactorial() {
		return n.base.argument() <= l.argument && n.num <= l.scale && n.den <= l.scale
	}
	return l.passes(n.base) && l.bound(n.base).fits(n.num, n.den)
}

// passes reports whether the root b, or no root, is small and shallow enough.
func (l *limits) passes(b base) bool {
	if b == 0 {
		return true
	}
	d := b.depth()
	if b.kernel() > l.kernel || d > l.depth {
		return false
	}
	return l.radicand == 0 || bits.Len64(b.kernel())<<(d-1) <= l.radicand
}

// A bound is the limits of a coefficient.
type bound struct{ integer, num, den uint64 }

// bound returns the limits of the coefficient of a base.
func (l *limits) bound(b base) bound {
	if b == 0 {
		return bound{l.integer, l.num, l.den}
	}
	return bound{l.coef, l.coef, l.coef}
}

// fits reports whether num/den is within the bound.
func (b bound) fits(num, den uint64) bool {
	if den == 1 {
		return num <= b.integer
	}
	return num <= b.num && den <= b.den
}

// joinable reports whether a product or quotient of two roots may be within the
// limits. Most pairs are settled by their kernels: primes that only one of them
// has stay under the root.
func (l *limits) joinable(a, b base) bool {
	if a == b || a == 0 || b == 0 {
		return true
	}
	ka := a.kernel()
	kb := b.kernel()
	even := a.even() && b.even()
	if even && ka == kb {
		return true
	}
	// A root that is too deep becomes less deep only if the other is as deep, has other
	// exponents and shares a prime.
	da := a.depth()
	db := b.depth()
	isDeep := max(da, db) > l.depth
	if isDeep && (da != db || even) {
		return false
	}
	shared := whole.Gcd(ka, kb)
	if isDeep && shared == 1 {
		return false
	}
	return ka/shared*(kb/shared) <= l.kernel
}

// A schedule has the limits by the number of levels still to come. The last limits also apply
// to any higher number. The fewer levels are to come, the less can be done to make a large
// number small again, and the fewer roots will meet similar roots. So the limits are wide for
// the early levels, which are small.
type schedule []limits

func (s schedule) at(left int) *limits { return &s[min(left, len(s)-1)] }

// The widths were found by trial on the targets to 10000. The close limits miss about twenty of
// them by a digit. The wide limits take several times as long.
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

// widest are limits that no number held exceeds.
var widest = &wideLimits[len(wideLimits)-1]
