package tchisla

import "math/bits"

// A root is a product of prime powers with exponents between 0 and 1, in
// 64ths: so up to six square roots deep. It is held as the product of the
// primes, its kernel, and their exponents; 0 stands for no root. Kernels with
// two prime factors above trialLimit may be taken for a prime; the value stays
// right, only a meeting is missed.
//
// From the top: a flag for a factorial (see scaled), a flag for a root, 31 bits
// of kernel, 5 exponents of 6 bits by ascending prime, the first the lowest. An
// exponent of 0 stands for the one before, which also goes for the primes past
// the fifth: so all square roots have the exponents of one prime alone.
type root uint64

const (
	factorialFlag root = 1 << 63
	rootFlag      root = 1 << 62

	maxKernel    = 1<<31 - 1
	kernelShift  = 30
	exponentBits = 6
	exponentMask = 1<<exponentBits - 1
	exponents    = 5

	// maxDepth is how many square roots deep a root may be, and unit the
	// denominator its exponents are counted in.
	maxDepth = exponentBits
	unit     = 1 << maxDepth
)

// squareRootExponents are those of every square root.
const squareRootExponents root = unit / 2

func (r root) kernel() uint64  { return uint64(r>>kernelShift) & maxKernel }
func (r root) exponents() root { return r & (1<<kernelShift - 1) }

// depth is how many square roots deep r is.
func (r root) depth() int {
	if r == 0 {
		return 0
	}
	e := r.exponents()
	all := e | e>>exponentBits | e>>(2*exponentBits) | e>>(3*exponentBits) | e>>(4*exponentBits)
	return maxDepth - bits.TrailingZeros64(uint64(all&exponentMask))
}

// joinable says whether a product or quotient of two roots may be within the
// limits. Most pairs are settled by their kernels: primes that only one of them
// has stay under the root.
func (c *calculator) joinable(a, b root) bool {
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
	if d, e := a.depth(), b.depth(); max(d, e) > c.depth {
		if d != e || even {
			return false
		}
		deep = true
	}
	g := gcd(ka, kb)
	return ka/g*(kb/g) <= c.kernel && !(deep && g == 1)
}

// even says that all primes in r have one exponent.
func (r root) even() bool { return r.exponents() <= exponentMask }

// joinRoots is the product, or quotient, of two roots, at least one of them
// there.
func (c *calculator) joinRoots(a, b root, div bool) (number, bool) {
	switch {
	case a == 0 && b.even(): // and div
		e := unit - b.exponents()
		return number{num: 1, den: b.kernel(), root: b&^exponentMask | e}, true
	case a.kernel() == b.kernel() && a.even() && b.even():
		return joinLikeRoots(a, b, div), true
	case a.exponents() == squareRootExponents && b.exponents() == squareRootExponents:
		return joinSquareRoots(a.kernel(), b.kernel(), div)
	}
	of := rootPair{a, b, div}
	h := uint64(a)*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(uint64(b)*0xC2B2AE3D27D4EB4F, 31)
	if div {
		h = ^h
	}
	m := &c.memo[h*0xD6E8FEB86659FD93>>(64-logMemo)]
	if m.of != of {
		*m = rootProduct{of, c.factorRoots(of)}
	}
	return m.is, m.is.num != 0
}

// joinLikeRoots adds the exponents of one kernel.
func joinLikeRoots(a, b root, div bool) number {
	n := number{num: 1, den: 1}
	e := a.exponents()
	switch {
	case !div:
		if e += b.exponents(); e >= unit {
			e -= unit
			n.num = a.kernel()
		}
	case e >= b.exponents():
		e -= b.exponents()
	default:
		e += unit - b.exponents()
		n.den = a.kernel()
	}
	if e > 0 {
		n.root = rootFlag | root(a.kernel())<<kernelShift | e
	}
	return n
}

// joinSquareRoots needs no factors. What two different kernels do not share
// stays under the root. What they share comes out, or cancels and leaves the
// rest of the divisor below.
func joinSquareRoots(a, b uint64, div bool) (number, bool) {
	shared := gcd(a, b)
	kernel := a / shared * (b / shared)
	n := number{num: shared, den: 1, root: rootFlag | root(kernel)<<kernelShift | squareRootExponents}
	if div {
		n.num, n.den = 1, b/shared
	}
	return n, kernel <= maxKernel
}

func (c *calculator) factorRoots(of rootPair) number {
	var room [24]power
	ps := c.factorRoot(room[:0], of.a, 1, 0)
	sign := 1
	if of.div {
		sign = -1
	}
	ps = c.factorRoot(ps, of.b, sign, 0)
	n, ok := compose(ps)
	if !ok {
		return number{}
	}
	return n
}
