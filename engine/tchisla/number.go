package tchisla

import (
	"math/bits"
)

// A number is a positive real: a fraction num/den in lowest terms, times a root.
// Two numbers are equal exactly when their fields are.
//
// Negative values and zero are never held: a sign can always be moved to the
// operation above, and a zero makes nothing that a one does not.
type number struct {
	num, den uint64
	root     root
}

// The largest parts of a number that a key can hold: of a fraction, and of one
// with a root beside it.
const (
	maxNum  = 1<<62 - 1
	maxCoef = 1<<32 - 1
)

// A key is a number in 16 bytes: num and den where there is no root, else
// den<<32 | num and the root. The flags of a root keep the two apart.
type key struct{ num, low uint64 }

// integerLow is the low word of every integer's key.
const integerLow = 1

// holdable says whether a key can hold n.
func (n number) holdable() bool {
	if n.root == 0 {
		return n.num <= maxNum && n.den <= maxNum
	}
	return n.num <= maxCoef && n.den <= maxCoef
}

// key needs n to be holdable.
func (n number) key() key {
	if n.root == 0 {
		return key{n.num, n.den}
	}
	return key{n.den<<32 | n.num, uint64(n.root)}
}

func (k key) number() number {
	if k.low <= maxNum {
		return number{num: k.num, den: k.low}
	}
	return number{num: k.num & maxCoef, den: k.num >> 32, root: root(k.low)}
}

func integer(n uint64) number { return number{num: n, den: 1} }

func (n number) isInteger() bool { return n.den == 1 && n.root == 0 }
func (n number) isOne() bool     { return n.num == 1 && n.den == 1 && n.root == 0 }

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

// mulRational multiplies the fractions and takes the root from a.
func mulRational(a, b number) (number, bool) {
	g, h := gcd(a.num, b.den), gcd(b.num, a.den)
	num, ok1 := product(a.num/g, b.num/h)
	den, ok2 := product(a.den/h, b.den/g)
	return number{num: num, den: den, root: a.root}, ok1 && ok2
}

func (c *calculator) mul(a, b number) (number, bool) {
	if b.root == 0 {
		return mulRational(a, b)
	}
	if a.root == 0 {
		return mulRational(b, a)
	}
	joined, ok := c.joinRoots(a.root, b.root, false)
	if !ok {
		return number{}, false
	}
	a.root = 0
	r, ok := mulRational(a, b)
	if !ok {
		return number{}, false
	}
	return mulRational(joined, r)
}

func (c *calculator) div(a, b number) (number, bool) {
	joined := number{num: 1, den: 1, root: a.root}
	if a.root == b.root {
		joined.root = 0
	} else if b.root != 0 {
		var ok bool
		if joined, ok = c.joinRoots(a.root, b.root, true); !ok {
			return number{}, false
		}
	}
	g, h := gcd(a.num, b.num), gcd(a.den, b.den)
	num, ok1 := product(a.num/g, b.den/h)
	den, ok2 := product(a.den/h, b.num/g)
	if !ok1 || !ok2 {
		return number{}, false
	}
	if joined.num == 1 && joined.den == 1 {
		return number{num: num, den: den, root: joined.root}, true
	}
	return mulRational(joined, number{num: num, den: den})
}

func (c *calculator) inverse(a number) (number, bool) {
	over := number{num: a.den, den: a.num}
	if a.root == 0 {
		return over, true
	}
	root, ok := c.joinRoots(0, a.root, true)
	if !ok {
		return number{}, false
	}
	return mulRational(root, over)
}

// sumDiff gives a+b and |a-b| of two numbers with the same root. A zero
// difference has num 0.
func sumDiff(a, b number) (sum, diff number, okSum, okDiff bool) {
	if a.den == 1 && b.den == 1 {
		sum = number{num: a.num + b.num, den: 1, root: a.root}
		diff = number{num: max(a.num, b.num) - min(a.num, b.num), den: 1, root: a.root}
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
		return number{num: n / h, den: den / h, root: a.root}, n/h <= maxNum
	}
	sum, okSum = reduce(x + y)
	diff, okDiff = reduce(max(x, y) - min(x, y))
	return sum, diff, okSum, okDiff
}
