package search

import (
	"iter"
	"sort"
)

// pairs joins operands of two levels by the four rules of arithmetic. Of a level
// with itself it makes each pair once.
//
// This is where the time goes, so it computes little that the limits would throw
// away: it decides for a block of operands with another what base their products
// have and whether it may be held, and for a pair from the size of its parts
// whether a coefficient can be, before it looks for common factors.
func (w *worker) pairs(level1, level2 int, of, with span) {
	for x := range meeting(w.t.blocks[level1], of) {
		for y := range meeting(w.t.blocks[level2], with) {
			p := blockPair{w, x, y, level1 == level2}
			if p.same && p.y.to <= p.x.from {
				continue
			}
			switch {
			case x.base.isFactorial() || y.base.isFactorial():
				p.joinFactorials()
			case x.base == y.base:
				p.joinLike()
			default:
				p.joinUnlike()
			}
		}
	}
}

// meeting yields the parts of blocks in the span.
func meeting(blocks []block, s span) iter.Seq[block] {
	return func(yield func(block) bool) {
		from := sort.Search(len(blocks), func(i int) bool { return blocks[i].to > s.from })
		for _, b := range blocks[from:] {
			if b.from >= s.to || !yield(block{b.base, span{max(b.from, s.from), min(b.to, s.to)}}) {
				return
			}
		}
	}
}

// joinUnlike makes the products and quotients of operands with unlike bases.
func (p *blockPair) joinUnlike() {
	w, x, y := p.w, p.x.base, p.y.base
	if !w.limit.joinable(x, y) {
		return
	}
	for _, how := range [...]struct {
		op          operation
		left, right base
		first       bool // the entries of x are on the left
	}{{multiply, x, y, true}, {divide, x, y, true}, {divide, y, x, false}} {
		n, ok := w.calc.joinRoots(how.left, how.right, how.op == divide)
		if !ok || !w.limit.passes(n.base) {
			continue
		}
		for i := p.x.from; i < p.x.to; i++ {
			w.scale(how.op, n, w.t.at(uint32(i)), p.against(i), i, how.first, false)
		}
	}
}

// joinLike joins operands of one base, where there are sums as well.
func (p *blockPair) joinLike() {
	w, base := p.w, p.x.base
	sums := w.limit.passes(base)
	square, ok := w.calc.joinRoots(base, base, false)
	ok = ok && w.limit.passes(square.base)
	for i := p.x.from; i < p.x.to; i++ {
		a, against := w.t.at(uint32(i)), p.against(i)
		one := base == 0 && a.isOne()
		if sums {
			w.addSubtract(a, against, i)
		}
		if ok && !one {
			w.scale(multiply, square, a, against, i, true, false)
		}
		w.scale(divide, number{num: 1, den: 1}, a, against, i, true, !one)
	}
}
