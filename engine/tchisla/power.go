package tchisla

import "math"

// squareRoot is the exact root of n, and false where it has none.
func squareRoot(n uint64) (uint64, bool) {
	// Squares end in 0, 1, 4 or 9 modulo 16: most others fall here.
	if 1<<(n&15)&(1<<0|1<<1|1<<4|1<<9) == 0 {
		return 0, false
	}
	r := uint64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r, r*r == n
}

// sqrt is the square root. It fails where the root is deeper than maxDepth or
// its kernel too large.
func (c *calculator) sqrt(a number) (number, bool) {
	if a.root == 0 {
		p, ok1 := squareRoot(a.num)
		q, ok2 := squareRoot(a.den)
		if ok1 && ok2 {
			return number{num: p, den: q}, true
		}
	}
	if a.root.depth() >= maxDepth {
		return number{}, false
	}
	var room [24]power
	ps := c.factor(room[:0], a.num, unit/2)
	ps = c.factor(ps, a.den, -unit/2)
	ps = c.factorRoot(ps, a.root, 1, 1)
	return compose(ps)
}

// integerPower is n^e within limit.
func integerPower(n uint64, e int, limit uint64) (uint64, bool) {
	r, ok := uint64(1), true
	if n == 1 {
		return 1, true
	}
	for ; e > 0 && ok; e-- {
		r, ok = product(r, n)
		ok = ok && r <= limit
	}
	return r, ok
}

// pow is a^(e/2^j), e above 0 and j at most maxDepth.
func (c *calculator) pow(a number, e, j int) (number, bool) {
	if j > 0 || a.root != 0 {
		if e > 1<<16 || a.root.depth()+j > maxDepth {
			return number{}, false
		}
		var room [24]power
		ps := c.factor(room[:0], a.num, e*unit>>j)
		ps = c.factor(ps, a.den, -e*unit>>j)
		ps = c.factorRoot(ps, a.root, e, j)
		return compose(ps)
	}
	num, ok1 := integerPower(a.num, e, maxNum)
	den, ok2 := integerPower(a.den, e, maxNum)
	return number{num: num, den: den}, ok1 && ok2
}

// oddRoot is the exact q-th root of a rational, q odd, and false where there
// is none.
func oddRoot(a number, q int) (number, bool) {
	p, ok1 := wholeRoot(a.num, q)
	d, ok2 := wholeRoot(a.den, q)
	return number{num: p, den: d}, ok1 && ok2 && a.root == 0
}

func wholeRoot(n uint64, q int) (uint64, bool) {
	if n == 1 {
		return 1, true
	}
	guess := uint64(math.Round(math.Pow(float64(n), 1/float64(q))))
	p, ok := integerPower(guess, q, maxNum)
	return guess, ok && p == n
}
