package tchisla

import (
	"math/bits"
)

// A number is a positive real num/den * rad^(1/2^k) in lowest terms. rad is 1
// (then k is 0) or free of 2^k-th powers and no square, so that two numbers
// are equal exactly when their fields are. Radicands with two prime factors
// above 1290 may escape this; the value stays right, only a meeting is missed.
//
// Negative values and zero are never held: a sign can always be moved to the
// operation above, and a zero makes nothing that a one does not.
type number struct {
	num, den uint64
	rad      uint32
	k        uint8
}

// The widest number a key can hold.
const (
	maxNum = 1 << 62
	maxDen = 1<<30 - 1
	maxRad = 1<<31 - 1
	maxK   = 6
)

// A key is a number in 16 bytes: num, and rad<<33 | den<<3 | k.
type key struct{ num, low uint64 }

// integerLow is the low word of every integer's key.
const integerLow = 1<<33 | 1<<3

func (n number) key() key {
	return key{n.num, uint64(n.rad)<<33 | n.den<<3 | uint64(n.k)}
}

func (k key) number() number {
	return number{num: k.num, den: k.low >> 3 & maxDen, rad: uint32(k.low >> 33), k: uint8(k.low & 7)}
}

func integer(n uint64) number { return number{num: n, den: 1, rad: 1} }

func (n number) isInteger() bool { return n.den == 1 && n.rad == 1 }
func (n number) isOne() bool     { return n.num == 1 && n.den == 1 && n.rad == 1 }

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

// product is a*b, and false past maxNum.
func product(a, b uint64) (uint64, bool) {
	hi, lo := bits.Mul64(a, b)
	return lo, hi == 0 && lo <= maxNum
}

func ratio(num, den uint64) (number, bool) {
	g := gcd(num, den)
	num, den = num/g, den/g
	return number{num: num, den: den, rad: 1}, num <= maxNum && den <= maxDen
}

// mulRational multiplies the rational parts and takes the root from a.
func mulRational(a, b number) (number, bool) {
	g, h := gcd(a.num, b.den), gcd(b.num, a.den)
	num, ok1 := product(a.num/g, b.num/h)
	den, ok2 := product(a.den/h, b.den/g)
	return number{num: num, den: den, rad: a.rad, k: a.k}, ok1 && ok2 && den <= maxDen
}

func (c *calculator) mul(a, b number) (number, bool) {
	if b.rad == 1 {
		return mulRational(a, b)
	}
	if a.rad == 1 {
		return mulRational(b, a)
	}
	root, ok := c.joinRoots(a, b, false)
	if !ok {
		return number{}, false
	}
	r, ok := mulRational(number{num: a.num, den: a.den, rad: 1}, b)
	if !ok {
		return number{}, false
	}
	return mulRational(root, r)
}

func (c *calculator) div(a, b number) (number, bool) {
	root := number{num: 1, den: 1, rad: a.rad, k: a.k}
	if b.rad != 1 {
		if a.rad == b.rad && a.k == b.k {
			root.rad, root.k = 1, 0
		} else {
			var ok bool
			if root, ok = c.joinRoots(a, b, true); !ok {
				return number{}, false
			}
		}
	}
	g, h := gcd(a.num, b.num), gcd(a.den, b.den)
	num, ok1 := product(a.num/g, b.den/h)
	den, ok2 := product(a.den/h, b.num/g)
	if !ok1 || !ok2 || den > maxDen {
		return number{}, false
	}
	if root.num == 1 && root.den == 1 {
		return number{num: num, den: den, rad: root.rad, k: root.k}, true
	}
	return mulRational(root, number{num: num, den: den, rad: 1})
}

func (c *calculator) inverse(a number) (number, bool) {
	if a.rad == 1 {
		return number{num: a.den, den: a.num, rad: 1}, a.num <= maxDen
	}
	return c.div(integer(1), a)
}

// sumDiff gives a+b and |a-b| of two numbers with the same root. A zero
// difference has num 0.
func sumDiff(a, b number) (sum, diff number, okSum, okDiff bool) {
	if a.den == 1 && b.den == 1 {
		sum = number{num: a.num + b.num, den: 1, rad: a.rad, k: a.k}
		diff = number{num: max(a.num, b.num) - min(a.num, b.num), den: 1, rad: a.rad, k: a.k}
		return sum, diff, sum.num <= maxNum, true
	}
	g := gcd(a.den, b.den)
	x, ok1 := product(a.num, b.den/g)
	y, ok2 := product(b.num, a.den/g)
	den, ok3 := product(a.den/g, b.den)
	if !ok1 || !ok2 || !ok3 {
		return sum, diff, false, false
	}
	reduce := func(n uint64) (number, bool) {
		if n == 0 {
			return number{}, true
		}
		// Only factors of g can be common: the rest was coprime before.
		h := gcd(n, g)
		return number{num: n / h, den: den / h, rad: a.rad, k: a.k}, n/h <= maxNum && den/h <= maxDen
	}
	sum, okSum = reduce(x + y)
	diff, okDiff = reduce(max(x, y) - min(x, y))
	return sum, diff, okSum, okDiff
}
