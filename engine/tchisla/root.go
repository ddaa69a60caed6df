package tchisla

import (
	"math"
	"math/bits"
)

// A root is a product of prime powers with exponents between 0 and 1, in
// 64ths: so up to six square roots deep. It is held as the product of the
// primes, its kernel, and their exponents; 0 stands for no root. Kernels with
// two prime factors above trialLimit may be taken for a prime; the value stays
// right, only a meeting is missed.
//
// From the top: a flag for a factorial (see scaled), a flag for a root, 31 bits
// of kernel, 5 exponents of 6 bits by ascending prime, the first the lowest. An
// exponent of 0 stands for the one before, which also goes for the primes past
// the fifth: so all square roots have the exponents of one prime alone.
type root uint64

const (
	factorialFlag root = 1 << 63
	rootFlag      root = 1 << 62

	maxKernel    = 1<<31 - 1
	kernelShift  = 30
	exponentBits = 6
	exponentMask = 1<<exponentBits - 1
	exponents    = 5

	// maxDepth is how many square roots deep a root may be, and unit the
	// denominator its exponents are counted in.
	maxDepth = exponentBits
	unit     = 1 << maxDepth
)

// squareRootExponents are those of every square root.
const squareRootExponents root = unit / 2

func (r root) kernel() uint64  { return uint64(r>>kernelShift) & maxKernel }
func (r root) exponents() root { return r & (1<<kernelShift - 1) }

// depth is how many square roots deep r is.
func (r root) depth() int {
	if r == 0 {
		return 0
	}
	e := r.exponents()
	all := e | e>>exponentBits | e>>(2*exponentBits) | e>>(3*exponentBits) | e>>(4*exponentBits)
	return maxDepth - bits.TrailingZeros64(uint64(all&exponentMask))
}

// trialLimit bounds trial division: past it a cofactor below 2^31 has at most
// two prime factors, so a square in it is the cofactor itself.
const trialLimit = 1300

// A calculator does the arithmetic that needs factoring and remembers the
// products of roots it has met. It is not for use by two goroutines at once.
type calculator struct {
	primes []uint64
	memo   []rootProduct // direct-mapped
	// Products of roots past these need not be worked out: see joinable.
	kernel uint64
	depth  int
}

type rootPair struct {
	a, b root
	div  bool
}

// A rootProduct is a remembered product; num 0 if it does not fit.
type rootProduct struct {
	of rootPair
	is number
}

const logMemo = 12

