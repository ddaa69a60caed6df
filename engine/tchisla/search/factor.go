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
		// An odd number is its own inverse modulo 8. Each step of Newton's method doubles the
		// number of bits that are right.
		inverse := p
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

// factor appends the prime powers of n^scale to ps. The scale is in units of 1/64.
func factor(ps []power, n uint64, scale int) []power {
	e := bits.TrailingZeros64(n)
	if e > 0 {
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
	for {
		r, ok := whole.Sqrt(n)
		if !ok {
			break
		}
		n = r
		scale *= 2
	}
	// What is left has no prime below trialLimit, so it must be this large to be a third or
	// fifth power.
	if n > trialLimit*trialLimit*trialLimit {
		for _, q := range []int{3, 5} {
			r, ok := whole.Root(n, q)
			if ok {
				n = r
				scale *= q
			}
		}
	}
	return addPower(ps, n, scale)
}

// kernelWithin reports whether the kernel of n is at most most, or may be: where it
// reports false, n need not be factored. The kernel is the product of the primes that n
// has an odd number of times.
func kernelWithin(n, most uint64) bool {
	// Pairs of twos are no part of the kernel. If n is still even, one two is.
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
		if !odd {
			continue
		}
		kernel *= d.prime
		if kernel > most {
			return false
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

// factors appends the prime powers of a under as many square roots as there are halvings.
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
		// Where a root holds no exponent, the one before applies.
		if i < exponents {
			own := int(b >> (i * exponentBits) & exponentMask)
			if own != 0 {
				e = own
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
	var room [24]power
	inRoot := room[:0]
	for _, p := range ps {
		// The shift rounds down, so the rest of the exponent is not negative.
		out := p.exp >> maxDepth
		part := &n.num
		if out < 0 {
			part = &n.den
			out = -out
		}
		for range out {
			var ok bool
			*part, ok = product(*part, p.prime)
			if !ok {
				return number{}, false
			}
		}
		p.exp &= unit - 1
		if p.exp != 0 {
			inRoot = append(inRoot, p)
		}
	}
	if len(inRoot) == 0 {
		return n, true
	}
	root, ok := composeRoot(inRoot)
	n.base = root
	return n, ok
}

// composeRoot returns the root of the powers, whose exponents are between 0 and 1. It sorts
// them, and reports false if a base cannot hold them.
func composeRoot(ps []power) (base, bool) {
	slices.SortFunc(ps, func(p, q power) int { return cmp.Compare(p.prime, q.prime) })
	root := rootFlag
	kernel := uint64(1)
	e := 0
	for i, p := range ps {
		kernel *= p.prime
		if p.prime > maxKernel || kernel > maxKernel {
			return 0, false
		}
		if i >= exponents {
			if p.exp != e {
				return 0, false
			}
			continue
		}
		if p.exp != e {
			e = p.exp
			root |= base(e) << (i * exponentBits)
		}
	}
	return root | base(kernel)<<kernelShift, true
}
