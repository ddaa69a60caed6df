package exact

import (
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// drawAlgebraic draws a number with roots of sums in it.
func drawAlgebraic(t *rapid.T, b *Budget, depth int) Value {
	if depth == 0 {
		return Ratio(rapid.Int64Range(1, 12).Draw(t, "num"), rapid.Int64Range(1, 3).Draw(t, "den"))
	}
	x := drawAlgebraic(t, b, depth-1)
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if kind < 2 {
		return b.Pow(x, Ratio(1, int64(kind)+2))
	}
	y := drawAlgebraic(t, b, depth-1)
	return []func(x, y Value) Value{b.Add, b.Sub, b.Mul, b.Div}[kind-2](x, y)
}

// TestSeparation encloses numbers: none that is not 0 is closer to 0 than its bound.
func TestSeparation(t *testing.T) {
	tested := 0
	property.Check(t, func(t *rapid.T) {
		b := &Budget{Bits: 1 << 16, Work: 1 << 20}
		x := drawAlgebraic(t, b, 4)
		if !x.isAlgebraic() {
			return
		}
		s := b.normBits(x.form.alg, x.form.alg.bound.u, x.form.alg.bound.l)
		if s > 2000 {
			return
		}
		v, ok := b.enclose(x, s+200)
		if !ok {
			return
		}
		tested++
		precision := s + 200
		switch sign := b.Sign(x); {
		case b.err != nil:
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
		var v Value
		for _, n := range list {
			v = b.Add(v, b.Sqrt(Int(1000000+n)))
		}
		return v
	}
	b := NewBudget()
	x := sumOfRoots(b, 1, 25, 31, 84, 87, 134, 158, 182, 198)
	y := sumOfRoots(b, 2, 18, 42, 66, 113, 116, 169, 175, 199)
	if c := b.Cmp(x, y); b.err != nil || c != -1 {
		t.Errorf("Cmp of unlike sums of roots = %d, %v", c, b.err)
	}
	// The same as roots of sums, beyond any normal form: √(1+√n) for √n.
	u := b.Sqrt(b.Add(Int(1), b.Sqrt(Int(1000003))))
	w := b.Sub(b.Mul(u, u), b.Add(Int(1), b.Sqrt(Int(1000003))))
	tiny := Ratio(1, 1e15)
	tiny = b.Mul(b.Mul(tiny, tiny), b.Mul(tiny, tiny))
	for _, tt := range []struct {
		name string
		x    Value
		want int
	}{{"u*u-u²", w, 0}, {"u*u-u²+10^-60", b.Add(w, tiny), 1}, {"u*u-u²-10^-60", b.Sub(w, tiny), -1}} {
		if sign := b.Sign(tt.x); b.err != nil || sign != tt.want {
			t.Errorf("Sign of %s = %d, %v", tt.name, sign, b.err)
		}
	}
}

// TestBound compares the bounds of leaves and operations with their numbers: U = E*L is
// at most 2^u, and L at most 2^l.
func TestBound(t *testing.T) {
	b := NewBudget()
	root := func(n int64) Value { return b.Sqrt(Int(n)) }
	shifted := func(n int64) Value { return b.Sqrt(b.Add(Ratio(1, n), root(2))) }
	for _, tt := range []struct {
		name string
		x    Value
		u, l int64 // the logarithms of the largest conjugates of U and of L, rounded up
	}{
		{"5", Int(5), 3, 0},
		{"5/3", Ratio(5, 3), 3, 2},
		{"√2", root(2), 1, 0},
		{"√2+√3", b.Add(root(2), root(3)), 2, 0},
		{"√2/1009+1/1013", b.Add(b.Div(root(2), Int(1009)), Ratio(1, 1013)), 12, 20},
		{"√(1+√2)", b.Sqrt(b.Add(Int(1), root(2))), 1, 0},
		{"√(1/1013+√2)", shifted(1013), 11, 10},
		{"√(1/1013+√2)+√(1/1019+√2)", b.Add(shifted(1013), shifted(1019)), 22, 20},
		{"√(1/1013+√2)*√(1/1019+√2)", b.Mul(shifted(1013), shifted(1019)), 21, 20},
		{"1/√(1/1013+√2)", b.Div(Int(1), shifted(1013)), 10, 11},
	} {
		if b.err != nil {
			t.Fatal(tt.name, b.err)
		}
		if got := tt.x.bound(); got.u < tt.u || got.l < tt.l || got.u > tt.u+15 || got.l > tt.l+5 {
			t.Errorf("the bound of %s is %v, want a little above %d, %d", tt.name, got, tt.u, tt.l)
		}
	}
}
