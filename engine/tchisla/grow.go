package tchisla

import (
	"cmp"
	"context"
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
	maxFactorial   = 1 << 31 // of a factorial in a ratio
)

// grow makes the next level. It reports false if the table filled up or the
// context ended first; the level is then incomplete.
func (t *table) grow(ctx context.Context, s limits) bool {
	d := t.depth() + 1
	t.limit = s
	t.calc.rad, t.calc.k = s.rad, s.k
	defer func() { t.calc.rad, t.calc.k = maxRad, maxK }()
	if n, ok := repdigit(t.digit, d); ok && n <= s.integer {
		t.emit(integer(n), concatenate, uint32(d), 0)
		t.flush()
	}
	for d1 := 1; d1 <= d-d1; d1++ {
		if !t.pairs(ctx, d1, d-d1) {
			return false
		}
	}
	for d1 := 1; d1 < d; d1++ {
		t.raiseAll(d1, d-d1)
		t.ratios(d1, d-d1)
	}
	t.flush()
	t.starts = append(t.starts, t.len())
	t.powers = append(t.powers, t.exponents(d))
	t.whole = append(t.whole, t.integers(d))
	return !t.full
}

// repdigit is the digit written d times.
func repdigit(digit uint64, d int) (uint64, bool) {
	n := uint64(0)
	for range d {
		if n > maxNum/16 {
			return 0, false
		}
		n = 10*n + digit
	}
	return n, true
}

// pairs joins every number of level d1 with every one of level d2 by the four
// rules of arithmetic.
func (t *table) pairs(ctx context.Context, d1, d2 int) bool {
	for i := t.starts[d1]; i < t.starts[d1+1]; i++ {
		if t.full || ctx.Err() != nil {
			return false
		}
		from := t.starts[d2]
		if d1 == d2 {
			from = i
		}
		if a := t.at(uint32(i)); a.isInteger() {
			t.joinInteger(uint32(i), a.num, from, t.starts[d2+1])
		} else {
			t.join(uint32(i), a, from, t.starts[d2+1])
		}
	}
	return true
}

// joinInteger is the hot loop: nearly all pairs pass here, and of those most
// are two integers. What costs is the lookup of the candidates, a miss of the
// cache each, hence the batches; the arithmetic hides behind it. The quotient
// needs the only gcd.
func (t *table) joinInteger(i uint32, a uint64, from, to int) {
	for j := from; j < to; j++ {
		if t.low[j] != integerLow {
			t.joinOne(i, integer(a), uint32(j))
			continue
		}
		b := t.num[j]
		if a+b <= t.limit.integer {
			t.emit(integer(a+b), add, i, uint32(j))
		}
		if a > b {
			t.emit(integer(a-b), subtract, i, uint32(j))
		} else if b > a {
			t.emit(integer(b-a), subtract, uint32(j), i)
		}
		if a == 1 || b == 1 {
			t.invertInteger(i, a, uint32(j), b)
			continue
		}
		if hi, lo := bits.Mul64(a, b); hi == 0 && lo <= t.limit.integer {
			t.emit(integer(lo), multiply, i, uint32(j))
		}
		g := gcd(a, b)
		t.emitRational(a/g, b/g, divide, i, uint32(j))
		t.emitRational(b/g, a/g, divide, uint32(j), i)
	}
}

// invertInteger makes the only thing of one that one of ones can: its inverse.
func (t *table) invertInteger(i uint32, a uint64, j uint32, b uint64) {
	if a != 1 {
		t.emitRational(1, a, divide, j, i)
	} else if b != 1 {
		t.emitRational(1, b, divide, i, j)
	}
}

func (t *table) emitRational(num, den uint64, op operation, i, j uint32) {
	if den == 1 {
		if num <= t.limit.integer {
			t.emit(integer(num), op, i, j)
		}
	} else if num <= t.limit.num && den <= t.limit.den {
		t.emit(number{num: num, den: den, rad: 1}, op, i, j)
	}
}

func (t *table) join(i uint32, a number, from, to int) {
	for j := from; j < to; j++ {
		t.joinOne(i, a, uint32(j))
	}
}

func (t *table) joinOne(i uint32, a number, j uint32) {
	b := t.at(j)
	if a.isScaled() || b.isScaled() {
		t.joinScaled(i, a, j, b)
		return
	}
	if a.rad == b.rad && a.k == b.k {
		sum, diff, ok1, ok2 := sumDiff(a, b)
		if ok1 {
			t.emitFit(sum, add, i, j)
		}
		if ok2 && diff.num != 0 {
			if less(a, b) {
				t.emitFit(diff, subtract, j, i)
			} else {
				t.emitFit(diff, subtract, i, j)
			}
		}
	}
	if a.isOne() || b.isOne() {
		t.invert(i, a, j, b)
		return
	}
	if p, ok := t.calc.mul(a, b); ok {
		t.emitFit(p, multiply, i, j)
	}
	q, ok := t.calc.div(a, b)
	if ok {
		t.emitFit(q, divide, i, j)
	}
	if !ok || q.rad != 1 {
		q, ok = t.calc.div(b, a)
	} else {
		q, ok = number{num: q.den, den: q.num, rad: 1}, q.num <= maxDen
	}
	if ok {
		t.emitFit(q, divide, j, i)
	}
}

