// Package exact computes with real algebraic numbers: whole numbers, ratios,
// roots nested to any depth, and sums, products and powers of them. It knows
// values and the operations on them; it never sees an expression, a game or a
// float.
//
// A Value is held in the simplest of these forms that carries it:
//
//	ratio      a rational number
//	radical    a sum of terms c*b1^e1*b2^e2*…, c rational, 0 < e < 1
//	algebraic  a root, reciprocal, sum, product or power that is neither
//
// The bases of a radical are whole numbers, pairwise coprime and no perfect
// powers, so no two of its terms have a rational quotient, and such terms are
// linearly independent over the rationals (L. J. Mordell, On the linear
// independence of algebraic numbers, Pacific J. Math. 3, 1953). The form is
// therefore unique: it is zero or rational only if it looks so. An algebraic
// is decided by intervals; see separation.go.
//
// What an operation costs is predicted before it is done and taken from a
// Budget; an operation past the budget is refused at once with ErrTooLarge.
package exact

import (
	"errors"
	"math/big"
)

// Why an operation has no value, or none that can be computed.
var (
	ErrTooLarge           = errors.New("exact: too large to compute")
	ErrDivZero            = errors.New("exact: division by zero")
	ErrRootNegative       = errors.New("exact: even root of a negative number")
	ErrFactorial          = errors.New("exact: factorial of what is not a whole number from 0 up")
	ErrIrrationalExponent = errors.New("exact: irrational exponent")
)

// A Value is a real number. It is immutable; the zero Value is 0.
//
// What a Budget's operations return may be put off (a giant power that a root
// may yet make small); its methods may be called once Budget.Settle returned
// it.
type Value struct {
	small frac // if form is nil; the zero frac stands for 0
	form  *form
}

// form holds what is not a ratio of int64; just one of rat, terms and alg is
// set.
type form struct {
	rat   *big.Rat
	terms []term // sorted by compareRad; more than one, or one that is irrational or put off
	off   bool   // put off: the only term has exponents outside (0,1) or a factorial
	alg   *algebraic
}

// Int returns n.
func Int(n int64) Value { return ratio(n, 1) }

// Ratio returns num/den. It panics if den is 0.
func Ratio(num, den int64) Value { return ratio(num, den) }

// FromRat returns r, which must not be changed afterwards.
func FromRat(r *big.Rat) Value {
	if num, den := r.Num(), r.Denom(); num.IsInt64() && den.IsInt64() {
		if f := (frac{num.Int64(), den.Int64()}); f.valid() {
			return Value{small: f}
		}
	}
	return Value{form: &form{rat: r}}
}

// IsRat tells whether v is rational.
func (v Value) IsRat() bool { return v.form == nil || v.form.rat != nil }

// Rat returns v as a ratio of the caller's own, or nil if v is irrational.
func (v Value) Rat() *big.Rat {
	switch {
	case v.form == nil:
		f := v.frac()
		return big.NewRat(f.num, f.den)
	case v.form.rat != nil:
		return new(big.Rat).Set(v.form.rat)
	}
	return nil
}

// IsInt tells whether v is a whole number.
func (v Value) IsInt() bool {
	if v.form == nil {
		return v.small.den <= 1
	}
	return v.form.rat != nil && v.form.rat.IsInt()
}

// Int64 returns v if it is a whole number of less than 64 bits.
func (v Value) Int64() (n int64, ok bool) {
	if v.form == nil {
		return v.small.num, v.small.den <= 1
	}
	return 0, false
}

// Is tells whether v is the whole number n.
func (v Value) Is(n int64) bool {
	m, ok := v.Int64()
	return ok && m == n
}
