package search

import "reckon/engine/whole"

// mul and div take numbers without a factorial.

func (c *calculator) mul(a, b number) (number, bool) {
	if b.base == 0 {
		return mulRational(a, b)
	}
	if a.base == 0 {
		return mulRational(b, a)
	}
	joined, ok := c.joinRoots(a.base, b.base, false)
	if !ok {
		return number{}, false
	}
	a.base = 0
	r, ok := mulRational(a, b)
	if !ok {
		return number{}, false
	}
	return mulRational(joined, r)
}

func (c *calculator) div(a, b number) (number, bool) {
	joined := number{num: 1, den: 1, base: a.base}
	if a.base == b.base {
		joined.base = 0
	} else if b.base != 0 {
		var ok bool
		if joined, ok = c.joinRoots(a.base, b.base, true); !ok {
			return number{}, false
		}
	}
	g, h := whole.Gcd(a.num, b.num), whole.Gcd(a.den, b.den)
	num, ok1 := product(a.num/g, b.den/h)
	den, ok2 := product(a.den/h, b.num/g)
	if !ok1 || !ok2 {
		return number{}, false
	}
	if joined.num == 1 && joined.den == 1 {
		return number{num: num, den: den, base: joined.base}, true
	}
	return mulRational(joined, number{num: num, den: den})
}

// sqrt returns the square root. It fails if the root is deeper than maxDepth or its
// kernel too large.
func sqrt(a number) (number, bool) {
	if a.base == 0 {
		p, ok1 := whole.Sqrt(a.num)
		q, ok2 := whole.Sqrt(a.den)
		if ok1 && ok2 {
			return number{num: p, den: q}, true
		}
	}
	if a.base.depth() >= maxDepth {
		return number{}, false
	}
	var room [24]power
	return compose(factors(room[:0], a, 1))
}

// A factored number keeps its prime factors, once they are needed.
type factored struct {
	number
	powers []power
	room   [16]power
	raised [24]power
}

// pow returns f^(e/2^j), e above 0 and j at most maxDepth.
func (f *factored) pow(e, j int) (number, bool) {
	if j == 0 && f.base == 0 {
		num, ok1 := whole.Pow(f.num, e)
		den, ok2 := whole.Pow(f.den, e)
		return number{num: num, den: den}, ok1 && ok2 && num <= maxNum && den <= maxNum
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
