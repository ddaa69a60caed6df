package whole

import "math"

// Sqrt is the square root of n, and false where n is no square.
func Sqrt(n uint64) (uint64, bool) {
	// Squares end in 0, 1, 4 or 9 modulo 16: most others fall here.
	if 1<<(n&15)&(1<<0|1<<1|1<<4|1<<9) == 0 {
		return 0, false
	}
	r := rounded(math.Sqrt(float64(n)))
	return r, r*r == n && r <= math.MaxUint32
}

// Root is the k-th root of n, k >= 1, and false where it is not whole.
func Root(n uint64, k int) (uint64, bool) {
	switch {
	case n < 2 || k == 1:
		return n, true
	case k == 2:
		return Sqrt(n)
	case k > 63:
		return 0, false
	}
	r := rounded(math.Pow(float64(n), 1/float64(k)))
	p, ok := Pow(r, k)
	return r, ok && p == n
}

// rounded is the whole number nearest to a float of the root of n. A root that
// is whole is at most 2^32, where floats lie 2^-20 apart; so it is that number.
func rounded(f float64) uint64 { return uint64(f + 0.5) }
