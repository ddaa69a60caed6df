package expr

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/exact"
	"reckon/engine/property"
)

// TestMakes compares 24 with values that are too large to compute.
func TestMakes(t *testing.T) {
	for _, tt := range []struct {
		text string
		is   bool
		code string
	}{
		{"9^9^9", false, ""},
		{"-9^9^9^9", false, ""},
		{"(1/3)^9^9^9", false, ""},
		{"99!!!", false, ""},
		{"√√√√(9^9^9^9)", false, ""},
		{"9^9^9/8^9^9", false, ""},
		{"9999!-9^9^9", false, ""},
		{"24+1/9^9^9", false, ""},
		{"24-(1/9)^9^9", false, ""},
		{"(9999!+1)/9998!", false, ""},
		{"(√2+√3+√5+√7+√11+√13)^64", false, ""},
		{"24+0*9^9^9^9", true, ""},
		{"23+(9^9^9^9)^0", true, ""},
		{"23+1^9^9^9^9", true, ""},
		{"9^9^9^9-9^9^9^9+24", false, "too-large"},
		// The argument may be no whole number.
		{"(9^9^9^9/2)!", false, "too-large"},
		// The exponent may be odd or even.
		{"(-9)^9^9^9^9", false, "too-large"},
		{"99!!!/0", false, "div-zero"},
		{"√-99!!!", false, "root-negative"},
		{"(-99!!!)!", false, "factorial"},
		{"0^-99!!!", false, "div-zero"},
	} {
		n, err := Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		is, err := Makes(n, 24)
		code := ""
		if e, ok := err.(*Fault); ok {
			code = e.Code
		}
		if is != tt.is || code != tt.code {
			t.Errorf("Makes(%s, 24) = %v, %q, want %v, %q", tt.text, is, code, tt.is, tt.code)
		}
	}
}

// TestMakesAgrees compares Makes with Eval, for values that Eval can compute.
func TestMakesAgrees(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n := trees(4).Draw(t, "n")
		v, err := Eval(n)
		if err != nil {
			t.Skip(err)
		}
		goal := rapid.Int64Range(-50, 50).Draw(t, "goal")
		if m, ok := v.Int64(); ok && rapid.Bool().Draw(t, "same") {
			goal = m
		}
		if is, err := Makes(n, goal); err == nil && is != v.Is(goal) {
			t.Fatalf("Makes(%s, %d) = %v, but it is %s", n, goal, is, v)
		}
	})
}

// TestEvalChains compares sums that evalChains adds in another order with sums from left
// to right.
func TestEvalChains(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n := trees(5).Draw(t, "n")
		v, err := Eval(n)
		if err != nil {
			t.Skip(err)
		}
		b := exact.NewBudget()
		w, err := evalChains(b, n)
		if err == nil {
			w = b.Settle(w)
			err = b.Reset()
		}
		if err != nil {
			if errors.Is(err, exact.ErrTooLarge) {
				t.Skip(err)
			}
			t.Fatalf("%s is %s, or %v", n, v, err)
		}
		if c := b.Cmp(v, w); b.Err() == nil && c != 0 {
			t.Fatalf("%s is %s or %s", n, v, w)
		}
	})
}
