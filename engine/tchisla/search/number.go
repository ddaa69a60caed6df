package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// A number is a positive real: a coefficient num/den in lowest terms, times a
// base. Two numbers are equal exactly when their fields are; for that the
// coefficient of m! takes no factor m+1 on top and no m below.
//
// Negative values and zero are never held: a sign can always be moved to the
// operation above, and a zero makes nothing that a one does not.
type number struct {
	num, den uint64
	base     base
}

// maxNum is the largest part of a fraction that is held.
const maxNum = 1<<62 - 1

// product returns a*b, and false past maxNum.
func product(a, b uint64) (uint64, bool) {
	hi, lo := bits.Mul64(a, b)
	return lo, hi == 0 && lo <= maxNum
}

// maxCoef is the largest part of a coefficient with a base beside it that a key
// can hold.
const maxCoef = 1<<32 - 1

// A key is a number in 16 bytes: num and den where there is no base, else
// den<<32 | num and the base. The flags of a base keep the two apart.
type key struct{ num, low uint64 }

// integerLow is the low word of every integer's key.
const integerLow = 1

// holdable reports whether a key can hold n.
func (n number) holdable() bool {
	if n.base == 0 {
		return n.num <= maxNum && n.den <= maxNum
	}
	return n.num <= maxCoef && n.den <= maxCoef
}

// key needs n to be holdable.
func (n number) key() key {
	if n.base == 0 {
		return key{n.num, n.den}
	}
	return key{n.den<<32 | n.num, uint64(n.base)}
}

func (k key) number() number {
	if k.low <= maxNum {
		return number{num: k.num, den: k.low}
	}
	return number{num: k.num & maxCoef, den: k.num >> 32, base: base(k.low)}
}

func (k key) isInteger() bool { return k.low == integerLow }

func hash(k key) uint64 {
	h := k.num*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(k.low*0xC2B2AE3D27D4EB4F, 31)
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>29
}

func integer(n uint64) number { return number{num: n, den: 1} }

func (n number) isInteger() bool { return n.den == 1 && n.base == 0 }
func (n number) isOne() bool     { return n.num == 1 && n.den == 1 && n.base == 0 }

// mulRational multiplies the fractions and takes the base from a.
func mulRational(a, b number) (number, bool) {
	g, h := whole.Gcd(a.num, b.den), whole.Gcd(b.num, a.den)
	num, ok1 := product(a.num/g, b.num/h)
	den, ok2 := product(a.den/h, b.den/g)
	return number{num: num, den: den, base: a.base}, ok1 && ok2
}

// Sums are a+b and |a-b| of two numbers. A zero difference has num 0.
type sums struct {
	sum, diff     number
	okSum, okDiff bool
	less          bool // a < b
}

// sumDiff returns the sums of two numbers with the same base.
func sumDiff(a, b number) (s sums) {
	h1, l1 := bits.Mul64(a.num, b.den)
	h2, l2 := bits.Mul64(b.num, a.den)
	s.less = h1 < h2 || h1 == h2 && l1 < l2
	if a.den == 1 && b.den == 1 {
		s.sum = number{num: a.num + b.num, den: 1, base: a.base}
		s.diff = number{num: max(a.num, b.num) - min(a.num, b.num), den: 1, base: a.base}
		s.okSum, s.okDiff = s.sum.num <= maxNum, true
		return s
	}
	g := whole.Gcd(a.den, b.den)
	x, ok1 := product(a.num, b.den/g)
	y, ok2 := product(b.num, a.den/g)
	den, ok3 := product(a.den/g, b.den)
	if !ok1 || !ok2 || !ok3 {
		return s
	}
	reduce := func(n uint64) (number, bool) {
		if n == 0 {
			return number{}, true
		}
		// Only factors of g can be common: the rest was coprime before.
		h := whole.Gcd(n, g)
		return number{num: n / h, den: den / h, base: a.base}, n/h <= maxNum
	}
	s.sum, s.okSum = reduce(x + y)
	s.diff, s.okDiff = reduce(max(x, y) - min(x, y))
	return s
}

// An exponent is an exponent of a power that has a chance to fit: odd/root * 2^two,
// where root is odd.
type exponent struct {
	odd, root int
	two       int
	entry     uint32
}

const (
	maxOddExponent = 512
	maxOddRoot     = 9
)

// asExponent returns n as an exponent; it is false for 1 and for large numbers.
func asExponent(n number) (exponent, bool) {
	if n.base != 0 || n.isOne() {
		return exponent{}, false
	}
	up, down := bits.TrailingZeros64(n.num), bits.TrailingZeros64(n.den)
	odd, root := n.num>>up, n.den>>down
	if odd > maxOddExponent || root > maxOddRoot {
		return exponent{}, false
	}
	return exponent{odd: int(odd), root: int(root), two: up - down}, true
}
