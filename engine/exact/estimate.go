package exact

import (
	"math/big"
	"slices"
)

// An Estimate is a real number that is known to exist, however large: a Value,
// or the sum of a Value and a rest that is not 0, of which the size is known. It does
// not determine the number, but excludes most others.
type Estimate struct {
	value Value // without a rest: any; with one: rational and of at most estimateBits
	size        // of the rest; its sign is 0 if there is none
	whole bool  // it is certain to be a whole number, though it has a rest
}

// estimateBits bounds the value beside a rest.
const estimateBits = 1 << 12

// Exactly returns v as an Estimate; v may be put off.
func Exactly(v Value) Estimate { return Estimate{value: v} }

// Value returns the number, perhaps put off, if it is known exactly.
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
	return ok && t.coef.IsInt() && !slices.ContainsFunc(t.rad, func(f factor) bool { return f.exp.Num < 0 || f.exp.Den != 1 })
}

// size encloses x: a sum or an algebraic by an interval around it. It fails with
// ErrTooLarge if not even the sign is known.
func (b *Budget) size(x Estimate) size {
	var of size // the value
	if t, ok := x.value.single(); ok {
		of = size{ratSign(t.coef), logTerm(t)}
	} else if !x.value.IsRat() {
		b.refine(x.value, func(w interval, precision int) bool {
			if of.sign = w.sign(); of.sign == 0 {
				return false
			}
			least, most := new(big.Int).Abs(w.lo), new(big.Int).Abs(w.hi)
			if of.sign < 0 {
				least, most = most, least
			}
			unit := big.NewInt(-int64(precision) << logBits)
			of.log = span{logOf(least)[0], logOf(most)[1]}.add(span{unit, new(big.Int).Neg(unit)})
			return true
		})
	}
	return b.addSizes(of, x.size)
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
		log := x.log // of the greater one
		if least := y.log[0]; log[0] == nil || least != nil && least.Cmp(log[0]) > 0 {
			log[0] = least
		}
		if most := y.log[1]; most == nil || log[1] != nil && most.Cmp(log[1]) < 0 {
			log[1] = most
		}
		return size{x.sign, log.widen(0, 1)}
	case x.log.below(y.log):
		x, y = y, x
	case !y.log.below(x.log):
		b.fail(ErrTooLarge)
		return size{}
	}
	log := span{1: x.log[1]}
	if y.log.widen(1, 1).below(x.log) { // y is less than half of x
		log[0] = x.log.widen(1, 0)[0]
	}
	return size{x.sign, log}
}

// parted writes x as a small ratio and a rest.
func (b *Budget) parted(x Estimate) Estimate {
	if x.value.IsRat() && ratBits(x.value) <= estimateBits {
		return x
	}
	return Estimate{size: b.size(x), whole: x.isWhole()}
}

// Estimates does operations on Estimates within a Budget. They fail with ErrTooLarge
// where the result is not even known to exist.
type Estimates struct{ Budget *Budget }

// Add returns x+y.
func (e Estimates) Add(x, y Estimate) Estimate {
	whole := x.isWhole() && y.isWhole()
	x, y = e.Budget.parted(x), e.Budget.parted(y)
	return e.Budget.parted(Estimate{e.Budget.Add(x.value, y.value), e.Budget.addSizes(x.size, y.size), whole})
}

// Neg returns -x.
func (e Estimates) Neg(x Estimate) Estimate {
	return Estimate{e.Budget.Neg(x.value), size{-x.sign, x.log}, x.whole}
}

// Mul returns x*y.
func (e Estimates) Mul(x, y Estimate) Estimate {
	b := e.Budget
	whole := x.isWhole() && y.isWhole()
	x, y = b.parted(x), b.parted(y)
	if x.sign != 0 {
		x, y = y, x
	}
	if x.sign == 0 { // a ratio scales value and rest
		value := b.Mul(x.value, y.value)
		if sign := ratSign(x.value) * y.sign; sign != 0 {
			return b.parted(Estimate{value, size{sign, y.log.add(logTerm(term{coef: x.value}))}, whole})
		}
		return Exactly(value)
	}
	s, t := b.size(x), b.size(y)
	return Estimate{size: size{s.sign * t.sign, s.log.add(t.log)}, whole: whole}
}

// Div returns x/y.
func (e Estimates) Div(x, y Estimate) Estimate {
	s := e.Budget.size(y)
	switch {
	case s.sign == 0: // or it is unknown
		e.Budget.fail(ErrDivZero)
		return Estimate{}
	case y.sign == 0 && y.value.IsRat():
		return e.Mul(x, Exactly(ratInv(y.value)))
	}
	return e.Mul(x, Estimate{size: size{s.sign, s.log.neg()}})
}

// Sqrt returns the square root of x.
func (e Estimates) Sqrt(x Estimate) Estimate { return e.Pow(x, Exactly(Ratio(1, 2))) }

// Fact returns x!.
func (e Estimates) Fact(x Estimate) Estimate {
	if !x.isWhole() { // it may not exist
		e.Budget.fail(ErrTooLarge)
	}
	s := e.Budget.size(x)
	switch {
	case s.sign < 0:
		e.Budget.fail(ErrFactorial)
	case s.sign == 0:
		return Exactly(Int(1))
	}
	// Of (n/4)^n < n! <= n^n for n >= 1, the first follows from e < 4.
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
	exact := y.sign == 0 && y.value.IsRat()
	switch {
	case b.err == nil && !exact && !y.isWhole(): // it may be irrational
		b.fail(ErrTooLarge)
	case base.sign == 0 && exponent.sign < 0:
		b.fail(ErrDivZero)
	case base.sign == 0 || x.sign == 0 && x.value.Is(1):
		return x
	case base.sign < 0 && !exact: // the power may be odd or even
		b.fail(ErrTooLarge)
	case base.sign < 0 && y.value.peek().Denom().Bit(0) == 0:
		b.fail(ErrRootNegative)
	}
	if b.err != nil {
		return Estimate{}
	}
	sign, log := 1, base.log.scaleBySize(exponent)
	if exact {
		r := y.value.peek()
		log = base.log.scale(r.Num(), r.Denom())
		if base.sign < 0 {
			sign = 1 - 2*int(r.Num().Bit(0))
		}
	}
	return Estimate{size: size{sign, log}, whole: x.isWhole() && y.isWhole() && exponent.sign > 0}
}

// Is reports whether x is the whole number n. It fails with ErrTooLarge if that is
// unknown.
func (e Estimates) Is(x Estimate, n int64) bool {
	b := e.Budget
	if x.sign == 0 {
		c := *b
		v := c.Settle(x.value)
		if b.Work = c.Work; c.err == nil {
			return v.Is(n)
		}
	}
	return b.size(e.Add(x, Exactly(Int(-n)))).sign == 0 && b.err == nil
}
