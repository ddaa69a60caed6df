package exact

// A Budget bounds what a computation may cost. It is used by one goroutine.
type Budget struct {
	Bits int // largest size of a ratio or a precision, in bits
	Work int // what is left, in about ten nanoseconds each
}

// NewBudget returns the budget of one answer: numbers up to 2^16 bits (19,700
// digits) and a few milliseconds.
func NewBudget() *Budget { return &Budget{Bits: 1 << 16, Work: 1 << 18} }

// atOnce is the size in bits up to which a power or factorial is multiplied
// out when it is made. A larger one is put off: a root or a division may make
// it small.
const atOnce = 512

// pairCost is what the product of two terms costs beside that of their
// coefficients.
const pairCost = 24

// ratioCost is what the simplest ratio in an interval costs, in products of
// its size.
const ratioCost = 16

// maxTerms bounds the terms of a radical.
const maxTerms = 64

// spend is the one gate every operation passes: it takes the making of times
// numbers of size bits from the budget, before they are made. The cost of a
// product or common divisor grows with the square of the size.
func (b *Budget) spend(size, times int) error {
	if size > b.Bits || times > b.Work {
		return ErrTooLarge
	}
	words := 1 + size/64
	b.Work -= times * (4 + words + words*words/8)
	if b.Work < 0 {
		return ErrTooLarge
	}
	return nil
}
