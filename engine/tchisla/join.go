package tchisla

import "math/bits"

// pairs joins the task's entries by the four rules of arithmetic.
func (w *worker) pairs(k task) {
	for i := k.of.from; i < k.of.to; i++ {
		from := max(k.with.from, i) // of a level with itself, each pair once
		if a := w.t.at(uint32(i)); a.isInteger() {
			w.joinInteger(uint32(i), a.num, from, k.with.to)
		} else {
			w.join(uint32(i), a, from, k.with.to)
		}
	}
}

// joinInteger and joinOne are the hot loop. In a profile of the table of 9 to
// six digits, close (9.5 s on one core, 5.4 million numbers), three tenths go to
// looking candidates up and entering them, most of it misses of the cache, hence
// the batches; a seventh to gcds; a tenth to refusing, joining and drawing roots,
// which was most of it before those that cannot pass were refused unfactored.
// Two whole numbers need one gcd and no reduction, so they have this loop of
// their own.
func (w *worker) joinInteger(i uint32, a uint64, from, to int) {
	for j := from; j < to; j++ {
		if w.t.low[j] != integerLow {
			w.joinOne(i, integer(a), uint32(j))
			continue
		}
		b := w.t.num[j]
		if a+b <= w.limit.integer {
			w.emit(integer(a+b), add, i, uint32(j))
		}
		if a > b {
			w.emit(integer(a-b), subtract, i, uint32(j))
		} else if b > a {
			w.emit(integer(b-a), subtract, uint32(j), i)
		}
		if a == 1 || b == 1 {
			w.invertInteger(i, a, uint32(j), b)
			continue
		}
		if hi, lo := bits.Mul64(a, b); hi == 0 && lo <= w.limit.integer {
			w.emit(integer(lo), multiply, i, uint32(j))
		}
		g := gcd(a, b)
		w.emitRational(a/g, b/g, divide, i, uint32(j))
		w.emitRational(b/g, a/g, divide, uint32(j), i)
	}
}

// invertInteger makes the only thing of one that one of ones can: its inverse.
func (w *worker) invertInteger(i uint32, a uint64, j uint32, b uint64) {
	if a != 1 {
		w.emitRational(1, a, divide, j, i)
	} else if b != 1 {
		w.emitRational(1, b, divide, i, j)
	}
}

func (w *worker) emitRational(num, den uint64, op operation, i, j uint32) {
	if den == 1 {
		if num <= w.limit.integer {
			w.emit(integer(num), op, i, j)
		}
	} else if num <= w.limit.num && den <= w.limit.den {
		w.emit(number{num: num, den: den}, op, i, j)
	}
}

func (w *worker) join(i uint32, a number, from, to int) {
	for j := from; j < to; j++ {
		w.joinOne(i, a, uint32(j))
	}
}

func (w *worker) joinOne(i uint32, a number, j uint32) {
	b := w.t.at(j)
	if a.isScaled() || b.isScaled() {
		w.joinScaled(i, a, j, b)
		return
	}
	if a.root == b.root {
		sum, diff, ok1, ok2 := sumDiff(a, b)
		if ok1 {
			w.emitFit(sum, add, i, j)
		}
		if ok2 && diff.num != 0 {
			if less(a, b) {
				w.emitFit(diff, subtract, j, i)
			} else {
				w.emitFit(diff, subtract, i, j)
			}
		}
	}
	if a.isOne() || b.isOne() {
		w.invert(i, a, j, b)
		return
	}
	if !w.calc.joinable(a.root, b.root) {
		return
	}
	if p, ok := w.calc.mul(a, b); ok {
		w.emitFit(p, multiply, i, j)
	}
	q, ok := w.calc.div(a, b)
	if ok {
		w.emitFit(q, divide, i, j)
		q, ok = w.calc.inverse(q)
	} else {
		q, ok = w.calc.div(b, a)
	}
	if ok {
		w.emitFit(q, divide, j, i)
	}
}

func (w *worker) invert(i uint32, a number, j uint32, b number) {
	if b.isOne() {
		i, a, j, b = j, b, i, a
	}
	if q, ok := w.calc.inverse(b); ok {
		w.emitFit(q, divide, i, j)
	}
}

func (w *worker) joinScaled(i uint32, a number, j uint32, b number) {
	w.sumScaled(i, a, j, b)
	if p, ok := mulScaled(a, b); ok {
		w.emitFit(p, multiply, i, j)
	}
	if q, ok := divScaled(a, b); ok {
		w.emitFit(q, divide, i, j)
	}
	if q, ok := divScaled(b, a); ok {
		w.emitFit(q, divide, j, i)
	}
}

func (w *worker) sumScaled(i uint32, a number, j uint32, b number) {
	p, q, of, ok := alike(a, b)
	if !ok {
		return
	}
	sum, diff, ok1, ok2 := sumDiff(p, q)
	if ok1 {
		if n, ok := rescale(sum, of); ok {
			w.emitFit(n, add, i, j)
		}
	}
	if !ok2 || diff.num == 0 {
		return
	}
	if less(p, q) {
		i, j = j, i
	}
	if n, ok := rescale(diff, of); ok {
		w.emitFit(n, subtract, i, j)
	}
}

func (w *worker) emitFit(n number, op operation, i, j uint32) {
	if w.limit.fits(n) {
		w.emit(n, op, i, j)
	}
}

// less compares two numbers with the same root.
func less(a, b number) bool {
	h1, l1 := bits.Mul64(a.num, b.den)
	h2, l2 := bits.Mul64(b.num, a.den)
	return h1 < h2 || h1 == h2 && l1 < l2
}
