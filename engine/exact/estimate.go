package exact

import "math/big"

// An Estimate is a real number that is known to exist, however large: a Value,
// or the sum of a Value and a rest that is not 0, with its sign and bounds on the
// logarithm of its size. It does not determine the number, but excludes most others.
type Estimate struct {
	value Value // without a rest: any; with one: rational and of at most estimateBits
	sign  int   // of the rest; 0: there is none
	log   span  // of the size of the rest
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
	if !ok || x.value.isAlgebraic() || !t.coef.IsInt() {
		return false
	}
	for _, f := range t.rad {
		if f.exp.Num < 0 || !f.exp.IsInt() {
			return false
		}
	}
	return true
}

// A size is the sign of a number and, unless that is 0, bounds on the logarithm of
// its absolute value.
type size struct {
	sign int
	log  span
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
			of.log = span{logOf(least).lo, logOf(most).hi}.add(span{unit, unit})
			return true
		})
	}
	return b.addSizes(of, size{x.sign, x.log})
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
		return size{x.sign, x.log.greater(y.log).widen(0, 1)}
	case x.log.below(y.log):
		x, y = y, x
	case !y.log.below(x.log):
		b.fail(ErrTooLarge)
		return size{}
	}
	log := span{hi: x.log.hi}
	if y.log.widen(1, 1).below(x.log) { // y is less than half of x
		log.lo = x.log.widen(1, 0).lo
	}
	return size{x.sign, log}
}

// restOf returns an Estimate that is only a rest.
func restOf(s size, whole bool) Estimate {
	if s.sign == 0 {
		return Estimate{}
	}
	return Estimate{sign: s.sign, log: s.log, whole: whole}
}

// parted writes x as a small ratio and a rest.
func (b *Budget) parted(x Estimate) Estimate {
	if x.value.IsRat() && ratBits(x.value) <= estimateBits {
		return x
	}
	return restOf(b.size(x), x.isWhole())
}

// Estimates does operations on Estimates within a Budget. They fail with ErrTooLarge
// where the result is not even known to exist.
type Estimates struct{ Budget *Budget }

// Add returns x+y.
func (e Estimates) Add(x, y Estimate) Estimate {
	whole := x.isWhole() && y.isWhole()
	x, y = e.Budget.parted(x), e.Budget.parted(y)
	rest := e.Budget.addSizes(size{x.sign, x.log}, size{y.sign, y.log})
	return e.Budget.parted(Estimate{e.Budget.Add(x.value, y.value), rest.sign, rest.log, whole})
}

// Sub returns x-y.
func (e Estimates) Sub(x, y Estimate) Estimate { return e.Add(x, e.Neg(y)) }

// Neg returns -x.
func (e Estimates) Neg(x Estimate) Estimate {
	return Estimate{e.Budget.Neg(x.value), -x.sign, x.log, x.whole}
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
			return b.parted(Estimate{value, sign, y.log.add(logRat(x.value)), whole})
		}
		return Exactly(value)
	}
	s, t := b.size(x), b.size(y)
	return restOf(size{s.sign * t.sign, s.log.add(t.log)}, whole)
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
	return e.Mul(x, restOf(size{s.sign, s.log.neg()}, false))
}

// Sqrt returns the square root of x.
func (e Estimates) Sqrt(x Estimate) Estimate {
	s := e.Budget.size(x)
	if s.sign < 0 {
		e.Budget.fail(ErrRootNegative)
	}
	return restOf(size{s.sign, s.log.scale(one, big.NewInt(2))}, false)
}

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
	log := span{lo: new(big.Int), hi: s.log.hi}
	if s.log.lo != nil {
		if quarter := new(big.Int).Sub(s.log.lo, big.NewInt(2<<logBits)); quarter.Sign() > 0 {
			log.lo = quarter
		}
	}
	return restOf(size{1, log.scaleBySize(size{1, s.log})}, true)
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
	case base.sign < 0 && !(exact && y.value.IsInt()): // odd, even or of an even root
		b.fail(ErrTooLarge)
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
	return restOf(size{sign, log}, x.isWhole() && y.isWhole() && exponent.sign > 0)
}

// scaleBySize returns s times a number of that size.
func (s span) scaleBySize(by size) span {
	switch {
	case by.sign < 0:
		return s.neg().scaleBySize(size{1, by.log})
	case s.hi != nil && s.hi.Sign() < 0:
		return s.neg().scaleBySize(by).neg()
	case s.lo == nil || s.lo.Sign() < 0:
		return span{}
	}
	var t span
	t.lo = new(big.Int)
	if by.log.lo != nil && s.lo.Sign() > 0 {
		switch n := new(big.Int).Rsh(by.log.lo, logBits); {
		case n.Sign() >= 0 && !(n.IsInt64() && n.Int64() <= spanLimit):
			t.lo = new(big.Int).Lsh(one, spanLimit)
		case n.Sign() >= 0:
			t.lo = new(big.Int).Lsh(s.lo, uint(n.Int64()))
		case n.IsInt64() && n.Int64() > -spanLimit:
			t.lo = new(big.Int).Rsh(s.lo, uint(-n.Int64()))
		}
	}
	if by.log.hi != nil && s.hi != nil {
		n := ceilShift(by.log.hi, logBits)
		if n.Sign() <= 0 {
			t.hi = s.hi
		} else if n.IsInt64() && n.Int64() < spanLimit {
			t.hi = new(big.Int).Lsh(s.hi, uint(n.Int64()))
		}
	}
	return t.limited()
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
