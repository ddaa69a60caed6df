// Package whole is the arithmetic of whole numbers of 64 bits that exact
// computation and the solvers share: common divisors, products and powers that
// fit, exact roots, and small primes. It knows numbers and nothing that is made
// of them.
package whole

import (
	"math"
	"math/bits"
)

// Gcd returns the greatest common divisor of a and b; that of 0 and b is b.
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

// Pow returns n^e for e >= 0, and false where that is past 64 bits. 0^0 is 1.
func Pow(n uint64, e int) (uint64, bool) {
	if n < 2 && e > 1 {
		return n, true
	}
	over, p := uint64(0), uint64(1)
	for ; e > 0 && over == 0; e-- { // at most 64 times
		over, p = bits.Mul64(p, n)
	}
	return p, over == 0
}

// Sqrt returns the square root of n, and false where n is no square. A root that is
// whole is at most 2^32, where floats lie 2^-20 apart; so the nearest whole number is
// that root. The same goes for Root.
func Sqrt(n uint64) (uint64, bool) {
	// Squares end in 0, 1, 4 or 9 modulo 16: most others fall here.
	if 1<<(n&15)&(1<<0|1<<1|1<<4|1<<9) == 0 {
		return 0, false
	}
	r := uint64(math.Sqrt(float64(n)) + 0.5)
	return r, r*r == n && r <= math.MaxUint32
}

// Root returns the k-th root of n, k >= 1, and false where it is not whole.
func Root(n uint64, k int) (uint64, bool) {
	switch {
	case n < 2 || k == 1:
		return n, true
	case k == 2:
		return Sqrt(n)
	case k > 63:
		return 0, false
	}
	r := uint64(math.Pow(float64(n), 1/float64(k)) + 0.5)
	p, ok := Pow(r, k)
	return r, ok && p == n
}

// Primes returns the primes below limit.
func Primes(limit int) []uint64 {
	composite := make([]bool, max(limit, 0))
	var list []uint64
	for p := 2; p < limit; p++ {
		if composite[p] {
			continue
		}
		list = append(list, uint64(p))
		for q := p * p; q < limit; q += p {
			composite[q] = true
		}
	}
	return list
}
