package search

import (
	"iter"
	"sort"
)

// pairs joins operands of two levels, those in the spans xs and ys, by the four rules of
// arithmetic. If both are of one level, it makes each pair once.
//
// This is where the time goes, so it computes little that the limits would throw
// away: for two blocks of operands it decides what base their products have, and
// whether that may be held. For a pair it decides from the size of the parts
// whether a coefficient can be held, before it looks for common factors.
func (w *worker) pairs(level1, level2 int, xs, ys span) {
	for x := range meeting(w.t.blocks[level1], xs) {
		for y := range meeting(w.t.blocks[level2], ys) {
			p := blockPair{w, x, y, level1 == level2}
			if p.sameLevel && p.y.to <= p.x.from {
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
	x := p.x.base
	y := p.y.base
	if !p.w.limit.joinable(x, y) {
		return
	}
	product, ok := p.w.calc.joinRoots(x, y, false)
	if ok {
		p.joinBy(scaling{op: multiply, joined: product, onLeft: true})
	}
	quotient, ok := p.w.calc.joinRoots(x, y, true)
	if ok {
		p.joinBy(scaling{op: divide, joined: quotient, onLeft: true})
	}
	quotient, ok = p.w.calc.joinRoots(y, x, true)
	if ok {
		p.joinBy(scaling{op: divide, joined: quotient})
	}
}

// joinBy joins the operands by one operation, if the base of the results is within the limits.
func (p *blockPair) joinBy(how scaling) {
	if !p.w.limit.passes(how.joined.base) {
		return
	}
	for i := p.x.from; i < p.x.to; i++ {
		p.w.scale(&how, i, p.against(i))
	}
}

// joinLike joins operands of one base, where there are sums as well.
func (p *blockPair) joinLike() {
	w := p.w
	base := p.x.base
	passes := w.limit.passes(base)
	square, squareFits := w.calc.joinRoots(base, base, false)
	squareFits = squareFits && w.limit.passes(square.base)
	products := scaling{op: multiply, joined: square, onLeft: true}
	quotient := scaling{op: divide, joined: integer(1), onLeft: true}
	quotients := scaling{op: divide, joined: integer(1), onLeft: true, both: true}
	for i := p.x.from; i < p.x.to; i++ {
		a := w.t.at(uint32(i))
		against := p.against(i)
		if passes {
			w.addSubtract(a, against, i)
		}
		// A product with one, or a quotient by one, is nothing new.
		if a.isOne() {
			w.scale(&quotient, i, against)
			continue
		}
		if squareFits {
			w.scale(&products, i, against)
		}
		w.scale(&quotients, i, against)
	}
}
