package tchisla

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// An exponent is an entry a number can be raised to with a result that has a
// chance to fit: odd/root * 2^two, where root is odd.
type exponent struct {
	odd, root int
	two       int
	entry     uint32
}

const (
	maxOddExponent = 512
	maxOddRoot     = 9
)

// exponents lists what of level d can serve as an exponent, by odd part.
func (t *table) exponents(d int) []exponent {
	var es []exponent
	for i := t.starts[d]; i < t.starts[d+1]; i++ {
		if n := t.at(uint32(i)); n.root == 0 && !n.isOne() {
			if e, ok := asExponent(n); ok {
				e.entry = uint32(i)
				es = append(es, e)
			}
		}
	}
	slices.SortStableFunc(es, func(a, b exponent) int { return cmp.Compare(a.odd, b.odd) })
	return es
}

func asExponent(n number) (exponent, bool) {
	up, down := bits.TrailingZeros64(n.num), bits.TrailingZeros64(n.den)
	odd, root := n.num>>up, n.den>>down
	if odd > maxOddExponent || root > maxOddRoot {
		return exponent{}, false
	}
	return exponent{odd: int(odd), root: int(root), two: up - down}, true
}

// raiseAll raises the task's entries to the exponents of the other level, and to
// their negatives. A power too large to hold is taken under as many square
// roots as bring it into range: 5^120 enters as √√√√√(5^120) = 5^(15/4).
func (w *worker) raiseAll(k task) {
	for i := k.of.from; i < k.of.to; i++ {
		a := w.t.at(uint32(i))
		if a.isOne() || a.isScaled() {
			continue
		}
		size := w.calc.magnitude(a)
		var roots [maxOddRoot + 1]number // by odd root; num 0: not computed, den 0: there is none
		for _, e := range w.t.powers[k.level] {
			if float64(e.odd)*size > 64*unit*float64(e.root) {
				break
			}
			base := a
			if e.root > 1 {
				r := &roots[e.root]
				if r.num == 0 {
					var ok bool
					if *r, ok = oddRoot(a, e.root); !ok {
						*r = number{num: 1}
					}
				}
				if r.den == 0 {
					continue
				}
				base = *r
			}
			w.raiseOne(uint32(i), base, size/float64(e.root), e)
		}
	}
}

// magnitude is about the binary logarithm of the larger part of a; it only
// guides where to begin, exactness is settled by computing.
func (c *calculator) magnitude(a number) float64 {
	size := math.Log2(float64(max(a.num, a.den)))
	var room [12]power
	for _, p := range c.factorRoot(room[:0], a.root, 1, 0) {
		size += math.Log2(float64(p.prime)) * float64(p.exp) / unit
	}
	return size
}

func (w *worker) raiseOne(i uint32, base number, size float64, e exponent) {
	roots := 0
	if over := float64(e.odd) * math.Ldexp(size, e.two) / 63; over > 1 {
		roots = max(0, int(math.Ceil(math.Log2(over)))-1)
	}
	power, inverse := false, false
	for ; roots <= maxRoots && !(power && inverse); roots++ {
		up, down := e.two-roots, 0
		if up < 0 {
			up, down = 0, -up
		}
		if down+base.root.depth() > w.limit.depth {
			return
		}
		if up > 16 {
			continue
		}
		p, ok := w.calc.pow(base, e.odd<<up, down)
		if !ok {
			continue
		}
		if !power && w.limit.fits(p) {
			w.emit(p, raise.withRoots(roots), i, e.entry)
			power = true
		}
		if q, ok := w.calc.inverse(p); ok && !inverse && w.limit.fits(q) {
			w.emit(q, raiseInverse.withRoots(roots), i, e.entry)
			inverse = true
		}
	}
}
