package tchisla

// trialLimit bounds trial division: past it a cofactor below 2^31 has at most
// two prime factors, so a square in it is the cofactor itself.
const trialLimit = 1300

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