func newCalculator() *calculator {
	c := &calculator{memo: make([]rootProduct, 1<<logMemo), kernel: maxKernel, depth: maxDepth}
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

// A power is a prime with its exponent, in units of 1/64.
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
	for r, ok := squareRoot(n); ok; r, ok = squareRoot(n) {
		n, scale = r, 2*scale
	}
	if n > trialLimit*trialLimit*trialLimit { // then it may be the power of a prime
		for _, q := range []int{3, 5} {
			if r, ok := wholeRoot(n, q); ok {
				n, scale = r, q*scale
			}
		}
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

// factorRoot appends r to ps, its exponents times up and divided by 2^down.
func (c *calculator) factorRoot(ps []power, r root, up, down int) []power {
	if r == 0 {
		return ps
	}
	var room [12]power
	e := 0
	for i, p := range c.factor(room[:0], r.kernel(), 1) {
		if i < exponents {
			if x := int(r >> (i * exponentBits) & exponentMask); x != 0 {
				e = x
			}
		}
		ps = addPower(ps, p.prime, e*up>>down)
	}
	return ps
}

// compose multiplies the powers together.
func compose(ps []power) (number, bool) {
	n := number{num: 1, den: 1}
	ok := true
	times := func(to *uint64, p uint64, e int) {
		for ; e > 0 && ok; e-- {
			*to, ok = product(*to, p)
		}
	}
	var room [24]power
	inRoot := room[:0]
	for _, p := range ps {
		whole := p.exp >> maxDepth // rounds down, so the rest is not negative
		times(&n.num, p.prime, whole)
		times(&n.den, p.prime, -whole)
		if p.exp &= unit - 1; p.exp != 0 {
			inRoot = append(inRoot, p)
		}
	}
	if !ok {
		return number{}, false
	}
	n.root, ok = pack(inRoot)
	return n, ok
}

// pack makes a root of powers with exponents below 1.
func pack(ps []power) (root, bool) {
	if len(ps) == 0 {
		return 0, true
	}
	for i := range ps {
		for j := i; j > 0 && ps[j].prime < ps[j-1].prime; j-- {
			ps[j], ps[j-1] = ps[j-1], ps[j]
		}
	}
	kernel, e, r := uint64(1), 0, rootFlag
	for i, p := range ps {
		if kernel *= p.prime; p.prime > maxKernel || kernel > maxKernel {
			return 0, false
		}
		if i >= exponents && p.exp != ps[exponents-1].exp {
			return 0, false
		}
		if i < exponents && p.exp != e {
			e = p.exp
			r |= root(e) << (i * exponentBits)
		}
	}
	return r | root(kernel)<<kernelShift, true
}

// joinable says whether a product or quotient of two roots may be within the
// limits. Most pairs are settled by their kernels: primes that only one of them
// has stay under the root.
func (c *calculator) joinable(a, b root) bool {
	if a == b || a == 0 || b == 0 {
		return true
	}
	ka, kb := a.kernel(), b.kernel()
	if ka == kb && a.even() && b.even() {
		return true
	}
	g := gcd(ka, kb)
	if ka/g*(kb/g) > c.kernel {
		return false
	}
	// A root deeper than can pass has to meet its like in every prime.
	d, e := a.depth(), b.depth()
	return max(d, e) <= c.depth || d == e && g != 1 && !(a.even() && b.even())
}

// even says that all primes in r have one exponent.
func (r root) even() bool { return r.exponents() <= exponentMask }

// joinRoots is the product, or quotient, of two roots, at least one of them
// there.
func (c *calculator) joinRoots(a, b root, div bool) (number, bool) {
	switch {
	case a == 0 && b.even(): // and div
		e := unit - b.exponents()
		return number{num: 1, den: b.kernel(), root: b&^exponentMask | e}, true
	case a.kernel() == b.kernel() && a.even() && b.even():
		return joinLikeRoots(a, b, div)
	case a.exponents() == squareRootExponents && b.exponents() == squareRootExponents:
		return joinSquareRoots(a.kernel(), b.kernel(), div)
	}
	of := rootPair{a, b, div}
	h := uint64(a)*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(uint64(b)*0xC2B2AE3D27D4EB4F, 31)
	if div {
		h = ^h
	}
	m := &c.memo[h*0xD6E8FEB86659FD93>>(64-logMemo)]
	if m.of != of {
		*m = rootProduct{of, c.factorRoots(of)}
	}
	return m.is, m.is.num != 0
}

// joinLikeRoots adds the exponents of one kernel.
func joinLikeRoots(a, b root, div bool) (number, bool) {
	n := number{num: 1, den: 1}
	e := a.exponents()
	switch {
	case !div:
		if e += b.exponents(); e >= unit {
			e -= unit
			n.num = a.kernel()
		}
	case e >= b.exponents():
		e -= b.exponents()
	default:
		e += unit - b.exponents()
		n.den = a.kernel()
	}
	if e > 0 {
		n.root = rootFlag | root(a.kernel())<<kernelShift | e
	}
	return n, true
}

// joinSquareRoots needs no factors. What two different kernels do not share
// stays under the root. What they share comes out, or cancels and leaves the
// rest of the divisor below.
func joinSquareRoots(a, b uint64, div bool) (number, bool) {
	shared := gcd(a, b)
	kernel := a / shared * (b / shared)
	n := number{num: shared, den: 1, root: rootFlag | root(kernel)<<kernelShift | squareRootExponents}
	if div {
		n.num, n.den = 1, b/shared
	}
	return n, kernel <= maxKernel
}

func (c *calculator) factorRoots(of rootPair) number {
	var room [24]power
	ps := c.factorRoot(room[:0], of.a, 1, 0)
	sign := 1
	if of.div {
		sign = -1
	}
	ps = c.factorRoot(ps, of.b, sign, 0)
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
