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

// size encloses x; it fails with ErrTooLarge if not even the sign is known.
func (b *Budget) size(x Estimate) (size, error) {
	if x.sign == 0 {
		return b.sizeOf(x.value)
	}
	rest := size{x.sign, x.log}
	v, err := b.sizeOf(x.value)
	if err != nil || v.sign == 0 {
		return rest, err
	}
	sum, ok := addSizes(v, rest)
	if !ok {
		return size{}, ErrTooLarge
	}
	return sum, nil
}

// sizeOf encloses v: a sum or an algebraic by an interval around it.
func (b *Budget) sizeOf(v Value) (out size, err error) {
	if v.IsRat() || !v.isAlgebraic() && len(v.form.terms) == 1 {
		t, ok := v.single()
		if !ok {
			return size{}, nil
		}
		return size{ratSign(t.coef), logTerm(t)}, nil
	}
	err = b.refine(v, func(w interval, precision int) (bool, error) {
		if out.sign = w.sign(); out.sign == 0 {
			return false, nil
		}
		least, most := new(big.Int).Abs(w.lo), new(big.Int).Abs(w.hi)
		if out.sign < 0 {
			least, most = most, least
		}
		unit := big.NewInt(int64(precision) << logBits)
		out.log = span{logOf(least).lo, logOf(most).hi}.add(pointSpan(unit).neg())
		return true, nil
	})
	return out, err
}

// addSizes returns the size of a sum; ok is false if its sign is unknown.
func addSizes(x, y size) (sum size, ok bool) {
	switch {
	case x.sign == y.sign:
		return size{x.sign, x.log.greater(y.log).widen(0, 1)}, true
	case x.log.below(y.log):
		x, y = y, x
	case !y.log.below(x.log):
		return size{}, false
	}
	log := span{hi: x.log.hi}
	if y.log.widen(1, 1).below(x.log) { // y is less than half of x
		log.lo = x.log.widen(1, 0).lo
	}
	return size{x.sign, log}, true
}

// restOf returns an Estimate that is only a rest.
func restOf(s size, whole bool) Estimate {
	if s.sign == 0 {
		return Estimate{}
	}
	return Estimate{sign: s.sign, log: s.log, whole: whole}
}

// parted writes x as a small ratio and a rest.
func (b *Budget) parted(x Estimate) (Estimate, error) {
	if x.value.IsRat() && ratBits(x.value) <= estimateBits {
		return x, nil
	}
	s, err := b.size(x)
	return restOf(s, x.isWhole()), err
}

// partedBoth is parted for two.
func (b *Budget) partedBoth(x, y Estimate) (Estimate, Estimate, error) {
	x, err := b.parted(x)
	if err == nil {
		y, err = b.parted(y)
	}
	return x, y, err
}

// EstimateAdd returns x+y. Like all operations on Estimates, it fails with
// ErrTooLarge where the result is not even known to exist.
func (b *Budget) EstimateAdd(x, y Estimate) (Estimate, error) {
	whole := x.isWhole() && y.isWhole()
	x, y, err := b.partedBoth(x, y)
	if err != nil {
		return Estimate{}, err
	}
	value, err := b.Add(x.value, y.value)
	if err != nil {
		return Estimate{}, err
	}
	rest, ok := size{x.sign, x.log}, true
	switch {
	case x.sign == 0:
		rest = size{y.sign, y.log}
	case y.sign != 0:
		rest, ok = addSizes(rest, size{y.sign, y.log})
	}
	if !ok {
		return Estimate{}, ErrTooLarge
	}
	return b.parted(Estimate{value, rest.sign, rest.log, whole})
}

// EstimateNeg returns -x.
func (b *Budget) EstimateNeg(x Estimate) (Estimate, error) {
	v, err := b.Neg(x.value)
	return Estimate{v, -x.sign, x.log, x.whole}, err
}

// EstimateMul returns x*y.
func (b *Budget) EstimateMul(x, y Estimate) (Estimate, error) {
	whole := x.isWhole() && y.isWhole()
	x, y, err := b.partedBoth(x, y)
	if err != nil {
		return Estimate{}, err
	}
	if x.sign != 0 {
		x, y = y, x
	}
	if x.sign == 0 { // a ratio scales value and rest
		value, err := b.Mul(x.value, y.value)
		if sign := ratSign(x.value) * y.sign; err == nil && sign != 0 {
			return b.parted(Estimate{value, sign, y.log.add(logRat(x.value)), whole})
		}
		return Exactly(value), err
	}
	s, err := b.size(x)
	if err != nil {
		return Estimate{}, err
	}
	t, err := b.size(y)
	if err != nil {
		return Estimate{}, err
	}
	return restOf(size{s.sign * t.sign, s.log.add(t.log)}, whole), nil
}

