package search

import (
	"context"
	"fmt"
	"testing"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// valueOf returns the value of n. It does not use the arithmetic under test.
func valueOf(t *testing.T, n number) exact.Value {
	t.Helper()
	b := exact.NewBudget()
	v := exact.Ratio(int64(n.num), int64(n.den))
	switch {
	case n.base.isFactorial():
		v = b.Mul(v, b.Fact(exact.Int(int64(n.base.argument()))))
	case n.base != 0:
		e := int64(0)
		for i, p := range primeFactors(n.base.kernel()) {
			if x := int64(n.base >> (6 * i) & 63); i < 5 && x > 0 {
				e = x
			}
			v = b.Mul(v, b.Pow(exact.Int(p), exact.Ratio(e, 64)))
		}
	}
	if b.Err() != nil {
		t.Fatalf("value of %+v: %v", n, b.Err())
	}
	return v
}

func primeFactors(n uint64) (ps []int64) {
	for p := uint64(2); p*p <= n; p++ {
		for ; n%p == 0; n /= p {
			ps = append(ps, int64(p))
		}
	}
	if n > 1 {
		ps = append(ps, int64(n))
	}
	return ps
}

func growTo(t *testing.T, digit, depth, most int, s *limits) *levels {
	t.Helper()
	tb := newLevels(digit, most)
	for range depth {
		if !tb.grow(context.Background(), s, 1) {
			t.Fatalf("the levels of %d are full at %d digits", digit, tb.depth())
		}
	}
	return tb
}

// TestEntries evaluates the expression of every entry of a few levels, and compares it
// with the entry's number and level.
func TestEntries(t *testing.T) {
	depths := []int{0, 6, 4, 3, 3, 3, 3, 3, 3, 2}
	for digit := 1; digit <= 9; digit++ {
		for i, s := range []*limits{closeLimits.at(9), widest} {
			// More levels would take long to evaluate.
			depth := depths[digit] - i
			t.Run(fmt.Sprintf("%d-to-%d", digit, depth), func(t *testing.T) {
				t.Parallel()
				checkEntries(t, growTo(t, digit, depth, maxEntries, s))
			})
		}
	}
}

func checkEntries(t *testing.T, tb *levels) {
	for i := range uint32(len(tb.keys)) {
		n := tb.at(i)
		if n.base.isFactorial() && n.base.argument() > 1000 {
			// It would take long to evaluate, and tests no more than the others.
			continue
		}
		e := tb.express(i)
		v, err := expr.Eval(e)
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		b := exact.NewBudget()
		if c := b.Cmp(v, valueOf(t, n)); b.Err() != nil || c != 0 {
			t.Fatalf("%s is %s, held as %+v (%v)", e, v, n, b.Err())
		}
		if d := expr.CountDigits(e); d != tb.level(i) {
			t.Fatalf("%s has %d digits, held at %d", e, d, tb.level(i))
		}
		if j, ok := tb.find(n); !ok || j != i {
			t.Fatalf("%s: entry %d is found as %d, %t", e, i, j, ok)
		}
	}
}

// TestLevels compares the first two levels of 1 with a list made by hand: 1; 2, 11, √2
// and its roots, √11 and its roots, 11! and its roots.
func TestLevels(t *testing.T) {
	s := *widest
	s.depth = 3
	tb := growTo(t, 1, 2, maxEntries, &s)
	want := map[string]int{"1": 1, "11": 2, "1+1": 2, "√(1+1)": 2, "√√(1+1)": 2, "√√√(1+1)": 2, "√11": 2, "√√11": 2, "√√√11": 2, "11!": 2, "√11!": 2, "√√11!": 2, "√√√11!": 2}
	got := map[string]int{}
	for i := range uint32(len(tb.keys)) {
		got[tb.express(i).String()] = tb.level(i)
	}
	for e, d := range want {
		if got[e] != d {
			t.Errorf("%s is held at %d, want %d", e, got[e], d)
		}
	}
	if len(got) > len(want) {
		t.Errorf("held are %v", got)
	}
}

func TestFullLevels(t *testing.T) {
	tb := newLevels(7, 500)
	for tb.grow(context.Background(), &closeLimits[0], 1) {
	}
	if len(tb.keys) > 500 || tb.depth() < 2 {
		t.Errorf("%d entries to level %d, want at most 500 and some levels", len(tb.keys), tb.depth())
	}
}
