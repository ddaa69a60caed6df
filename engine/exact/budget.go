package exact

// A Budget bounds what a computation may cost. It is used by one goroutine.
type Budget struct {
	Bits int // largest size of a ratio or a precision, in bits
	Work int // the remaining operations, of about ten nanoseconds each
}

// NewBudget returns the budget of one answer: numbers up to 2^16 bits (19,700
// digits) and a few milliseconds.
func NewBudget() *Budget { return &Budget{Bits: 1 << 16, Work: 3 << 16} }

// atOnce is the size in bits up to which a power or factorial is multiplied
// out when it is made. A larger one is put off: a root or a division may make
// it small.
const atOnce = 512

// What operations cost, in makings of a number of the size they work on.
const (
	divideCost  = 2
	divisorCost = 6  // a common divisor
	trialCost   = 10 // the divisions by all primes below trialLimit
	testCost    = 3  // a powerTest
	rootCost    = 20 // a root rounded down
	pairCost    = 24 // the product of two terms beside that of their coefficients
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

// spend is the one gate every operation passes: it takes the cost of making times
// numbers of size bits from the budget, before they are made. The cost of a
// product or common divisor grows with the square of the size.
func (b *Budget) spend(size, times int) error {
	if size > b.Bits || times > b.Work {
		return ErrTooLarge
	}
	words := 1 + size/64
	b.Work -= times * (4 + words + words*words/32)
	if b.Work < 0 {
		return ErrTooLarge
	}
	return nil
}
