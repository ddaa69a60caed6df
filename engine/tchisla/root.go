package tchisla

import (
	"math"
	"math/bits"
)

// trialLimit bounds trial division: past it a cofactor below 2^31 has at most
// two prime factors, so a square in it is the cofactor itself.
const trialLimit = 1300

// unit is the denominator prime exponents are counted in: 2^maxK-th parts.
const unit = 1 << maxK

// A calculator does the arithmetic that needs factoring and remembers the
// products of roots it has met. It is not for use by two goroutines at once.
type calculator struct {
	primes []uint64
	memo   []rootProduct // direct-mapped
	// Products of roots past these are refused before they are worked out.
	rad uint32
	k   uint8
}

type rootPair struct {
	a, b   uint32
	ka, kb uint8
	div    bool
}

// A rootProduct is a remembered product; num 0 if it does not fit.
type rootProduct struct {
	of rootPair
	is number
}

const logMemo = 12

func newCalculator() *calculator {
	c := &calculator{memo: make([]rootProduct, 1<<logMemo), rad: maxRad, k: maxK}
	var composite [trialLimit]bool
	for p := 2; p < trialLimit; p++ {
		if composite[p] {
			continue
		}
		c.primes = append(c.primes, uint64(p))
		for m := p * p; m < trialLimit; m += p {
			composite[m] = true
		}
	}
	return c
}

// A power is a prime with its exponent, in units of 1/2^maxK.
type power struct {
	prime uint64
	exp   int
}

// factor appends n^scale to ps, scale in units.
func (c *calculator) factor(ps []power, n uint64, scale int) []power {
	for _, p := range c.primes {
		if p*p > n {
			break
		}
		if n%p != 0 {
			continue
		}
		e := 0
		for n%p == 0 {
			n /= p
			e++
		}
		ps = addPower(ps, p, e*scale)
	}
	if n == 1 {
		return ps
	}
	if r, ok := squareRoot(n); ok {
		return addPower(ps, r, 2*scale)
	}
	return addPower(ps, n, scale)
}

func addPower(ps []power, prime uint64, exp int) []power {
	for i := range ps {
		if ps[i].prime == prime {
			ps[i].exp += exp
			return ps
		}
	}
	return append(ps, power{prime, exp})
}

// compose multiplies the powers together.
func compose(ps []power) (number, bool) {
	n := number{num: 1, den: 1, rad: 1}
	k := 0
	for _, p := range ps {
		if r := p.exp & (unit - 1); r != 0 {
			k = max(k, maxK-bits.TrailingZeros(uint(r)))
		}
	}
	ok := true
	times := func(to *uint64, p uint64, e int, limit uint64) {
		for ; e > 0 && ok; e-- {
			*to, ok = product(*to, p)
			ok = ok && *to <= limit
		}
	}
	rad := uint64(1)
	for _, p := range ps {
		whole := p.exp >> maxK // rounds down, so the rest is not negative
		times(&n.num, p.prime, whole, maxNum)
		times(&n.den, p.prime, -whole, maxDen)
		times(&rad, p.prime, (p.exp&(unit-1))>>(maxK-k), maxRad)
	}
	n.rad, n.k = uint32(rad), uint8(k)
	return n, ok
}

// joinRoots is the product, or quotient, of the roots of a and b.
//
// Past the limit on depth only a pair whose radicands make a square can pass:
// the roots then come out shallower. Nearly all pairs of deep roots end there.
func (c *calculator) joinRoots(a, b number, div bool) (number, bool) {
	if a.k == 1 && b.k == 1 {
		n, ok := joinSquareRoots(uint64(a.rad), uint64(b.rad), div)
		return n, ok && n.rad <= c.rad
	}
	if max(a.k, b.k) > c.k {
		if a.k != b.k {
			return number{}, false
		}
		if _, ok := squareRoot(uint64(a.rad) * uint64(b.rad)); !ok {
			return number{}, false
		}
	}
	of := rootPair{a.rad, b.rad, a.k, b.k, div}
	h := (uint64(of.a)<<32 | uint64(of.b)) * 0x9E3779B97F4A7C15
	h ^= uint64(of.ka)<<60 | uint64(of.kb)<<57
	m := &c.memo[h>>(64-logMemo)]
	if m.of != of {
		*m = rootProduct{of, c.factorRoots(of)}
	}
	return m.is, m.is.num != 0
}

// joinSquareRoots needs no factors: radicands without squares leave the square
// of what they share.
func joinSquareRoots(a, b uint64, div bool) (number, bool) {
	g := gcd(a, b)
	n := number{num: g, den: 1, rad: 1}
	rad := a / g * (b / g)
	if rad > maxRad {
		return number{}, false
	}
	if rad > 1 {
		n.rad, n.k = uint32(rad), 1
	}
	if div {
		n.num, n.den = 1, b/g
	}
	return n, n.den <= maxDen
}

func (c *calculator) factorRoots(of rootPair) number {
	var room [24]power
	ps := c.factor(room[:0], uint64(of.a), unit>>of.ka)
	sign := 1
	if of.div {
		sign = -1
	}
	ps = c.factor(ps, uint64(of.b), sign*unit>>of.kb)
	n, ok := compose(ps)
	if !ok {
		return number{}
	}
	return n
}

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

// sqrt is the square root. It fails where the root is deeper than maxK or its
// radicand too large.
func (c *calculator) sqrt(a number) (number, bool) {
	if a.rad == 1 {
		p, ok1 := squareRoot(a.num)
		q, ok2 := squareRoot(a.den)
		if ok1 && ok2 {
			return number{num: p, den: q, rad: 1}, true
		}
	}
	if a.k >= maxK {
		return number{}, false
	}
	var room [24]power
	ps := c.factor(room[:0], a.num, unit/2)
	ps = c.factor(ps, a.den, -unit/2)
	ps = c.factor(ps, uint64(a.rad), unit>>(a.k+1))
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

// pow is a^(e/2^j), e above 0 and j at most maxK.
func (c *calculator) pow(a number, e, j int) (number, bool) {
	if j > 0 || a.rad != 1 {
		var room [24]power
		if e > 1<<16 {
			return number{}, false
		}
		ps := c.factor(room[:0], a.num, e*unit>>j)
		ps = c.factor(ps, a.den, -e*unit>>j)
		if int(a.k)+j > maxK && a.rad != 1 {
			return number{}, false
		}
		if a.rad != 1 {
			ps = c.factor(ps, uint64(a.rad), e*unit>>(j+int(a.k)))
		}
		return compose(ps)
	}
	num, ok1 := integerPower(a.num, e, maxNum)
	den, ok2 := integerPower(a.den, e, maxDen)
	return number{num: num, den: den, rad: 1}, ok1 && ok2
}

// oddRoot is the exact q-th root of a rational, q odd, and false where there
// is none.
func oddRoot(a number, q int) (number, bool) {
	p, ok1 := wholeRoot(a.num, q)
	d, ok2 := wholeRoot(a.den, q)
	return number{num: p, den: d, rad: 1}, ok1 && ok2 && a.rad == 1
}

func wholeRoot(n uint64, q int) (uint64, bool) {
	if n == 1 {
		return 1, true
	}
	guess := uint64(math.Round(math.Pow(float64(n), 1/float64(q))))
	p, ok := integerPower(guess, q, maxNum)
	return guess, ok && p == n
}
