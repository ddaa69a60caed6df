package search

import "math/bits"

// A base is the factor of a number besides its coefficient: a root or a factorial. It is 0
// if there is none.
//
// A root is a product of prime powers with exponents between 0 and 1, in
// 64ths: so up to six square roots deep. It is held as the product of the
// primes, its kernel, and their exponents. A kernel with two prime factors above
// trialLimit may count as a prime. The value stays right, but one number may then have two
// forms.
//
// A factorial is m! with m above 20, which does not fit a word, so that
// (26! - 24!)/24! can be made one operation at a time.
//
// From the top: a flag for a factorial, whose m follows in the low bits; a flag for a root,
// 31 bits of kernel, 5 exponents of 6 bits by ascending prime, the first the lowest. An
// exponent of 0 means the exponent of the prime before, and all primes after the fifth have
// the exponent of the fifth. So all square roots have the same exponents.
type base uint64

const (
	factorialFlag base = 1 << 63
	rootFlag      base = 1 << 62

	maxKernel    = 1<<31 - 1
	kernelShift  = 30
	exponentBits = 6
	exponentMask = 1<<exponentBits - 1
	exponents    = 5

	// maxDepth is how many square roots deep a root may be, and unit the
	// denominator of its exponents.
	maxDepth = exponentBits
	unit     = 1 << maxDepth

	// maxArgument bounds m of m!.
	maxArgument = 1<<31 - 1
)

// squareRootExponents are the exponents of every square root.
const squareRootExponents base = unit / 2

func factorialBase(m uint64) base { return factorialFlag | base(m) }

func (b base) isFactorial() bool { return b >= factorialFlag }

// argument returns m of a factorial m!.
func (b base) argument() uint64 { return uint64(b &^ factorialFlag) }

func (b base) kernel() uint64  { return uint64(b>>kernelShift) & maxKernel }
func (b base) exponents() base { return b & (1<<kernelShift - 1) }

// even reports whether all primes in the root b have one exponent.
func (b base) even() bool { return b.exponents() <= exponentMask }

// depth returns how many square roots deep the root b is. It is 0 without a root.
func (b base) depth() int {
	if b == 0 {
		return 0
	}
	e := b.exponents()
	all := e | e>>exponentBits | e>>(2*exponentBits) | e>>(3*exponentBits) | e>>(4*exponentBits)
	return maxDepth - bits.TrailingZeros64(uint64(all&exponentMask))
}
