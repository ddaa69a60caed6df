package exact

import (
	"math/big"
	"slices"
)

// An Estimate is a real number that is known to exist, however large: a Value,
// or the sum of a Value and a rest that is not 0, whose size is known. With a rest
// it does not determine the number, but excludes most others.
type Estimate struct {
	// value is rational and of at most estimateBits if there is a rest.
	value Value
	// size is the size of the rest; its sign is 0 if there is none.
	size
	// whole means that the number is certain to be whole, although it has a rest.
	whole bool
}

// estimateBits bounds the value that goes with a rest.
const estimateBits = 1 << 12

// Exactly returns v as an Estimate; v may be put off.
func Exactly(v Value) Estimate { return Estimate{value: v} }

// Value returns the number, perhaps put off, and whether it is known exactly.
func (x Estimate) Value() (Value, bool) { return x.value, x.sign == 0 }

// isWhole reports whether x is certain to be a whole number.
func (x Estimate) isWhole() bool {
	switch {
	case x.sign != 0:
		return x.whole
	case x.value.IsRat():
		return x.value.IsInt()
	}
	t, ok := x.value.single()
	if !ok || !t.coef.IsInt() {
		return false
	}
	isFraction := func(f factor) bool { return f.exp.Num < 0 || f.exp.Den != 1 }
	return !slices.ContainsFunc(t.rad, isFraction)
}

// size encloses x: a sum or an algebraic by an interval around it. It fails with
// ErrTooLarge if not even the sign is known.
func (b *Budget) size(x Estimate) size {
	return b.addSizes(b.sizeOfValue(x.value), x.size)
}

// sizeOfValue encloses x as size does.
func (b *Budget) sizeOfValue(x Value) (known size) {
	if t, ok := x.single(); ok {
		return size{ratSign(t.coef), logTerm(t)}
	}
	if x.IsRat() {
		return size{}
	}
	b.refine(x, func(v interval, precision int) bool {
		known.sign = v.sign()
		if known.sign == 0 {
			return false
		}
		least := new(big.Int).Abs(v.lo)
		most := new(big.Int).Abs(v.hi)
		if known.sign < 0 {
			least, most = most, least
		}
		unit := big.NewInt(-int64(precision) << logBits)
		known.log = span{logOf(least)[0], logOf(most)[1]}.add(span{unit, new(big.Int).Neg(unit)})
		return true
	})
	return known
}

// addSizes returns the size of a sum; it fails with ErrTooLarge if its sign is
// unknown.
func (b *Budget) addSizes(x, y size) size {
	switch {
	case x.sign == 0:
		return y
	case y.sign == 0:
		return x
	case x.sign == y.sign:
		// The sum is less than twice the greater one.
		return size{x.sign, greaterLog(x.log, y.log).widen(0, 1)}
	case x.log.below(y.log):
		x, y = y, x
	case !y.log.below(x.log):
		b.fail(ErrTooLarge)
		return size{}
	}
	// The signs differ, and x is now the greater one: the sum is smaller than x. It is more than half
	// of x if y is less than half of x.
	log := span{1: x.log[1]}
	isLessThanHalf := y.log.widen(1, 1).below(x.log)
	if isLessThanHalf {
		log[0] = x.log.widen(1, 0)[0]
	}
	return size{x.sign, log}
}

// greaterLog bounds the greater of two logarithms.
func greaterLog(x, y span) span {
	greater := x
	if least := y[0]; x[0] == nil || least != nil && least.Cmp(x[0]) > 0 {
		greater[0] = least
	}
	if most := y[1]; most == nil || x[1] != nil && most.Cmp(x[1]) < 0 {
		greater[1] = most
	}
	return greater
}

// split writes x as a small ratio and a rest.
func (b *Budget) split(x Estimate) Estimate {
	if x.value.IsRat() && ratBits(x.value) <= estimateBits {
		return x
	}
	return Estimate{size: b.size(x), whole: x.isWhole()}
}

// Estimates does operations on Estimates within a Budget. They fail with ErrTooLarge
// if the result is not even known to exist.
type Estimates struct{ Budget *Budget }

// Add returns x+y.
func (e Estimates) Add(x, y Estimate) Estimate {
	b := e.Budget
	whole := x.isWhole() && y.isWhole()
	x = b.split(x)
	y = b.split(y)
	return b.split(Estimate{b.Add(x.value, y.value), b.addSizes(x.size, y.size), whole})
}

