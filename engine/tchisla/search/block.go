package search

import (
	"math/bits"

	"reckon/engine/whole"
)

// A blockPair pairs operands of one base with operands of another.
type blockPair struct {
	w    *worker
	x, y block
	same bool // they are of the same level: each pair once
}

// against returns the operands that entry i is joined to.
func (p *blockPair) against(i int) block {
	y := p.y
	if p.same {
		y.from = max(y.from, i)
	}
	return y
}

func saturated(a, b uint64) uint64 {
	if hi, lo := bits.Mul64(a, b); hi == 0 {
		return lo
	}
	return 1<<64 - 1
}

// scale makes the products of joined, the coefficient a of entry i and that of
// each of b; for divide the quotients, with entry i as the dividend if it is first,
// and the inverses of the quotients, which have no root, if both.
func (w *worker) scale(op operation, joined, a number, b block, i int, first, both bool) {
	if op == divide && !first {
		a.num, a.den = a.den, a.num
	}
	x, ok := mulRational(joined, a)
	if !ok {
		return
	}
	limit := w.limit.bound(x.base)
	most := max(limit.integer, limit.num)
	wide := limit
	if both {
		wide = bound{most, most, most}
	}
	// A part of one factor cancels at most the part of the other across the line, so a
	// factor that is not between these makes too large a part.
	minNum, maxNum := (x.den+wide.den-1)/wide.den, saturated(most, x.den)
	minDen, maxDen := (x.num+most-1)/most, saturated(wide.den, x.num)
	over := op == divide && first
	for j := b.from; j < b.to; j++ {
		n := w.t.at(uint32(j))
		bn, bd := n.num, n.den
		if over {
			bn, bd = bd, bn
		}
		if bn < minNum || bn > maxNum || bd < minDen || bd > maxDen {
			continue
		}
		num, den, ok := wide.quotient(x.num, x.den, bd, bn)
		if !ok {
			continue
		}
		left, right := uint32(i), uint32(j)
		if !first {
			left, right = right, left
		}
		if !both || limit.fits(num, den) {
			w.emit(number{num, den, x.base}.key(), op, left, right)
		}
		if both && limit.fits(den, num) {
			w.emit(key{den, num}, op, right, left)
		}
	}
}

// quotient returns an/ad over bn/bd in lowest terms, and false past the bound.
func (b *bound) quotient(an, ad, bn, bd uint64) (num, den uint64, ok bool) {
	if g := whole.Gcd(an, bn); g > 1 {
		an, bn = an/g, bn/g
	}
	if bn > b.den || an > b.integer { // nothing else cancels from these
		return 0, 0, false
	}
	if h := whole.Gcd(ad, bd); h > 1 {
		ad, bd = ad/h, bd/h
	}
	high1, num := bits.Mul64(an, bd)
	high2, den := bits.Mul64(ad, bn)
	return num, den, high1|high2 == 0 && b.fits(num, den)
}

// addSubtract makes the sums and differences of a and each of b, of one base.
func (w *worker) addSubtract(a number, b block, i int) {
	bound := w.limit.bound(b.base)
	var common, lastDen uint64 // the gcd of the denominators, which come in runs
	for j := b.from; j < b.to; j++ {
		n := w.t.at(uint32(j))
		bn, bd := n.num, n.den
		if bd != lastDen {
			common, lastDen = whole.Gcd(a.den, bd), bd
		}
		if bound.den < a.den/common*(bd/common) { // so much stays below the line
			continue
		}
		h1, x := bits.Mul64(a.num, bd/common)
		h2, y := bits.Mul64(bn, a.den/common)
		h3, den := bits.Mul64(a.den/common, bd)
		if h1|h2|h3 != 0 || x > maxNum || y > maxNum {
			continue
		}
		w.emitReduced(&bound, number{x + y, den, b.base}, common, add, i, j)
		if x > y {
			w.emitReduced(&bound, number{x - y, den, b.base}, common, subtract, i, j)
		} else if x < y {
			w.emitReduced(&bound, number{y - x, den, b.base}, common, subtract, j, i)
		}
	}
}

// emitReduced emits n in lowest terms; only factors of common can cancel.
func (w *worker) emitReduced(bound *bound, n number, common uint64, op operation, left, right int) {
	if h := whole.Gcd(n.num, common); h > 1 {
		n.num, n.den = n.num/h, n.den/h
	}
	if bound.fits(n.num, n.den) {
		w.emit(n.key(), op, uint32(left), uint32(right))
	}
}
