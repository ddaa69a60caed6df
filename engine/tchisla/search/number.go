package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// A number is a positive real: a coefficient num/den in lowest terms, times a
// base. Two numbers are equal exactly when their fields are, with the exceptions that timesFactorial and base
// name. That is why, with a base m!, num has no factor m+1 and den no factor m.
//
// Negative values and zero are never held: a sign can always be moved to the
// operation that uses the number, and a zero makes nothing that a one does not.
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

// maxCoef is the largest part of a coefficient that a key can hold together with a base.
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

// key returns the key of n, which must be holdable.
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

// flipped returns n with the parts of its coefficient exchanged.
func (n number) flipped() number { return number{num: n.den, den: n.num, base: n.base} }

// mulRational multiplies the fractions and takes the base from a.
func mulRational(a, b number) (number, bool) {
	g := whole.Gcd(a.num, b.den)
	h := whole.Gcd(b.num, a.den)
	num, ok1 := product(a.num/g, b.num/h)
	den, ok2 := product(a.den/h, b.den/g)
	return number{num: num, den: den, base: a.base}, ok1 && ok2
}

// sums are a+b and |a-b| of two numbers. A zero difference has num 0.
type sums struct {
	sum, diff     number
	okSum, okDiff bool
	// less means that a is less than b.
	less bool
}

// sumDiff returns the sums of two numbers with the same base.
func sumDiff(a, b number) (s sums) {
	h1, l1 := bits.Mul64(a.num, b.den)
	h2, l2 := bits.Mul64(b.num, a.den)
	s.less = h1 < h2 || h1 == h2 && l1 < l2
	if a.den == 1 && b.den == 1 {
		s.sum = number{num: a.num + b.num, den: 1, base: a.base}
		s.diff = number{num: max(a.num, b.num) - min(a.num, b.num), den: 1, base: a.base}
		s.okSum = s.sum.num <= maxNum
		s.okDiff = true
		return s
	}
	g := whole.Gcd(a.den, b.den)
	x, ok1 := product(a.num, b.den/g)
	y, ok2 := product(b.num, a.den/g)
	den, ok3 := product(a.den/g, b.den)
	if !ok1 || !ok2 || !ok3 {
		return s
	}
	s.sum = number{x + y, den, a.base}.lowest(g)
	s.okSum = s.sum.num <= maxNum
	s.diff = number{max(x, y) - min(x, y), den, a.base}.lowest(g)
	s.okDiff = s.diff.num <= maxNum
	return s
}

// lowest returns n in lowest terms, if only factors of common can cancel.
func (n number) lowest(common uint64) number {
	h := whole.Gcd(n.num, common)
	if h > 1 {
		n.num /= h
		n.den /= h
	}
	return n
}

// An exponent is a number that can be the exponent of a power within the limits:
// odd/root * 2^two, where root is odd.
type exponent struct {
	odd, root int
	two       int
	entry     uint32
}

const (
	maxOddExponent = 512
	maxOddRoot     = 9
)

// asExponent returns n as an exponent, and false for 1 and for large numbers.
func asExponent(n number) (exponent, bool) {
	if n.base != 0 || n.isOne() {
		return exponent{}, false
	}
	up := bits.TrailingZeros64(n.num)
	down := bits.TrailingZeros64(n.den)
	odd := n.num >> up
	root := n.den >> down
	if odd > maxOddExponent || root > maxOddRoot {
		return exponent{}, false
	}
	return exponent{odd: int(odd), root: int(root), two: up - down}, true
}
