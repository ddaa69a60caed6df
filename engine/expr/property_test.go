package expr

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/exact"
	"reckon/engine/property"
)

// trees draws expressions of at most the given depth. Powers get small
// exponents, so that most have a value.
func trees(depth int) *rapid.Generator[*Node] {
	return rapid.Custom(func(t *rapid.T) *Node {
		return drawTree(t, depth)
	})
}

// composites are products of primes that exact does not try as divisors. Some share
// primes.
var composites = []int64{1031, 1031 * 1033, 1031 * 1033 * 1033, 1033 * 1039, 1031 * 1031 * 1039, 173 * 1031 * 1039}

func drawTree(t *rapid.T, depth int) *Node {
	kind := rapid.IntRange(0, 11).Draw(t, "kind")
	if depth == 0 || kind == 0 {
		switch rapid.IntRange(0, 9).Draw(t, "leaf") {
		case 0:
			return Number(rapid.SampledFrom(composites).Draw(t, "composite"))
		case 1:
			return New(Fact, Number(rapid.Int64Range(170, 174).Draw(t, "number")), nil)
		}
		return Number(rapid.Int64Range(0, 30).Draw(t, "number"))
	}
	x := drawTree(t, depth-1)
	switch {
	case kind <= 8:
		op := []Op{Add, Add, Sub, Sub, Mul, Mul, Div, Div}[kind-1]
		return New(op, x, drawTree(t, depth-1))
	case kind == 9:
		return New(Neg, x, nil)
	case kind == 10:
		y := Number(rapid.Int64Range(-4, 6).Draw(t, "exponent"))
		if rapid.Bool().Draw(t, "root") {
			y = New(Div, y, Number(rapid.Int64Range(2, 4).Draw(t, "order")))
		}
		return New(Pow, x, y)
	}
	return New(Sqrt, x, nil)
}

// drawValue draws a value that exists and is not refused.
func drawValue(t *rapid.T, name string) exact.Value {
	v, err := Eval(trees(3).Draw(t, name))
	if err != nil {
		t.Skip(err)
	}
	return v
}

// check fails the test unless x equals y. A value that is refused proves nothing.
func check(t *rapid.T, law string, x, y operation) {
	b := exact.NewBudget()
	v, w := x(b), y(b)
	if c := b.Cmp(v, w); b.Err() == nil && c != 0 {
		t.Fatalf("%s: %s is not %s", law, v, w)
	}
}

// compare returns Cmp of x and y, and false if that costs more than the usual budget.
func compare(x, y exact.Value) (c int, known bool) {
	b := exact.NewBudget()
	c = b.Cmp(x, y)
	return c, b.Err() == nil
}

type operation = func(b *exact.Budget) exact.Value

func of(op Op, x, y operation) operation {
	return func(b *exact.Budget) exact.Value { return operate(op, b, x(b), y(b)) }
}

func constant(v exact.Value) operation {
	return func(*exact.Budget) exact.Value { return v }
}

func TestFieldLaws(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		x, y, z := constant(drawValue(t, "x")), constant(drawValue(t, "y")), constant(drawValue(t, "z"))
		check(t, "x+y = y+x", of(Add, x, y), of(Add, y, x))
		check(t, "xy = yx", of(Mul, x, y), of(Mul, y, x))
		check(t, "(x+y)+z = x+(y+z)", of(Add, of(Add, x, y), z), of(Add, x, of(Add, y, z)))
		check(t, "(xy)z = x(yz)", of(Mul, of(Mul, x, y), z), of(Mul, x, of(Mul, y, z)))
		check(t, "x(y+z) = xy+xz", of(Mul, x, of(Add, y, z)), of(Add, of(Mul, x, y), of(Mul, x, z)))
		check(t, "(x-y)+y = x", of(Add, of(Sub, x, y), y), x)
		check(t, "x/y*y = x", of(Mul, of(Div, x, y), y), x)
		check(t, "√x*√x = x", of(Mul, of(Sqrt, x, x), of(Sqrt, x, x)), x)
		check(t, "√(x*x) = ±x", of(Mul, of(Sqrt, of(Mul, x, x), x), of(Sqrt, of(Mul, x, x), x)), of(Mul, x, x))
		check(t, "√(√x) = x^(1/4)", of(Sqrt, of(Sqrt, x, x), x), of(Pow, x, constant(exact.Ratio(1, 4))))
		check(t, "(x+y)(x-y) = x²-y²", of(Mul, of(Add, x, y), of(Sub, x, y)), of(Sub, of(Mul, x, x), of(Mul, y, y)))
	})
}

// TestValueText evaluates the text of a value: it is the same value.
func TestValueText(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		v := drawValue(t, "v")
		if len(v.String()) > MaxDigits {
			return
		}
		n, err := Parse(v.String())
		if err != nil {
			t.Fatalf("text %s: %v", v, err)
		}
		w, err := Eval(n)
		if err != nil {
			if tooLarge(err) {
				return
			}
			t.Fatalf("text %s: %v", v, err)
		}
		if c, known := compare(v, w); known && c != 0 {
			t.Fatalf("text %s evaluates to %s", v, w)
		}
	})
}

func tooLarge(err error) bool {
	var e *Fault
	return errors.As(err, &e) && e.Code == "too-large"
}

// TestApproximation compares values with approximations in floating point.
func TestApproximation(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n := trees(4).Draw(t, "n")
		f, known := approximate(n)
		if !known {
			return
		}
		v, err := Eval(n)
		if err != nil {
			return
		}
		margin := 1e-6 * math.Max(1, math.Abs(f))
		for _, side := range []struct {
			bound float64
			want  int
		}{{f - margin, 1}, {f + margin, -1}} {
			if c, known := compare(v, exact.Ratio(int64(side.bound*(1<<24)), 1<<24)); known && c != side.want {
				t.Fatalf("%s = %s is on the wrong side of %v", n, v, side.bound)
			}
		}
	})
}

// TestCutBudgets evaluates within budgets that end anywhere: the value is that of
// the full budget, or the expression is too large.
func TestCutBudgets(t *testing.T) {
	refused := 0
	property.Check(t, func(t *rapid.T) {
		n := trees(5).Draw(t, "n")
		full := exact.NewBudget()
		before := full.Work
		want, err := EvalWithin(full, n)
		cut := &exact.Budget{Bits: full.Bits, Work: rapid.IntRange(0, before-full.Work).Draw(t, "work")}
		if rapid.Bool().Draw(t, "small") {
			cut.Bits = rapid.IntRange(0, 1<<9).Draw(t, "bits")
		}
		got, cutErr := EvalWithin(cut, n)
		if cut.Err() != nil {
			t.Fatalf("%s leaves a failure behind: %v", n, cut.Err())
		}
		var wrong, cutWrong *Fault
		switch {
		case tooLarge(cutErr):
			refused++
		case errors.As(err, &wrong) != errors.As(cutErr, &cutWrong) || wrong != nil && wrong.Code != cutWrong.Code:
			t.Fatalf("%s: %v, but %v within a part of the budget", n, err, cutErr)
		case err == nil && got.String() != want.String():
			t.Fatalf("%s is %s, but %s within a part of the budget", n, want, got)
		}
	})
	if refused == 0 {
		t.Error("no budget was too small")
	}
}
