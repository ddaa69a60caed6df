package search

// farthestFactorials is by how much the arguments of two factorials differ at
// most where one is divided by the other: see fallingProduct.
const farthestFactorials = 16

// joinFactorials joins operands; at least one has a factorial.
func (p *blockPair) joinFactorials() {
	switch x, y := p.x.base, p.y.base; {
	case x.isFactorial() && y.isFactorial():
		m, n := x.argument(), y.argument()
		if max(m, n)-min(m, n) > farthestFactorials {
			return
		}
		if p.w.limit.scale == 0 {
			f, ok := fallingProduct(max(m, n), min(m, n))
			if !ok {
				return
			}
			up, down := number{num: f, den: 1}, number{num: 1, den: f}
			if m < n {
				up, down = down, up
			}
			for i := p.x.from; i < p.x.to; i++ {
				a, against := p.w.t.at(uint32(i)), p.against(i)
				p.w.scale(divide, up, a, against, i, true, false)
				p.w.scale(divide, down, a, against, i, false, false)
			}
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
			w.joinFactorial(a, b, uint32(i), uint32(j))
		}
	}
}

// inverse is the operation that undoes another.
var inverse = [...]operation{add: subtract, subtract: add, multiply: divide, divide: multiply}

// joinFactorial makes the quotients of entries i and j that are within the limits and,
// where these admit factorials, their sums, differences and products: what makes b with
// a by an operation is a joined with b by its inverse.
func (w *worker) joinFactorial(a, b number, i, j uint32) {
	w.calc.eachPartner(a, b, func(n number, op operation, last bool) {
		switch {
		case last && (op == divide || w.limit.scale > 0):
			w.emitFit(n, op, j, i)
		case !last && (op == multiply || w.limit.scale > 0):
			w.emitFit(n, inverse[op], i, j)
		}
	})
}

// maxRatioArgument bounds the arguments of the factorials of a ratio.
const maxRatioArgument = 1 << 31

// factorialRatios makes a!/b! and b!/a! for a of one level above b of another,
// as products b+1 … a, where a! itself cannot be held.
func (w *worker) factorialRatios(level1, level2 int) {
	t := w.t
	bs := t.whole[level2]
	next := 0
	for _, i := range t.whole[level1] {
		a := t.keys[i].num
		if a <= maxWholeFactorial {
			continue
		}
		// Past 12 factors no product of numbers above 20 fits.
		for next < len(bs) && t.keys[bs[next]].num+14 < a {
			next++
		}
		for _, j := range bs[next:] {
			b := t.keys[j].num
			if b+1 >= a {
				break
			}
			p, ok := fallingProduct(a, b)
			if !ok {
				continue
			}
			w.emitFit(integer(p), factorialRatio, i, j)
			w.emitFit(number{num: 1, den: p}, factorialRatio, j, i)
		}
	}
}
