package search

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"reckon/engine/whole"
)

// trialLimit bounds trial division: past it a cofactor below 2^31 has at most
// two prime factors, so a square in it is the cofactor itself.
const trialLimit = 1300

// A divisor is an odd prime with a test for its multiples without a division:
// n is one if n*inverse, modulo 2^64, is at most most.
type divisor struct{ prime, inverse, most uint64 }

// divisors are the odd primes below trialLimit.
var divisors = func() (ds []divisor) {
	for _, p := range whole.Primes(trialLimit)[1:] {
		inverse := p // to three bits; each step doubles them
		for range 5 {
			inverse *= 2 - p*inverse
		}
		ds = append(ds, divisor{p, inverse, math.MaxUint64 / p})
	}
	return ds
}()

// A power is a prime with its exponent, in units of 1/64.
type power struct {
	prime uint64
	exp   int
}

// factor appends n^scale to ps, scale in units.
func factor(ps []power, n uint64, scale int) []power {
	if e := bits.TrailingZeros64(n); e > 0 {
		n >>= e
		ps = addPower(ps, 2, e*scale)
	}
	for i := range divisors {
		d := &divisors[i]
		if d.prime*d.prime > n {
			break
		}
		e := 0
		for n*d.inverse <= d.most {
			n *= d.inverse
			e++
		}
		if e > 0 {
			ps = addPower(ps, d.prime, e*scale)
		}
	}
	if n == 1 {
		return ps
	}
	for r, ok := whole.Sqrt(n); ok; r, ok = whole.Sqrt(n) {
		n, scale = r, 2*scale
	}
	if n > trialLimit*trialLimit*trialLimit { // then it may be the power of a prime
		for _, q := range []int{3, 5} {
			if r, ok := whole.Root(n, q); ok {
				n, scale = r, q*scale
			}
		}
	}
	return addPower(ps, n, scale)
}

// kernelWithin reports whether the kernel of n, the product of the primes that n
// has an odd number of times, is at most most, or may be: it spares factoring
// where it is not.
func kernelWithin(n, most uint64) bool {
	n >>= bits.TrailingZeros64(n) &^ 1
	kernel := 1 + ^n&1
	n /= kernel
	for i := range divisors {
		d := &divisors[i]
		if d.prime*d.prime*d.prime > n {
			// What is left has at most two primes: they are its kernel or a square.
			_, square := whole.Sqrt(n)
			return square && kernel <= most || n*kernel <= most
		}
		odd := false
		for n*d.inverse <= d.most {
			n *= d.inverse
			odd = !odd
		}
		if odd {
			if kernel *= d.prime; kernel > most {
				return false
			}
		}
	}
	return true
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

// factors appends the powers in the root of a that is halvings square roots deep.
func factors(ps []power, a number, halvings int) []power {
	ps = factor(ps, a.num, unit>>halvings)
	ps = factor(ps, a.den, -unit>>halvings)
	return factorRoot(ps, a.base, 1, halvings)
}

// factorRoot appends the root b to ps, its exponents times up and divided by
// 2^down.
func factorRoot(ps []power, b base, up, down int) []power {
	if b == 0 {
		return ps
	}
	var room [12]power
	e := 0
	for i, p := range factor(room[:0], b.kernel(), 1) {
		if i < exponents {
			if x := int(b >> (i * exponentBits) & exponentMask); x != 0 {
				e = x
			}
		}
		ps = addPower(ps, p.prime, e*up>>down)
	}
	return ps
}

// compose multiplies the powers together. Those with a whole exponent go into the
// coefficient, the others into a root.
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
		out := p.exp >> maxDepth // rounds down, so the rest is not negative
		times(&n.num, p.prime, out)
		times(&n.den, p.prime, -out)
		if p.exp &= unit - 1; p.exp != 0 {
			inRoot = append(inRoot, p)
		}
	}
	if !ok || len(inRoot) == 0 {
		return n, ok
	}
	slices.SortFunc(inRoot, func(p, q power) int { return cmp.Compare(p.prime, q.prime) })
	kernel, e := uint64(1), 0
	n.base = rootFlag
	for i, p := range inRoot {
		if kernel *= p.prime; p.prime > maxKernel || kernel > maxKernel || i >= exponents && p.exp != inRoot[exponents-1].exp {
			return number{}, false
		}
		if i < exponents && p.exp != e {
			e = p.exp
			n.base |= base(e) << (i * exponentBits)
		}
	}
	n.base |= base(kernel) << kernelShift
	return n, true
}
