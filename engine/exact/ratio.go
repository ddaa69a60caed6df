package exact

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"

	"reckon/engine/whole"
)

// Int returns n.
func Int(n int64) Value { return Ratio(n, 1) }

// Ratio returns num/den. It panics if den is 0.
func Ratio(num, den int64) Value {
	if num == math.MinInt64 || den == math.MinInt64 || den == 0 {
		return FromRat(big.NewRat(num, den))
	}
	if den < 0 {
		num = -num
		den = -den
	}
	return Value{small: whole.Lowest(num, den)}
}

// FromRat returns r, which must not be changed afterwards.
func FromRat(r *big.Rat) Value {
	num := r.Num()
	den := r.Denom()
	isSmall := num.IsInt64() && den.IsInt64() && num.Int64() != math.MinInt64
	if !isSmall {
		return Value{form: &form{rat: r}}
	}
	return Value{small: fracOf(num.Int64(), den.Int64())}
}

func fromInt(n *big.Int) Value {
	if n.IsInt64() {
		return Int(n.Int64())
	}
	return Value{form: &form{rat: new(big.Rat).SetInt(n)}}
}

// IsRat reports whether v is rational.
func (v Value) IsRat() bool { return v.form == nil || v.form.rat != nil }

// IsInt reports whether v is a whole number.
func (v Value) IsInt() bool {
	if v.form == nil {
		return v.small.Den <= 1
	}
	return v.form.rat != nil && v.form.rat.IsInt()
}

// Int64 returns v if it is a whole number of less than 64 bits.
func (v Value) Int64() (n int64, ok bool) {
	if v.form == nil {
		return v.small.Num, v.small.Den <= 1
	}
	return 0, false
}

// Is reports whether v is the whole number n.
func (v Value) Is(n int64) bool {
	m, ok := v.Int64()
	return ok && m == n
}

func fracOf(num, den int64) frac { return frac{Num: num, Den: den} }

// frac returns v, a small ratio.
func (v Value) frac() frac {
	if v.small.Den == 0 {
		return fracOf(0, 1)
	}
	return v.small
}

// peek returns v, a rational, for reading only.
func (v Value) peek() *big.Rat {
	if v.form == nil {
		f := v.frac()
		return big.NewRat(f.Num, f.Den)
	}
	return v.form.rat
}

func ratAdd(x, y Value) Value {
	if x.form == nil && y.form == nil {
		if f, ok := x.frac().Add(y.frac()); ok {
			return Value{small: f}
		}
	}
	return FromRat(new(big.Rat).Add(x.peek(), y.peek()))
}

func ratMul(x, y Value) Value {
	if x.form == nil && y.form == nil {
		if f, ok := x.frac().Mul(y.frac()); ok {
			return Value{small: f}
		}
	}
	return FromRat(new(big.Rat).Mul(x.peek(), y.peek()))
}

func ratNeg(x Value) Value {
	if x.form == nil {
		return Value{small: fracOf(-x.small.Num, x.small.Den)}
	}
	return FromRat(new(big.Rat).Neg(x.form.rat))
}

// ratInv returns 1/x, x not 0.
func ratInv(x Value) Value {
	if x.form == nil {
		return Ratio(x.small.Den, x.small.Num)
	}
	return FromRat(new(big.Rat).Inv(x.form.rat))
}

// ratPow returns x^n, x not 0 if n < 0.
func ratPow(x Value, n int64) Value {
	if n < 0 {
		return ratInv(ratPow(x, -n))
	}
	if x.form == nil {
		if f, ok := x.frac().Pow(n); ok {
			return Value{small: f}
		}
	}
	r := x.peek()
	e := big.NewInt(n)
	num := new(big.Int).Exp(r.Num(), e, nil)
	if r.IsInt() {
		return fromInt(num)
	}
	return FromRat(new(big.Rat).SetFrac(num, new(big.Int).Exp(r.Denom(), e, nil)))
}

func ratSign(x Value) int {
	if x.form != nil {
		return x.form.rat.Sign()
	}
	return cmp.Compare(x.small.Num, 0)
}

// ratBits returns the size of x, numerator and denominator together.
func ratBits(x Value) int {
	if x.form == nil {
		f := x.frac()
		return bits.Len64(whole.Abs(f.Num)) + bits.Len64(uint64(f.Den)-1)
	}
	n := x.form.rat.Num().BitLen()
	if !x.form.rat.IsInt() {
		n += x.form.rat.Denom().BitLen()
	}
	return n
}

// perfectRoot returns the k-th root of n >= 0 if it is whole.
func perfectRoot(n *big.Int, k int64) (*big.Int, bool) {
	if n.BitLen() <= 1 {
		return n, true
	}
	if k >= int64(n.BitLen()) {
		return nil, false
	}
	r := floorRoot(n, k)
	return r, new(big.Int).Exp(r, big.NewInt(k), nil).Cmp(n) == 0
}

// floorRoot returns the k-th root of n >= 0 rounded down.
func floorRoot(n *big.Int, k int64) *big.Int {
	for ; k%2 == 0 && k > 2; k /= 2 {
		n = floorRoot(n, 2)
	}
	size := int64(n.BitLen())
	switch {
	case k == 1 || size == 0:
		return n
	case k == 2 && size < 256:
		return new(big.Int).Sqrt(n)
	}
	// Newton's method from above falls until it reaches the root. It begins with the
	// root of the leading half of n, which saves most of the divisions.
	degree := big.NewInt(k)
	less := big.NewInt(k - 1)
	x := new(big.Int).Lsh(one, uint((size+k-1)/k))
	if half := uint(size / k / 2); half > 32 {
		x = floorRoot(new(big.Int).Rsh(n, half*uint(k)), k)
		x.Lsh(x.Add(x, one), half)
	}
	for {
		y := new(big.Int).Exp(x, less, nil)
		y.Quo(n, y)
		y.Add(y, new(big.Int).Mul(x, less))
		y.Quo(y, degree)
		if y.Cmp(x) >= 0 {
			return x
		}
		x = y
	}
}

var one = big.NewInt(1)
