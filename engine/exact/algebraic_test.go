package exact

import (
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// drawAlgebraic draws a number with roots of sums in it.
func drawAlgebraic(t *rapid.T, b *Budget, depth int) (Value, error) {
	if depth == 0 {
		return Ratio(rapid.Int64Range(1, 12).Draw(t, "num"), rapid.Int64Range(1, 3).Draw(t, "den")), nil
	}
	x, err := drawAlgebraic(t, b, depth-1)
	if err != nil {
		return x, err
	}
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if kind < 2 {
		return b.Pow(x, Ratio(1, int64(kind)+2))
	}
	y, err := drawAlgebraic(t, b, depth-1)
	if err != nil {
		return y, err
	}
	return []func(x, y Value) (Value, error){b.Add, b.Sub, b.Mul, b.Div}[kind-2](x, y)
}

// TestSeparation encloses numbers and finds none closer to 0 than its bound.
func TestSeparation(t *testing.T) {
	tested := 0
	property.Check(t, func(t *rapid.T) {
		b := &Budget{Bits: 1 << 16, Work: 1 << 20}
		x, err := drawAlgebraic(t, b, 4)
		if err != nil || !x.isAlgebraic() {
			return
		}
		s, err := b.normBits(x.form.alg, x.form.alg.bound.u, x.form.alg.bound.l)
		if err != nil || s > 2000 {
			return
		}
		v, ok, err := b.enclose(x, s+200)
		if err != nil || !ok {
			return
		}
		tested++
		precision := s + 200
		switch sign, err := b.Sign(x); {
		case err != nil:
		case sign == 0 && !v.tiny(precision, s):
			t.Fatalf("%s is judged 0", x)
		case sign != 0 && v.tiny(precision, s):
			t.Fatalf("%s is not 0 but nearer than 2^-%d", x, s)
		case sign != v.sign() && v.sign() != 0:
			t.Fatalf("the sign of %s is %d, want %d", x, sign, v.sign())
		}
	})
	if tested == 0 {
		t.Error("no number was tested")
	}
}

// TestNearlyEqual distinguishes numbers that agree to many digits. The first are
// R. L. Graham's two sums of nine roots, which differ by less than 10^-36.
func TestNearlyEqual(t *testing.T) {
	sumOfRoots := func(b *Budget, list ...int64) Value {
		c := &chain{budget: b}
		var v Value
		for _, n := range list {
			v = c.add(v, c.sqrt(Int(1000000+n)))
		}
		if c.err != nil {
			t.Fatal(c.err)
		}
		return v
	}
	b := NewBudget()
	x, y := sumOfRoots(b, 1, 25, 31, 84, 87, 134, 158, 182, 198), sumOfRoots(b, 2, 18, 42, 66, 113, 116, 169, 175, 199)
	if c, err := b.Cmp(x, y); err != nil || c != -1 {
		t.Errorf("Cmp of unlike sums of roots = %d, %v", c, err)
	}
	// The same as roots of sums, beyond any normal form: √(1+√n) for √n.
	c := &chain{budget: b}
	u := c.sqrt(c.add(Int(1), c.sqrt(Int(1000003))))
	w := c.sub(c.mul(u, u), c.add(Int(1), c.sqrt(Int(1000003))))
	tiny, err := b.power(Ratio(1, 10), fracOf(60, 1))
	if err != nil || c.err != nil {
		t.Fatal(err, c.err)
	}
	if sign, err := b.Sign(w); err != nil || sign != 0 {
		t.Errorf("Sign of u*u-u² = %d, %v", sign, err)
	}
	if sign, err := b.Sign(c.add(w, tiny)); err != nil || sign != 1 {
		t.Errorf("Sign of u*u-u²+10^-60 = %d, %v", sign, err)
	}
	if sign, err := b.Sign(c.sub(w, tiny)); err != nil || sign != -1 {
		t.Errorf("Sign of u*u-u²-10^-60 = %d, %v", sign, err)
	}
}

// TestBound holds the bounds of leaves and operations against the numbers
// they stand for: U = E*L is at most 2^u, L at most 2^l.
func TestBound(t *testing.T) {
	b := NewBudget()
	c := &chain{budget: b}
	root := func(n int64) Value { return c.sqrt(Int(n)) }
	shifted := func(n int64) Value { return c.sqrt(c.add(Ratio(1, n), root(2))) }
	for _, tt := range []struct {
		name string
		x    Value
		u, l int64 // the logarithms of the largest conjugates of U and of L, rounded up
	}{
		{"5", Int(5), 3, 0},
		{"5/3", Ratio(5, 3), 3, 2},
		{"√2", root(2), 1, 0},
		{"√2+√3", c.add(root(2), root(3)), 2, 0},
		{"√2/1009+1/1013", c.add(c.div(root(2), Int(1009)), Ratio(1, 1013)), 12, 20},
		{"√(1+√2)", c.sqrt(c.add(Int(1), root(2))), 1, 0},
		{"√(1/1013+√2)", shifted(1013), 11, 10},
		{"√(1/1013+√2)+√(1/1019+√2)", c.add(shifted(1013), shifted(1019)), 22, 20},
		{"√(1/1013+√2)*√(1/1019+√2)", c.mul(shifted(1013), shifted(1019)), 21, 20},
		{"1/√(1/1013+√2)", c.div(Int(1), shifted(1013)), 10, 11},
	} {
		if c.err != nil {
			t.Fatal(tt.name, c.err)
		}
		if got := tt.x.bound(); got.u < tt.u || got.l < tt.l || got.u > tt.u+15 || got.l > tt.l+5 {
			t.Errorf("the bound of %s is %v, want a little above %d, %d", tt.name, got, tt.u, tt.l)
		}
	}
}

func (c *chain) add(x, y Value) Value { return c.do(c.budget.Add, x, y) }
func (c *chain) sub(x, y Value) Value { return c.do(c.budget.Sub, x, y) }
func (c *chain) mul(x, y Value) Value { return c.do(c.budget.Mul, x, y) }
func (c *chain) div(x, y Value) Value { return c.do(c.budget.Div, x, y) }
func (c *chain) sqrt(x Value) Value   { return c.do(c.budget.Pow, x, Ratio(1, 2)) }
