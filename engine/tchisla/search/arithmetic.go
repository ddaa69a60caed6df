package search

import "reckon/engine/whole"

// mul returns a*b, or a/b if div.
func (c *calculator) mul(a, b number, div bool) (number, bool) {
	if a.base.isFactorial() || b.base.isFactorial() {
		if div {
			return divFactorial(a, b)
		}
		return mulFactorial(a, b)
	}
	joined, ok := c.joinRoots(a.base, b.base, div)
	if !ok {
		return number{}, false
	}
	if div {
		b = b.flipped()
	}
	a.base = 0
	coefficient, ok := mulRational(a, b)
	if !ok {
		return number{}, false
	}
	if joined.num == 1 && joined.den == 1 {
		coefficient.base = joined.base
		return coefficient, true
	}
	return mulRational(joined, coefficient)
}

// A powerBase is a number that is raised to several exponents. It keeps its prime factors once
// they are needed.
type powerBase struct {
	number
	powers []power
	room   [16]power
	raised [24]power
}

// pow returns f^(e/2^j), e above 0 and j at most maxDepth.
func (f *powerBase) pow(e, j int) (number, bool) {
	if j == 0 && f.base == 0 {
		num, ok1 := whole.Pow(f.num, e)
		den, ok2 := whole.Pow(f.den, e)
		p := number{num: num, den: den}
		return p, ok1 && ok2 && p.holdable()
	}
	if e > 1<<16 || f.base.depth()+j > maxDepth {
		return number{}, false
	}
	if f.powers == nil {
		f.powers = factors(f.room[:0], f.number, 0)
	}
	ps := f.raised[:0]
	for _, p := range f.powers {
		ps = append(ps, power{p.prime, p.exp * e >> j})
	}
	return compose(ps)
}

// oddRoot returns the exact q-th root of a rational, q odd, and false if there is
// none.
func oddRoot(a number, q int) (number, bool) {
	p, ok1 := whole.Root(a.num, q)
	d, ok2 := whole.Root(a.den, q)
	return number{num: p, den: d}, ok1 && ok2 && a.base == 0
}
