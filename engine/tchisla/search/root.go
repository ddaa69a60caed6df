package search

import "reckon/engine/whole"

// A calculator multiplies roots and remembers the products it has met. Only
// one goroutine may use it at a time.
type calculator struct {
	// memo is a direct-mapped cache.
	memo [1 << logMemo]rootProduct
}

// A rootPair is two roots to be multiplied or, with div, divided.
type rootPair struct {
	a, b base
	div  bool
}

// A rootProduct is a product in the memo. Its num is 0 if it does not fit.
type rootProduct struct {
	pair    rootPair
	product number
}

const logMemo = 12

// joinRoots returns the product, or quotient, of two roots. Either may be missing.
func (c *calculator) joinRoots(a, b base, div bool) (number, bool) {
	if b == 0 {
		return number{num: 1, den: 1, base: a}, true
	}
	if a == 0 && !div {
		return number{num: 1, den: 1, base: b}, true
	}
	sameKernel := a == 0 || a.even() && a.kernel() == b.kernel()
	if sameKernel && b.even() {
		return joinSameKernel(a, b, div), true
	}
	if a.exponents() == squareRootExponents && b.exponents() == squareRootExponents {
		return joinSquareRoots(a, b, div)
	}
	pair := rootPair{a, b, div}
	h := hash(key{uint64(a), uint64(b)})
	sign := 1
	if div {
		h = ^h
		sign = -1
	}
	m := &c.memo[h>>(64-logMemo)]
	if m.pair != pair {
		var room [24]power
		ps := factorRoot(room[:0], a, 1, 0)
		ps = factorRoot(ps, b, sign, 0)
		*m = rootProduct{pair: pair}
		n, ok := compose(ps)
		if ok {
			m.product = n
		}
	}
	return m.product, m.product.num != 0
}

// joinSameKernel joins two roots of one kernel whose primes all have one exponent. The first
// may be missing.
func joinSameKernel(a, b base, div bool) number {
	kernel := b.kernel()
	e := int(a.exponents()) + int(b.exponents())
	if div {
		e = int(a.exponents()) - int(b.exponents())
	}
	n := number{num: 1, den: 1}
	if e < 0 {
		n.den = kernel
		e += unit
	} else if e >= unit {
		n.num = kernel
		e -= unit
	}
	if e > 0 {
		n.base = rootFlag | base(kernel)<<kernelShift | base(e)
	}
	return n
}

// joinSquareRoots joins two square roots. The primes that only one kernel has stay under the
// root. The shared primes come out of a product. In a quotient they cancel, and the rest of
// the divisor stays in the denominator.
func joinSquareRoots(a, b base, div bool) (number, bool) {
	shared := whole.Gcd(a.kernel(), b.kernel())
	kernel := a.kernel() / shared * (b.kernel() / shared)
	root := rootFlag | base(kernel&maxKernel)<<kernelShift | squareRootExponents
	if div {
		return number{num: 1, den: b.kernel() / shared, base: root}, kernel <= maxKernel
	}
	return number{num: shared, den: 1, base: root}, kernel <= maxKernel
}
