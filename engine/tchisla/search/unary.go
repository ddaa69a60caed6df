package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// eachUnary yields the factorial and the square root of n, which cost no digit, if
// they are within the limits.
func eachUnary(n number, s *limits, yield func(number, operation)) {
	if n.isOne() || n.base.isFactorial() {
		return
	}
	if n.isInteger() && n.num > 2 {
		// A factorial is worth holding past the limits: ratios need it.
		if f, ok := factorial(n.num); ok && (f.isInteger() || s.fits(f)) {
			yield(f, factorialOf)
		}
	}
	if r, ok := sqrtWithin(n, s); ok {
		yield(r, squareRootOf)
	}
}

// sqrtWithin is sqrt within the limits. It factors only where the root may be.
func sqrtWithin(n number, s *limits) (number, bool) {
	if n.base == 0 {
		p, ok1 := whole.Sqrt(n.num)
		q, ok2 := whole.Sqrt(n.den)
		if ok1 && ok2 {
			return number{num: p, den: q}, true
		}
	}
	// The factor outside the root is at most coef, the one inside at most kernel.
	squares := 2 * bits.Len64(s.coef)
	if n.base.depth() >= s.depth || bits.Len64(n.num) > squares+bits.Len64(s.kernel) || bits.Len64(n.den) > squares {
		return number{}, false
	}
	if n.base == 0 && !(kernelWithin(n.num, s.kernel) && kernelWithin(n.den, s.kernel)) {
		return number{}, false
	}
	r, ok := sqrt(n)
	return r, ok && s.fits(r)
}
