package search

// joinFactorials joins operands if at least one of the bases is a factorial.
func (p *blockPair) joinFactorials() {
	x := p.x.base
	y := p.y.base
	if !x.isFactorial() || !y.isFactorial() {
		// A factorial and a root make nothing that is held.
		if x == 0 || y == 0 {
			p.joinEach()
		}
		return
	}
	m := x.argument()
	n := y.argument()
	if max(m, n)-min(m, n) > farthestFactorials {
		return
	}
	if p.w.limit.scale > 0 {
		p.joinEach()
		return
	}
	// Only quotients are made, for which the factorials cancel to one product.
	ratio, ok := fallingProduct(max(m, n), min(m, n))
	if !ok {
		return
	}
	joined := integer(ratio)
	if m < n {
		joined = joined.flipped()
	}
	over := scaling{op: divide, joined: joined, first: true}
	under := scaling{op: divide, joined: joined.flipped()}
	for i := p.x.from; i < p.x.to; i++ {
		p.w.scale(&over, i, p.against(i))
		p.w.scale(&under, i, p.against(i))
	}
}

// joinEach joins the operands one by one.
func (p *blockPair) joinEach() {
	w := p.w
	for i := p.x.from; i < p.x.to; i++ {
		a := w.t.at(uint32(i))
		against := p.against(i)
		for j := against.from; j < against.to; j++ {
			b := w.t.at(uint32(j))
			w.joinFactorial(a, b, uint32(i), uint32(j))
		}
	}
}

// inverse is the operation that undoes another.
var inverse = [...]operation{add: subtract, subtract: add, multiply: divide, divide: multiply}

// joinFactorial makes the quotients of entries i and j that are within the limits. Where the
// limits allow multiples of factorials, it also makes their sums, differences and products. If
// a = n op b, then n is a joined with b by the inverse of op.
func (w *worker) joinFactorial(a, b number, i, j uint32) {
	w.calc.eachPartner(a, b, func(n number, op operation, onRight bool) {
		left := i
		right := j
		if onRight {
			left, right = right, left
		} else {
			op = inverse[op]
		}
		if op == divide || w.limit.scale > 0 {
			w.emitFit(n, op, left, right)
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
		// No product of more than 14 numbers above 20 fits.
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
