package search

import (
	"math"
	"math/bits"

	"reckon/engine/whole"
)

// A blockPair pairs operands of one base with operands of another.
type blockPair struct {
	w    *worker
	x, y block
	// sameLevel means that both are of one level, so that each pair is made once.
	sameLevel bool
}

// against returns the operands that entry i is joined to.
func (p *blockPair) against(i int) block {
	y := p.y
	if p.sameLevel {
		y.from = max(y.from, i)
	}
	return y
}

// saturated returns a*b, or the largest word if that is larger.
func saturated(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

// A scaling is how an entry is joined to others by multiplication or division.
type scaling struct {
	op operation
	// joined is the product or quotient of the bases. The coefficients go on top.
	joined number
	// onLeft means that the entry is the left operand, and otherwise the right one.
	onLeft bool
	// both means that the inverses of the quotients are made as well. There is no root then.
	both bool
}

// scale joins entry i to each entry of a block. The base of the results is that of how.joined.
func (w *worker) scale(how *scaling, i int, b block) {
	a := w.t.at(uint32(i))
	// The divisors are the entries of the block, or else entry i.
	divides := how.op == divide && how.onLeft
	if how.op == divide && !how.onLeft {
		a = a.flipped()
	}
	x, ok := mulRational(how.joined, a)
	if !ok {
		return
	}
	limit := w.limit.bound(x.base)
	most := max(limit.integer, limit.num)
	wide := limit
	if how.both {
		wide = bound{most, most, most}
	}
	// The numerator of one factor cancels at most the denominator of the other, and the other way
	// round. So a factor outside of these bounds makes a number that is too large.
	minNum := (x.den + wide.den - 1) / wide.den
	maxNum := saturated(most, x.den)
	minDen := (x.num + most - 1) / most
	maxDen := saturated(wide.den, x.num)
	for j := b.from; j < b.to; j++ {
		n := w.t.at(uint32(j))
		bn := n.num
		bd := n.den
		if divides {
			bn, bd = bd, bn
		}
		if bn < minNum || bn > maxNum {
			continue
		}
		if bd < minDen || bd > maxDen {
			continue
		}
		// To multiply by bn/bd is to divide by bd/bn.
		num, den, ok := wide.quotient(x.num, x.den, bd, bn)
		if !ok {
			continue
		}
		left := uint32(i)
		right := uint32(j)
		if !how.onLeft {
			left, right = right, left
		}
		if !how.both || limit.fits(num, den) {
			w.emit(number{num, den, x.base}.key(), how.op, left, right)
		}
		if how.both && limit.fits(den, num) {
			w.emit(key{den, num}, how.op, right, left)
		}
	}
}

// quotient returns an/ad divided by bn/bd in lowest terms, and false past the bound.
func (b *bound) quotient(an, ad, bn, bd uint64) (num, den uint64, ok bool) {
	g := whole.Gcd(an, bn)
	if g > 1 {
		an /= g
		bn /= g
	}
	// Nothing else cancels from these.
	if bn > b.den || an > b.integer {
		return 0, 0, false
	}
	h := whole.Gcd(ad, bd)
	if h > 1 {
		ad /= h
		bd /= h
	}
	high1, num := bits.Mul64(an, bd)
	high2, den := bits.Mul64(ad, bn)
	return num, den, high1|high2 == 0 && b.fits(num, den)
}

// addSubtract makes the sums and differences of a, which is entry i, and each of a block of the
// same base.
func (w *worker) addSubtract(a number, b block, i int) {
	bound := w.limit.bound(b.base)
	// common is the gcd of the denominators. Equal denominators come one after the other.
	var common, lastDen uint64
	for j := b.from; j < b.to; j++ {
		n := w.t.at(uint32(j))
		bn := n.num
		bd := n.den
		if bd != lastDen {
			common = whole.Gcd(a.den, bd)
			lastDen = bd
		}
		// The denominator stays at least this large.
		if bound.den < a.den/common*(bd/common) {
			continue
		}
		h1, x := bits.Mul64(a.num, bd/common)
		h2, y := bits.Mul64(bn, a.den/common)
		h3, den := bits.Mul64(a.den/common, bd)
		if h1|h2|h3 != 0 || x > maxNum || y > maxNum {
			continue
		}
		left := uint32(i)
		right := uint32(j)
		sum := number{x + y, den, b.base}.lowest(common)
		if bound.fits(sum.num, sum.den) {
			w.emit(sum.key(), add, left, right)
		}
		if x == y {
			continue
		}
		if x < y {
			x, y = y, x
			left, right = right, left
		}
		diff := number{x - y, den, b.base}.lowest(common)
		if bound.fits(diff.num, diff.den) {
			w.emit(diff.key(), subtract, left, right)
		}
	}
}
