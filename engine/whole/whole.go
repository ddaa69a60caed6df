// Package whole is the arithmetic of whole numbers of 64 bits that exact
// computation and the solvers share: common divisors, products and powers that
// fit, exact roots, and division by small primes. It knows numbers and nothing
// that is made of them.
package whole

import "math/bits"

// Gcd is the greatest common divisor of a and b; that of 0 and b is b.
func Gcd(a, b uint64) uint64 {
	switch {
	case a == 1 || b == 1:
		return 1
	case a == 0 || b == 0:
		return a | b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << shift
}

// Mul is a*b, and false where that is past 64 bits.
func Mul(a, b uint64) (uint64, bool) {
	hi, lo := bits.Mul64(a, b)
	return lo, hi == 0
}

// Pow is n^e for e >= 0, and false where that is past 64 bits. 0^0 is 1.
func Pow(n uint64, e int) (uint64, bool) {
	if n < 2 && e > 1 {
		return n, true
	}
	p, ok := uint64(1), true
	for ; e > 0 && ok; e-- { // at most 64 times
		p, ok = Mul(p, n)
	}
	return p, ok
}
