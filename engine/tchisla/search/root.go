package search

import "reckon/engine/whole"

// A calculator multiplies roots and remembers the products it has met. Only
// one goroutine may use it at a time.
type calculator struct {
	memo [1 << logMemo]rootProduct // direct-mapped
}

type rootPair struct {
	a, b base
	div  bool
}

// A rootProduct is a remembered product; num 0 if it does not fit.
type rootProduct struct {
	of rootPair
	is number
}

const logMemo = 12

// joinRoots returns the product, or quotient, of two roots, either of which may be
// missing.
func (c *calculator) joinRoots(a, b base, div bool) (number, bool) {
	switch {
	case b == 0:
		return number{num: 1, den: 1, base: a}, true
	case a == 0 && !div:
		return number{num: 1, den: 1, base: b}, true
	case b.even() && (a == 0 || a.even() && a.kernel() == b.kernel()):
		n, kernel := number{num: 1, den: 1}, b.kernel()
		e := int(a.exponents()) + int(b.exponents())
		if div {
			e -= 2 * int(b.exponents())
		}
		if e < 0 {
			n.den, e = kernel, e+unit
		} else if e >= unit {
			n.num, e = kernel, e-unit
		}
		if e > 0 {
			n.base = rootFlag | base(kernel)<<kernelShift | base(e)
		}
		return n, true
	case a.exponents() == squareRootExponents && b.exponents() == squareRootExponents:
		// The primes that only one kernel has stay under the root. The shared primes come
		// out, or cancel and leave the rest of the divisor below the line.
		shared := whole.Gcd(a.kernel(), b.kernel())
		kernel := a.kernel() / shared * (b.kernel() / shared)
		n := number{num: shared, den: 1, base: rootFlag | base(kernel&maxKernel)<<kernelShift | squareRootExponents}
		if div {
			n.num, n.den = 1, b.kernel()/shared
		}
		return n, kernel <= maxKernel
	}
	of := rootPair{a, b, div}
	h, sign := hash(key{uint64(a), uint64(b)}), 1
	if div {
		h, sign = ^h, -1
	}
	m := &c.memo[h>>(64-logMemo)]
	if m.of != of {
		var room [24]power
		*m = rootProduct{of: of}
		if n, ok := compose(factorRoot(factorRoot(room[:0], a, 1, 0), b, sign, 0)); ok {
			m.is = n
		}
	}
	return m.is, m.is.num != 0
}
