// Package whole is the arithmetic of whole numbers of 64 bits that exact
// computation and the solvers share: common divisors, products and powers that
// fit, exact roots, and small primes. It knows nothing but numbers.
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

// Pow returns n^e for e >= 0, and false if that is past 64 bits. 0^0 is 1.
func Pow(n uint64, e int) (uint64, bool) {
	if n < 2 && e > 1 {
		return n, true
	}
	power := uint64(1)
	// As n is above 1 or e is at most 1, the power overflows after at most 64 rounds.
	for ; e > 0; e-- {
		high, low := bits.Mul64(power, n)
		power = low
		if high != 0 {
			return power, false
		}
	}
	return power, true
}

// Sqrt returns the square root of n, and false if n is no square. A whole root is below
// 2^32, where floats lie less than 2^-20 apart; so the nearest whole number is that root.
// The same goes for Root.
func Sqrt(n uint64) (uint64, bool) {
	// A square is 0, 1, 4 or 9 modulo 16: this excludes most other numbers.
	if 1<<(n&15)&(1<<0|1<<1|1<<4|1<<9) == 0 {
		return 0, false
	}
	r := uint64(math.Sqrt(float64(n)) + 0.5)
	return r, r*r == n && r <= math.MaxUint32
}

// Root returns the k-th root of n, k >= 1, and false if it is not whole.
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
