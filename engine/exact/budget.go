package exact

import "math/bits"

// A Budget bounds what a computation may cost. It is used by one goroutine.
//
// A Budget keeps the first failure of its operations. The later operations end at once,
// and their results mean nothing, until Reset. An operation that may fail can be tried
// on a copy of a Budget, whose Work is then copied back.
type Budget struct {
	// Bits is the largest size of a ratio or a precision.
	Bits int
	// Work is how many operations remain, of about ten nanoseconds each.
	Work int
	err  error
}

// NewBudget returns the budget of one answer: numbers up to 2^16 bits (19,700
// digits) and a few milliseconds.
func NewBudget() *Budget { return &Budget{Bits: 1 << 16, Work: 3 << 16} }

// Err returns the first failure since the last Reset, or nil.
func (b *Budget) Err() error { return b.err }

// Reset returns the first failure since the last Reset, or nil. The results of the
// operations between the two count only if it is nil.
func (b *Budget) Reset() error {
	err := b.err
	b.err = nil
	return err
}

// fail keeps the first failure; the Value is 0.
func (b *Budget) fail(err error) Value {
	if b.err == nil {
		b.err = err
	}
	return Value{}
}

// atOnce is the size in bits up to which a power or factorial is multiplied
// out when it is made. A larger one is put off: a root or a division may make
// it small.
const atOnce = 512

// These are the costs of operations. The unit is the cost of making a number of the size that they
// work on.
const (
	divideCost = 2
	// divisorCost is the cost of a common divisor.
	divisorCost = 6
	// trialCost is the cost of the divisions by all primes below trialLimit.
	trialCost = 10
	// testCost is the cost of a powerTest.
	testCost = 3
	// rootCost is the cost of a root that is rounded down.
	rootCost = 20
	// pairCost is the cost of the product of two terms, without the product of their coefficients.
	pairCost = 24
)

// ratioCost returns the cost of a sum or product of ratios: fractions are brought
// to lowest terms.
func ratioCost(x, y Value) int {
	if x.IsInt() && y.IsInt() {
		return 1
	}
	return divisorCost
}

// maxTerms bounds the terms of a radical.
const maxTerms = 64

// times returns the product of two sizes, or one that is past every limit.
func times[T int | int64](a, b T) T {
	const endless = 1 << 56
	high, low := bits.Mul64(uint64(a), uint64(b))
	if high != 0 || low >= endless {
		return endless
	}
	return T(low)
}

// spend is called before every operation. It takes the cost of making count numbers of
// size bits from the budget, and reports whether they may be made. The cost of a product
// or common divisor grows with the square of the size.
func (b *Budget) spend(size, count int) bool {
	if b.err == nil && size <= b.Bits && count <= b.Work {
		words := 1 + size/64
		b.Work -= count * (4 + words + words*words/32)
		if b.Work >= 0 {
			return true
		}
	}
	b.fail(ErrTooLarge)
	return false
}