func (t *table) invert(i uint32, a number, j uint32, b number) {
	if b.isOne() {
		i, a, j, b = j, b, i, a
	}
	if q, ok := t.calc.inverse(b); ok {
		t.emitFit(q, divide, i, j)
	}
}

func (t *table) joinScaled(i uint32, a number, j uint32, b number) {
	t.sumScaled(i, a, j, b)
	if p, ok := mulScaled(a, b); ok {
		t.emitFit(p, multiply, i, j)
	}
	if q, ok := divScaled(a, b); ok {
		t.emitFit(q, divide, i, j)
	}
	if q, ok := divScaled(b, a); ok {
		t.emitFit(q, divide, j, i)
	}
}

func (t *table) sumScaled(i uint32, a number, j uint32, b number) {
	p, q, m, ok := alike(a, b)
	if !ok {
		return
	}
	sum, diff, ok1, ok2 := sumDiff(p, q)
	if ok1 {
		if n, ok := rescale(sum, m); ok {
			t.emitFit(n, add, i, j)
		}
	}
	if !ok2 || diff.num == 0 {
		return
	}
	if less(p, q) {
		i, j = j, i
	}
	if n, ok := rescale(diff, m); ok {
		t.emitFit(n, subtract, i, j)
	}
}

func (t *table) emitFit(n number, op operation, i, j uint32) {
	if t.limit.fits(n) {
		t.emit(n, op, i, j)
	}
}

// less compares two numbers with the same root.
func less(a, b number) bool {
	h1, l1 := bits.Mul64(a.num, b.den)
	h2, l2 := bits.Mul64(b.num, a.den)
	return h1 < h2 || h1 == h2 && l1 < l2
}

// exponents lists what of level d can serve as an exponent, by odd part.
func (t *table) exponents(d int) []exponent {
	var es []exponent
	for i := t.starts[d]; i < t.starts[d+1]; i++ {
		if n := t.at(uint32(i)); n.rad == 1 && !n.isOne() {
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

// raiseAll raises the numbers of level d1 to the exponents of level d2, and to
// their negatives. A power too large to hold is taken under as many square
// roots as bring it into range: 5^120 enters as √√√√√(5^120) = 5^(15/4).
func (t *table) raiseAll(d1, d2 int) {
	for i := t.starts[d1]; i < t.starts[d1+1]; i++ {
		a := t.at(uint32(i))
		if a.isOne() || a.isScaled() {
			continue
		}
		size := magnitude(a)
		var roots [maxOddRoot + 1]number // by odd root; num 0: not computed, den 0: there is none
		for _, e := range t.powers[d2] {
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
			t.raiseOne(uint32(i), base, size/float64(e.root), e)
		}
	}
}

// magnitude is about the binary logarithm of the larger part of a; it only
// guides where to begin, exactness is settled by computing.
func magnitude(a number) float64 {
	return math.Log2(float64(max(a.num, a.den))) + math.Log2(float64(a.rad))/float64(int(1)<<a.k)
}

func (t *table) raiseOne(i uint32, base number, size float64, e exponent) {
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
		if down+int(base.k) > int(t.limit.k) {
			return
		}
		if up > 16 {
			continue
		}
		p, ok := t.calc.pow(base, e.odd<<up, down)
		if !ok {
			continue
		}
		if !power && t.limit.fits(p) {
			t.emit(p, raise.withRoots(roots), i, e.entry)
			power = true
		}
		if q, ok := t.calc.inverse(p); ok && !inverse && t.limit.fits(q) {
			t.emit(q, raiseInverse.withRoots(roots), i, e.entry)
			inverse = true
		}
	}
}

// integers lists what of level d can stand under a factorial too large to
// hold, ascending.
func (t *table) integers(d int) []uint32 {
	var is []uint32
	for i := t.starts[d]; i < t.starts[d+1]; i++ {
		if t.low[i] == integerLow && t.num[i] > 2 && t.num[i] < maxFactorial {
			is = append(is, uint32(i))
		}
	}
	slices.SortFunc(is, func(a, b uint32) int { return cmp.Compare(t.num[a], t.num[b]) })
	return is
}

// ratios makes a!/b! and b!/a! for a of level d1 above b of level d2, as
// products b+1 … a, where a! itself cannot be held.
func (t *table) ratios(d1, d2 int) {
	bs := t.whole[d2]
	next := 0
	for _, i := range t.whole[d1] {
		a := t.num[i]
		if a <= maxHeldFactorial {
			continue
		}
		// Past 12 factors no product of numbers above 20 fits.
		for next < len(bs) && t.num[bs[next]]+14 < a {
			next++
		}
		for _, j := range bs[next:] {
			b := t.num[j]
			if b+1 >= a {
				break
			}
			p, ok := fallingProduct(a, b)
			if !ok {
				continue
			}
			t.emitRational(p, 1, factorialRatio, i, j)
			t.emitRational(1, p, factorialRatio, j, i)
		}
	}
}
