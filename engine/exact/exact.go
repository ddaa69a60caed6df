// Package exact computes with real numbers exactly. It knows values and the
// operations on them; it never sees an expression, a game or a float.
//
// What an operation costs is predicted before it is done and taken from a
// Budget; an operation past the budget is refused at once with ErrTooLarge.
package exact

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
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
type Value struct {
	num int64    // of a small ratio, in lowest terms; never MinInt64
	den int64    // of a small ratio, above 0; 0 stands for 1
	rat *big.Rat // a ratio that is not small; else nil
}

// Int returns n.
func Int(n int64) Value {
	if n == math.MinInt64 {
		return Value{rat: new(big.Rat).SetInt64(n)}
	}
	return Value{num: n, den: 1}
}

// Ratio returns num/den; den must not be 0.
func Ratio(num, den int64) Value { return Rat(big.NewRat(num, den)) }

// Rat returns r, which must not be changed afterwards.
func Rat(r *big.Rat) Value {
	if r.Num().IsInt64() && r.Denom().IsInt64() && r.Num().Int64() != math.MinInt64 {
		return Value{num: r.Num().Int64(), den: r.Denom().Int64()}
	}
	return Value{rat: r}
}

func (v Value) small() (num, den int64, ok bool) {
	if v.rat != nil {
		return 0, 0, false
	}
	return v.num, max(v.den, 1), true
}

// IsRat tells whether v is rational.
func (v Value) IsRat() bool { return true }

// Rat returns v as a ratio of the caller's own, or nil if v is irrational.
func (v Value) Rat() *big.Rat {
	if v.rat != nil {
		return new(big.Rat).Set(v.rat)
	}
	return big.NewRat(v.num, max(v.den, 1))
}

// IsInt tells whether v is a whole number.
func (v Value) IsInt() bool {
	if v.rat != nil {
		return v.rat.IsInt()
	}
	return v.den <= 1
}

// Int64 returns v if it is a whole number that fits.
func (v Value) Int64() (n int64, ok bool) {
	if v.rat != nil {
		return v.rat.Num().Int64(), v.rat.IsInt() && v.rat.Num().IsInt64()
	}
	return v.num, v.den <= 1
}

// Is tells whether v is the whole number n.
func (v Value) Is(n int64) bool {
	m, ok := v.Int64()
	return ok && m == n
}

// Sign is -1, 0 or 1.
func (v Value) Sign() int {
	if v.rat != nil {
		return v.rat.Sign()
	}
	switch {
	case v.num < 0:
		return -1
	case v.num > 0:
		return 1
	}
	return 0
}

// A Budget bounds what a computation may cost. It is used by one goroutine.
type Budget struct {
	Bits int // largest size of a number, in bits of numerator and denominator together
	Work int // what is left, in words of 64 bits written
}

// NewBudget returns the budget of one answer: numbers up to 2^17 bits (39,000
// digits), some milliseconds of work.
func NewBudget() *Budget { return &Budget{Bits: 1 << 17, Work: 1 << 20} }

// spend takes the making of a number of the given size from the budget.
func (b *Budget) spend(size int) error {
	b.Work -= 1 + size/64
	if size > b.Bits || b.Work < 0 {
		return ErrTooLarge
	}
	return nil
}

func (v Value) bits() int {
	if v.rat != nil {
		return v.rat.Num().BitLen() + v.rat.Denom().BitLen()
	}
	return bits.Len64(uint64(max(v.num, -v.num))) + bits.Len64(uint64(v.den))
}

// Add returns x+y.
func (b *Budget) Add(x, y Value) (Value, error) {
	if err := b.spend(x.bits() + y.bits() + 1); err != nil {
		return Value{}, err
	}
	return Rat(new(big.Rat).Add(x.Rat(), y.Rat())), nil
}

// Sub returns x-y.
func (b *Budget) Sub(x, y Value) (Value, error) {
	y, _ = b.Neg(y)
	return b.Add(x, y)
}

// Mul returns x*y.
func (b *Budget) Mul(x, y Value) (Value, error) {
	if err := b.spend(x.bits() + y.bits()); err != nil {
		return Value{}, err
	}
	return Rat(new(big.Rat).Mul(x.Rat(), y.Rat())), nil
}

// Div returns x/y.
func (b *Budget) Div(x, y Value) (Value, error) {
	if y.Sign() == 0 {
		return Value{}, ErrDivZero
	}
	if err := b.spend(x.bits() + y.bits()); err != nil {
		return Value{}, err
	}
	return Rat(new(big.Rat).Quo(x.Rat(), y.Rat())), nil
}

// Neg returns -x.
func (b *Budget) Neg(x Value) (Value, error) {
	if x.rat != nil {
		return Rat(new(big.Rat).Neg(x.rat)), nil
	}
	return Value{num: -x.num, den: x.den}, nil
}

// Pow returns x^y; 0^0 is 1, the empty product.
func (b *Budget) Pow(x, y Value) (Value, error) {
	if x.Sign() == 0 && y.Sign() < 0 {
		return Value{}, ErrDivZero
	}
	n, ok := y.Int64()
	switch {
	case x.Is(0) && y.Sign() > 0, x.Is(1):
		return x, nil
	case !ok || n > int64(b.Bits) || n < -int64(b.Bits):
		return Value{}, ErrTooLarge
	}
	size := max(n, -n)
	if err := b.spend(int(size) * x.bits()); err != nil {
		return Value{}, err
	}
	r, e := x.Rat(), big.NewInt(size)
	r.SetFrac(new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil))
	if n < 0 {
		r.Inv(r)
	}
	return Rat(r), nil
}

// Sqrt returns the square root of x that is not negative.
func (b *Budget) Sqrt(x Value) (Value, error) {
	if x.Sign() < 0 {
		return Value{}, ErrRootNegative
	}
	if err := b.spend(x.bits()); err != nil {
		return Value{}, err
	}
	r := x.Rat()
	num, den := new(big.Int).Sqrt(r.Num()), new(big.Int).Sqrt(r.Denom())
	root := new(big.Rat).SetFrac(num, den)
	if new(big.Rat).Mul(root, root).Cmp(r) != 0 {
		return Value{}, ErrTooLarge
	}
	return Rat(root), nil
}

// Fact returns x!.
func (b *Budget) Fact(x Value) (Value, error) {
	n, ok := x.Int64()
	switch {
	case !x.IsInt() || x.Sign() < 0:
		return Value{}, ErrFactorial
	case !ok || n > int64(b.Bits):
		return Value{}, ErrTooLarge
	}
	if err := b.spend(int(n) * bits.Len64(uint64(n))); err != nil {
		return Value{}, err
	}
	return Rat(new(big.Rat).SetInt(new(big.Int).MulRange(1, n))), nil
}

// Cmp is -1, 0 or 1 as x is below, equal to or above y.
func (b *Budget) Cmp(x, y Value) (int, error) {
	d, err := b.Sub(x, y)
	return d.Sign(), err
}
