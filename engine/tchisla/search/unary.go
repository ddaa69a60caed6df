package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// eachUnary yields the factorial and the square root of n, which cost no digit, if
// they are within the limits.
func eachUnary(n number, limit *limits, yield func(number, operation)) {
	if n.isOne() || n.base.isFactorial() {
		return
	}
	if n.isInteger() && n.num > 2 {
		f, ok := factorialWithin(n.num, limit)
		if ok {
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
	if !mayHaveRoot(n, limit) {
		return
	}
	var room [24]power
	r, ok := compose(factors(room[:0], n, 1))
	if ok && limit.fits(r) {
		yield(r, squareRootOf)
	}
}

// factorialWithin returns m!, and false past the limits. A factorial that fits a word is held
// past the limits, because ratios need it.
func factorialWithin(m uint64, limit *limits) (number, bool) {
	if m <= maxWholeFactorial {
		return integer(factorials[m]), true
	}
	if m > maxArgument {
		return number{}, false
	}
	f := number{num: 1, den: 1, base: factorialBase(m)}
	return f, limit.fits(f)
}

// mayHaveRoot reports whether the square root of n may be within the limits, which spares
// factoring most numbers.
func mayHaveRoot(n number, limit *limits) bool {
	if n.base.depth() >= limit.depth {
		return false
	}
	// The factor outside the root is at most coef, the one inside at most kernel.
	squares := 2 * bits.Len64(limit.coef)
	if bits.Len64(n.num) > squares+bits.Len64(limit.kernel) || bits.Len64(n.den) > squares {
		return false
	}
	if n.base != 0 {
		return true
	}
	return kernelWithin(n.num, limit.kernel) && kernelWithin(n.den, limit.kernel)
}