// Neg returns -x.
func (e Estimates) Neg(x Estimate) Estimate {
	return Estimate{e.Budget.Neg(x.value), size{-x.sign, x.log}, x.whole}
}

// Mul returns x*y.
func (e Estimates) Mul(x, y Estimate) Estimate {
	b := e.Budget
	whole := x.isWhole() && y.isWhole()
	x = b.split(x)
	y = b.split(y)
	if x.sign != 0 {
		x, y = y, x
	}
	if x.sign != 0 {
		s := b.size(x)
		t := b.size(y)
		return Estimate{size: size{s.sign * t.sign, s.log.add(t.log)}, whole: whole}
	}
	// The ratio x scales both the value and the rest of y.
	value := b.Mul(x.value, y.value)
	sign := ratSign(x.value) * y.sign
	if sign == 0 {
		return Exactly(value)
	}
	log := y.log.add(logTerm(term{coef: x.value}))
	return b.split(Estimate{value, size{sign, log}, whole})
}

// Div returns x/y.
func (e Estimates) Div(x, y Estimate) Estimate {
	s := e.Budget.size(y)
	if s.sign == 0 {
		// If the sign is unknown, size has failed already.
		e.Budget.fail(ErrDivZero)
		return Estimate{}
	}
	if y.sign == 0 && y.value.IsRat() {
		return e.Mul(x, Exactly(ratInv(y.value)))
	}
	return e.Mul(x, Estimate{size: size{s.sign, s.log.neg()}})
}

// Sqrt returns the square root of x.
func (e Estimates) Sqrt(x Estimate) Estimate { return e.Pow(x, Exactly(Ratio(1, 2))) }

// Fact returns x!.
func (e Estimates) Fact(x Estimate) Estimate {
	if !x.isWhole() {
		// The factorial may not exist.
		e.Budget.fail(ErrTooLarge)
	}
	s := e.Budget.size(x)
	switch {
	case s.sign < 0:
		e.Budget.fail(ErrFactorial)
	case s.sign == 0:
		return Exactly(Int(1))
	}
	// For n >= 1, n! is at most n^n and, since e < 4, above (n/4)^n.
	log := span{new(big.Int), s.log[1]}
	if quarter := s.log.widen(2, 0)[0]; quarter != nil && quarter.Sign() > 0 {
		log[0] = quarter
	}
	return Estimate{size: size{1, log.scaleBySize(size{1, s.log})}, whole: true}
}

// Pow returns x^y.
func (e Estimates) Pow(x, y Estimate) Estimate {
	b := e.Budget
	exponent := b.size(y)
	if b.err == nil && exponent.sign == 0 {
		return Exactly(Int(1))
	}
	base := b.size(x)
	isExact := y.sign == 0 && y.value.IsRat()
	switch {
	case b.err == nil && !isExact && !y.isWhole():
		// The exponent may be irrational.
		b.fail(ErrTooLarge)
	case base.sign == 0 && exponent.sign < 0:
		b.fail(ErrDivZero)
	case base.sign == 0 || x.sign == 0 && x.value.Is(1):
		return x
	case base.sign < 0 && !isExact:
		// The exponent may be odd or even.
		b.fail(ErrTooLarge)
	case base.sign < 0 && y.value.peek().Denom().Bit(0) == 0:
		b.fail(ErrRootNegative)
	}
	if b.err != nil {
		return Estimate{}
	}
	power := size{1, base.log.scaleBySize(exponent)}
	if isExact {
		r := y.value.peek()
		power.log = base.log.scale(r.Num(), r.Denom())
		if base.sign < 0 && r.Num().Bit(0) == 1 {
			power.sign = -1
		}
	}
	return Estimate{size: power, whole: x.isWhole() && y.isWhole() && exponent.sign > 0}
}

// Is reports whether x is the whole number n. It fails with ErrTooLarge if that is
// unknown.
func (e Estimates) Is(x Estimate, n int64) bool {
	b := e.Budget
	if x.sign == 0 {
		c := *b
		v := c.Settle(x.value)
		b.Work = c.Work
		if c.err == nil {
			return v.Is(n)
		}
	}
	return b.size(e.Add(x, Exactly(Int(-n)))).sign == 0 && b.err == nil
}
