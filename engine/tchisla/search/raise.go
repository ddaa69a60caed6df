package search

import (
	"cmp"
	"math"
	"slices"
)

// exponents returns the entries of a level that can serve as an exponent, in the order of
// their odd parts.
func (t *levels) exponents(level int) []exponent {
	var es []exponent
	for i := t.span(level).from; i < t.span(level).to; i++ {
		e, ok := asExponent(t.at(uint32(i)))
		if ok {
			e.entry = uint32(i)
			es = append(es, e)
		}
	}
	slices.SortStableFunc(es, func(a, b exponent) int { return cmp.Compare(a.odd, b.odd) })
	return es
}

// raiseAll raises the entries of a span to the exponents of a level, and to their negatives.
// A power too large to hold is taken under as many square roots as bring it into
// range: 5^120 enters as √√√√√(5^120) = 5^(15/4).
func (w *worker) raiseAll(s span, level int) {
	for i := s.from; i < s.to; i++ {
		a := w.t.at(uint32(i))
		if a.isOne() || a.base.isFactorial() {
			continue
		}
		// size is about the binary logarithm of the larger part of a. It only says where to
		// begin.
		size := math.Log2(float64(max(a.num, a.den)))
		var room [12]power
		for _, p := range factorRoot(room[:0], a.base, 1, 0) {
			size += math.Log2(float64(p.prime)) * float64(p.exp) / unit
		}
		// roots are the odd roots of a that are needed. With num 0 a root is not yet computed,
		// with den 0 it does not exist.
		var roots [maxOddRoot + 1]number
		itself := powerBase{number: a}
		for _, e := range w.t.exponentLists[level] {
			// Even under the deepest roots such a power is too large. The exponents that follow have odd
			// parts that are at least as large.
			if float64(e.odd)*size > 64*unit*float64(e.root) {
				break
			}
			if e.root == 1 {
				w.raiseOne(uint32(i), &itself, size, e)
				continue
			}
			r := &roots[e.root]
			if r.num == 0 {
				var ok bool
				*r, ok = oddRoot(a, e.root)
				if !ok {
					*r = number{num: 1}
				}
			}
			if r.den > 0 {
				w.raiseOne(uint32(i), &powerBase{number: *r}, size/float64(e.root), e)
			}
		}
	}
}

// raiseOne raises entry i, or its odd root a of about 2^size, to e.
func (w *worker) raiseOne(i uint32, a *powerBase, size float64, e exponent) {
	// Each root halves the size of the power. The first try has one root less than bring it below 63 bits,
	// because the size is only about right.
	roots := 0
	if over := float64(e.odd) * math.Ldexp(size, e.two) / 63; over > 1 {
		roots = max(0, int(math.Ceil(math.Log2(over)))-1)
	}
	hasPower := false
	hasInverse := false
	for ; roots <= maxRoots && !(hasPower && hasInverse); roots++ {
		up := max(0, e.two-roots)
		down := max(0, roots-e.two)
		// This is the depth of the power.
		if down-up+a.base.depth() > w.limit.depth {
			return
		}
		if up > 16 {
			// No power with such an exponent fits.
			continue
		}
		p, ok := a.pow(e.odd<<up, down)
		if !ok {
			continue
		}
		if !hasPower && w.limit.fits(p) {
			w.emit(p.key(), raise.withRoots(roots), i, e.entry)
			hasPower = true
		}
		q, ok := w.calc.mul(integer(1), p, true)
		if ok && !hasInverse && w.limit.fits(q) {
			w.emit(q.key(), raiseInverse.withRoots(roots), i, e.entry)
			hasInverse = true
		}
	}
}
