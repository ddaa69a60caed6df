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
		if n.num <= maxWholeFactorial {
			yield(integer(factorials[n.num]), factorialOf)
		} else if f := (number{num: 1, den: 1, base: factorialBase(n.num)}); n.num <= maxArgument && s.fits(f) {
			yield(f, factorialOf)
		}
	}
	if n.base == 0 {
		p, ok1 := whole.Sqrt(n.num)
		q, ok2 := whole.Sqrt(n.den)
		if ok1 && ok2 {
			yield(number{num: p, den: q}, squareRootOf)
			return
		}
	}
	// The factor outside the root is at most coef, the one inside at most kernel. What
	// passes is factored.
	squares := 2 * bits.Len64(s.coef)
	switch {
	case n.base.depth() >= s.depth || bits.Len64(n.num) > squares+bits.Len64(s.kernel) || bits.Len64(n.den) > squares:
	case n.base == 0 && !(kernelWithin(n.num, s.kernel) && kernelWithin(n.den, s.kernel)):
	default:
		var room [24]power
		if r, ok := compose(factors(room[:0], n, 1)); ok && s.fits(r) {
			yield(r, squareRootOf)
		}
	}
}
