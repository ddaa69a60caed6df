package tchisla

import (
	"context"
	"math/bits"
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

// joinInteger and joinOne are the hot loop. In a profile of the table of 9 to
// six digits (16 s, 9.6 million numbers of 200 million candidates) two fifths
// go to looking candidates up, most of them a miss of the cache, hence the
// batches; a quarter to roots, which is why those that cannot pass are refused
// before they are factored; an eighth to gcds. Two whole numbers need one gcd
// and no reduction, so they have this loop of their own.
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
