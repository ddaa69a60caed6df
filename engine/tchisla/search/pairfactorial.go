package search

import "math/bits"

// farthestFactorials is by how much the arguments of two factorials differ at
// most where one is divided by the other: see fallingProduct.
const farthestFactorials = 16

// joinFactorials joins operands of which at least one has a factorial.
func (p *blockPair) joinFactorials() {
	switch x, y := p.x.base, p.y.base; {
	case x.isFactorial() && y.isFactorial():
		m, n := x.argument(), y.argument()
		if max(m, n)-min(m, n) > farthestFactorials {
			return
		}
		if p.w.limit.scale == 0 {
			p.divideFactorials(m, n)
			return
		}
	case x != 0 && y != 0: // a factorial and a root
		return
	}
	w := p.w
	for i := p.x.from; i < p.x.to; i++ {
		a, against := w.t.at(uint32(i)), p.against(i)
		for j := against.from; j < against.to; j++ {
			b := w.t.at(uint32(j))
			if w.limit.scale > 0 || !farApart(a, b, w.limit) && !farApart(b, a, w.limit) {
				w.joinFactorial(a, b, uint32(i), uint32(j))
			}
		}
	}
}

// farApart says of a number with a factorial and one without that neither
// divided by the other is within limits that admit no factorial.
func farApart(a, b number, s *limits) bool {
	if !a.base.isFactorial() {
		return false
	}
	// m! has at least as many bits as 21!, which has 66.
	return bits.Len64(b.num)+bits.Len64(a.den) < 65-bits.Len64(max(s.integer, s.num))
}

// divideFactorials makes the quotients of coefficients of m! and of n!.
func (p *blockPair) divideFactorials(m, n uint64) {
	f, ok := fallingProduct(max(m, n), min(m, n))
	if !ok {
		return
	}
	up, down := number{num: f, den: 1}, number{num: 1, den: f}
	if m < n {
		up, down = down, up
	}
	for i := p.x.from; i < p.x.to; i++ {
		a, against := p.x.coefficient(i), p.against(i)
		p.w.divide(up, a, against, i)
		p.w.multiply(down, number{num: a.den, den: a.num}, against, divide, i)
	}
}

func (w *worker) joinFactorial(a, b number, i, j uint32) {
	if q, ok := divFactorial(a, b); ok {
		w.emitFit(q, divide, i, j)
	}
	if q, ok := divFactorial(b, a); ok {
		w.emitFit(q, divide, j, i)
	}
	if w.limit.scale == 0 {
		return
	}
	if p, ok := mulFactorial(a, b); ok {
		w.emitFit(p, multiply, i, j)
	}
	sum, diff, okSum, okDiff, aLess := sumDiffFactorial(a, b)
	if okSum {
		w.emitFit(sum, add, i, j)
	}
	if !okDiff || diff.num == 0 {
		return
	}
	if aLess {
		i, j = j, i
	}
	w.emitFit(diff, subtract, i, j)
}
