package search

import (
	"cmp"
	"math/bits"
	"slices"
)

// An exponent is what a number can be raised to with a result that has a chance
// to fit: odd/root * 2^two, where root is odd.
type exponent struct {
	odd, root int
	two       int
	entry     uint32
}

const (
	maxOddExponent = 512
	maxOddRoot     = 9
)

// asExponent is false for one and for what is too large.
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

// number is the value of e.
func (e exponent) number() number {
	n := number{num: uint64(e.odd) << max(0, e.two), den: uint64(e.root) << max(0, -e.two)}
	return n
}

func sortByOdd(es []exponent) {
	slices.SortStableFunc(es, func(a, b exponent) int { return cmp.Compare(a.odd, b.odd) })
}
