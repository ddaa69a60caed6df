package search

// joinFactorials joins operands if the bases are two factorials, or a factorial and no base. A factorial
// and a root make nothing that is held.
func (p *blockPair) joinFactorials() {
	x := p.x.base
	y := p.y.base
	if x == 0 || y == 0 {
		p.joinEach()
		return
	}
	if !x.isFactorial() || !y.isFactorial() {
		return
	}
	m := x.argument()
	n := y.argument()
	ratio, ok := fallingProduct(max(m, n), min(m, n))
	if !ok {
		// Each rule of arithmetic needs the quotient of the factorials.
		return
	}
	if p.w.limit.scale > 0 {
		p.joinEach()
		return
	}
	// Only quotients are within these limits. In them the factorials cancel to the ratio, or to its inverse.
	quotient := integer(ratio)
	if m < n {
		quotient = quotient.flipped()
	}
	xByY := scaling{op: divide, joined: quotient, onLeft: true}
	yByX := scaling{op: divide, joined: quotient.flipped()}
	for i := p.x.from; i < p.x.to; i++ {
		p.w.scale(&xByY, i, p.against(i))
		p.w.scale(&yByX, i, p.against(i))
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
// limits allow multiples of factorials, it also makes their sums, differences and products.
//
// It takes them from eachPartner, which finds the numbers n that make a with b. Most have a = n op b, and
// so n is a joined with b by the inverse of op. Those on the right have a = b op n, where op is a
// difference or a quotient, and so n is b op a.
func (w *worker) joinFactorial(a, b number, i, j uint32) {
	w.calc.eachPartner(a, b, func(n number, op operation, onRight bool) {
		makes := inverse[op]
		left := i
		right := j
		if onRight {
			makes = op
			left = j
			right = i
		}
		if makes == divide || w.limit.scale > 0 {
			w.emitFit(n, makes, left, right)
		}
	})
}

// maxRatioArgument is above the arguments of the factorials of a ratio. The product of two numbers above it
// does not fit.
const maxRatioArgument = 1 << 31

// factorialRatios makes a!/b! and b!/a! for a of one level above b of another, where a! itself does not fit.
// a!/b! is the product b+1 … a. Ratios of one factor are left out: they are a itself.
func (w *worker) factorialRatios(level1, level2 int) {
	t := w.t
	bs := t.whole[level2]
	for _, i := range t.whole[level1] {
		a := t.keys[i].num
		if a <= maxWholeFactorial {
			continue
		}
		for _, j := range bs {
			b := t.keys[j].num
			if b+1 >= a {
				break
			}
			ratio, ok := fallingProduct(a, b)
			if !ok {
				// The next a is larger, so its ratio with this b does not fit either.
				bs = bs[1:]
				continue
			}
			w.emitFit(integer(ratio), factorialRatio, i, j)
			w.emitFit(number{num: 1, den: ratio}, factorialRatio, j, i)
		}
	}
}
