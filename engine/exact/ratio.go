package exact

import (
	"math"
	"math/big"
	"math/bits"
)

// A frac is a ratio in lowest terms, den > 0. Most numbers of a game are
// fracs, and their arithmetic allocates nothing.
type frac struct{ num, den int64 }

// valid tells whether f can be negated.
func (f frac) valid() bool { return f.num != math.MinInt64 }

func (f frac) isInt() bool { return f.den == 1 }

func abs64(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func gcd64(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// mul64 is a*b if that fits.
func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(abs64(a), abs64(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func add64(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != math.MinInt64
}

func (f frac) add(g frac) (frac, bool) {
	if f.den == 1 && g.den == 1 {
		n, ok := add64(f.num, g.num)
		return frac{n, 1}, ok
	}
	a, ok1 := mul64(f.num, g.den)
	b, ok2 := mul64(g.num, f.den)
	d, ok3 := mul64(f.den, g.den)
	n, ok4 := add64(a, b)
	if !(ok1 && ok2 && ok3 && ok4) {
		return frac{}, false
	}
	return lowest(n, d), true
}

func (f frac) mul(g frac) (frac, bool) {
	if f.den == 1 && g.den == 1 {
		n, ok := mul64(f.num, g.num)
		return frac{n, 1}, ok
	}
	a, b := lowest(f.num, g.den), lowest(g.num, f.den)
	n, ok1 := mul64(a.num, b.num)
	d, ok2 := mul64(a.den, b.den)
	return frac{n, d}, ok1 && ok2
}

// lowest reduces n/d, d > 0.
func lowest(n, d int64) frac {
	if g := gcd64(abs64(n), uint64(d)); g > 1 {
		return frac{n / int64(g), d / int64(g)}
	}
	return frac{n, d}
}

// split writes f as whole + rest, 0 <= rest < 1.
func (f frac) split() (whole int64, rest frac) {
	whole = f.num / f.den
	if f.num%f.den < 0 {
		whole--
	}
	return whole, frac{f.num - whole*f.den, f.den}
}

func ratio(num, den int64) Value {
	if num == math.MinInt64 || den == math.MinInt64 || den == 0 {
		return FromRat(big.NewRat(num, den))
	}
	if den < 0 {
		num, den = -num, -den
	}
	return Value{small: lowest(num, den)}
}

// frac is v, a small ratio.
func (v Value) frac() frac {
	if v.small.den == 0 {
		return frac{0, 1}
	}
	return v.small
}

// peek is v, a rational, for reading only.
func (v Value) peek() *big.Rat {
	if v.form == nil {
		return v.Rat()
	}
	return v.form.rat
}

func ratAdd(x, y Value) Value {
	if x.form == nil && y.form == nil {
		if f, ok := x.frac().add(y.frac()); ok {
			return Value{small: f}
		}
	}
	return FromRat(new(big.Rat).Add(x.peek(), y.peek()))
}

func ratMul(x, y Value) Value {
	if x.form == nil && y.form == nil {
		if f, ok := x.frac().mul(y.frac()); ok {
			return Value{small: f}
		}
	}
	return FromRat(new(big.Rat).Mul(x.peek(), y.peek()))
}

func ratNeg(x Value) Value {
	if x.form == nil {
		return Value{small: frac{-x.small.num, x.small.den}}
	}
	return FromRat(new(big.Rat).Neg(x.form.rat))
}

// ratInv is 1/x, x not 0.
func ratInv(x Value) Value {
	if x.form == nil {
		return ratio(x.small.den, x.small.num)
	}
	return FromRat(new(big.Rat).Inv(x.form.rat))
}

// ratPow is x^n, n >= 0.
func ratPow(x Value, n int64) Value {
	if x.form == nil {
		if f, ok := fracPow(x.frac(), n); ok {
			return Value{small: f}
		}
	}
	r, e := x.peek(), big.NewInt(n)
	num := new(big.Int).Exp(r.Num(), e, nil)
	if r.IsInt() {
		return FromRat(new(big.Rat).SetInt(num))
	}
	return FromRat(new(big.Rat).SetFrac(num, new(big.Int).Exp(r.Denom(), e, nil)))
}

func fracPow(f frac, n int64) (frac, bool) {
	p, ok := frac{1, 1}, true
	for i := bits.Len64(uint64(n)) - 1; i >= 0 && ok; i-- {
		if p, ok = p.mul(p); ok && n>>i&1 == 1 {
			p, ok = p.mul(f)
		}
	}
	return p, ok
}

func ratSign(x Value) int {
	if x.form != nil {
		return x.form.rat.Sign()
	}
	switch {
	case x.small.num < 0:
		return -1
	case x.small.num > 0:
		return 1
	}
	return 0
}

// ratBits is the size of x, numerator and denominator together.
func ratBits(x Value) int {
	if x.form == nil {
		f := x.frac()
		return bits.Len64(abs64(f.num)) + bits.Len64(uint64(f.den)-1)
	}
	n := x.form.rat.Num().BitLen()
	if !x.form.rat.IsInt() {
		n += x.form.rat.Denom().BitLen()
	}
	return n
}

// ratRoot is the k-th root of x >= 0 if it is rational.
func ratRoot(x Value, k int64) (Value, bool) {
	r := x.peek()
	num, ok1 := perfectRoot(r.Num(), k)
	if !ok1 {
		return Value{}, false
	}
	den, ok2 := perfectRoot(r.Denom(), k)
	if !ok2 {
		return Value{}, false
	}
	return FromRat(new(big.Rat).SetFrac(num, den)), true
}

// perfectRoot is the k-th root of n >= 0 if it is whole.
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

// floorRoot is the k-th root of n >= 0 rounded down.
func floorRoot(n *big.Int, k int64) *big.Int {
	r := n
	for ; k%2 == 0; k /= 2 {
		r = new(big.Int).Sqrt(r)
	}
	if k == 1 || r.Sign() == 0 {
		return r
	}
	// Newton's method from above falls until it reaches the root.
	m, less, degree := r, big.NewInt(k-1), big.NewInt(k)
	x := new(big.Int).Lsh(big.NewInt(1), uint((int64(m.BitLen())+k-1)/k))
	for {
		y := new(big.Int).Exp(x, less, nil)
		y.Quo(m, y)
		y.Add(y, new(big.Int).Mul(x, less))
		y.Quo(y, degree)
		if y.Cmp(x) >= 0 {
			return x
		}
		x = y
	}
}