// EstimateDiv returns x/y.
func (b *Budget) EstimateDiv(x, y Estimate) (Estimate, error) {
	s, err := b.size(y)
	switch {
	case err != nil:
		return Estimate{}, err
	case s.sign == 0:
		return Estimate{}, ErrDivZero
	case y.sign == 0 && y.value.IsRat():
		return b.EstimateMul(x, Exactly(ratInv(y.value)))
	}
	return b.EstimateMul(x, restOf(size{s.sign, s.log.neg()}, false))
}

// EstimateSqrt returns the square root of x.
func (b *Budget) EstimateSqrt(x Estimate) (Estimate, error) {
	s, err := b.size(x)
	switch {
	case err != nil:
		return Estimate{}, err
	case s.sign < 0:
		return Estimate{}, ErrRootNegative
	}
	return restOf(size{s.sign, s.log.scale(one, big.NewInt(2))}, false), nil
}

// EstimateFact returns x!.
func (b *Budget) EstimateFact(x Estimate) (Estimate, error) {
	if !x.isWhole() {
		return Estimate{}, ErrTooLarge // it may not exist
	}
	s, err := b.size(x)
	switch {
	case err != nil:
		return Estimate{}, err
	case s.sign < 0:
		return Estimate{}, ErrFactorial
	case s.sign == 0:
		return Exactly(Int(1)), nil
	}
	return restOf(size{1, s.log.factorial()}, true), nil
}

// factorial returns the logarithm of n! where s is that of n >= 1. Of
// (n/4)^n < n! <= n^n for n >= 1, the first follows from e < 4.
func (s span) factorial() span {
	t := span{lo: new(big.Int)} // n! >= 1
	if s.lo != nil {
		log := new(big.Int).Sub(s.lo, big.NewInt(2<<logBits))
		if n := new(big.Int).Rsh(s.lo, logBits); log.Sign() > 0 {
			t.lo = scaleByPower(log, n)
		}
	}
	if s.hi != nil && s.hi.Sign() >= 0 {
		n := ceilShift(s.hi, logBits)
		if n.IsInt64() && n.Int64() < spanLimit {
			t.hi = new(big.Int).Lsh(s.hi, uint(n.Int64()))
		}
	}
	return t.limited()
}

// scaleByPower returns a lower bound of log*2^n, log > 0 and n >= 0.
func scaleByPower(log, n *big.Int) *big.Int {
	if !n.IsInt64() || n.Int64() > spanLimit {
		return new(big.Int).Lsh(one, spanLimit)
	}
	return new(big.Int).Lsh(log, uint(n.Int64()))
}

// EstimatePow returns x^y.
func (b *Budget) EstimatePow(x, y Estimate) (Estimate, error) {
	exponent, err := b.size(y)
	if err != nil {
		return Estimate{}, err
	}
	base, err := b.size(x)
	exact := y.sign == 0 && y.value.IsRat()
	switch {
	case exponent.sign == 0:
		return Exactly(Int(1)), nil
	case err != nil:
		return Estimate{}, err
	case !exact && !y.isWhole(): // it may be irrational
		return Estimate{}, ErrTooLarge
	case base.sign == 0 && exponent.sign < 0:
		return Estimate{}, ErrDivZero
	case base.sign == 0 || x.sign == 0 && x.value.Is(1):
		return x, nil
	}
	sign := 1
	if base.sign < 0 {
		if !exact || !y.value.IsInt() {
			return Estimate{}, ErrTooLarge // odd, even or of an even root
		}
		sign = 1 - 2*int(y.value.peek().Num().Bit(0))
	}
	log := base.log.scaleBySize(exponent)
	if exact {
		r := y.value.peek()
		log = base.log.scale(r.Num(), r.Denom())
	}
	return restOf(size{sign, log}, x.isWhole() && y.isWhole() && exponent.sign > 0), nil
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
		n := new(big.Int).Rsh(by.log.lo, logBits)
		if n.Sign() >= 0 {
			t.lo = scaleByPower(s.lo, n)
		} else if n.IsInt64() && n.Int64() > -spanLimit {
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
func (b *Budget) Is(x Estimate, n int64) (bool, error) {
	if x.sign == 0 {
		if v, err := b.Settle(x.value); err == nil {
			return v.Is(n), nil
		}
	}
	d, err := b.EstimateAdd(x, Exactly(Int(-n)))
	if err != nil {
		return false, err
	}
	s, err := b.size(d)
	return s.sign == 0, err
}
