package search

import (
	"math"
	"math/bits"
)

func gcd(a, b uint64) uint64 {
	if a == 1 || b == 1 {
		return 1
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

// maxNum is the largest part of a fraction that is held.
const maxNum = 1<<62 - 1

// product is a*b, and false past maxNum.
func product(a, b uint64) (uint64, bool) {
	hi, lo := bits.Mul64(a, b)
	return lo, hi == 0 && lo <= maxNum
}

// squareRoot is the exact root of n, and false where it has none.
func squareRoot(n uint64) (uint64, bool) {
	// Squares end in 0, 1, 4 or 9 modulo 16: most others fall here.
	if 1<<(n&15)&(1<<0|1<<1|1<<4|1<<9) == 0 {
		return 0, false
	}
	r := uint64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r, r*r == n
}

// integerPower is n^e, and false past maxNum.
func integerPower(n uint64, e int) (uint64, bool) {
	r, ok := uint64(1), true
	if n == 1 {
		return 1, true
	}
	for ; e > 0 && ok; e-- {
		r, ok = product(r, n)
	}
	return r, ok
}

// wholeRoot is the exact q-th root of n, and false where it has none.
func wholeRoot(n uint64, q int) (uint64, bool) {
	if n == 1 {
		return 1, true
	}
	guess := uint64(math.Round(math.Pow(float64(n), 1/float64(q))))
	p, ok := integerPower(guess, q)
	return guess, ok && p == n
}

// maxWholeFactorial is the largest m with m! within maxNum.
const maxWholeFactorial = 20

var factorials = func() (f [maxWholeFactorial + 1]uint64) {
	f[0] = 1
	for i := 1; i < len(f); i++ {
		f[i] = f[i-1] * uint64(i)
	}
	return f
}()

// fallingProduct is a!/b! for a above b.
func fallingProduct(a, b uint64) (uint64, bool) {
	p, ok := uint64(1), a-b <= 16
	for f := b + 1; f <= a && ok; f++ {
		p, ok = product(p, f)
	}
	return p, ok
}

// repdigit is the digit written d times.
func repdigit(digit uint64, d int) (uint64, bool) {
	n := uint64(0)
	for range d {
		if n > maxNum/16 {
			return 0, false
		}
		n = 10*n + digit
	}
	return n, true
}
