package tchisla

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/engine/expr"
)

func checkResult(t *testing.T, target, digit int, r Result) {
	t.Helper()
	if r.Expr == nil {
		t.Fatalf("%d#%d: nothing found", target, digit)
	}
	if err := (Row{Target: target, Digit: digit, Digits: r.Digits, Expr: r.Expr}).Check(); err != nil {
		t.Error(err)
	}
}

// TestSearch wants the best known of targets that need something special.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		target, digit, digits int
		needs                 string
	}{
		{11, 7, 3, "digits that stand together"},
		{74, 1, 7, "the inverse of a number: 111/(1+1/(1+1))"},
		{93, 4, 4, "negative powers under roots: 4!*(4-√√√√(4^-4!))"},
		{142, 7, 5, "fourth roots that meet: √(√7!+√7!/7!)"},
		{701, 4, 4, "sums of factorials too large to hold"},
		{1521, 4, 5, "√39"},
		{1401, 4, 6, "roots of factorials too large to hold: (√4*√((4!+4)!+4!!)-√4!!)/√4!!"},
		{9088, 7, 6, "sixteenth roots and far powers of them"},
		{9216, 7, 7, "the seventh power of √√√7!"},
		{1280, 5, 5, "√√√5 and a far power"},
		{2024, 8, 5, "√√√8"},
		{4845, 4, 5, "20!/16!"},
		{8450, 8, 6, "roots of powers of roots"},
	} {
		r := Search(context.Background(), c.target, c.digit, Options{})
		checkResult(t, c.target, c.digit, r)
		if r.Digits != c.digits || !r.Proven {
			t.Errorf("%d#%d (%s): %s, %d digits, proven %t, want %d", c.target, c.digit, c.needs, r.Expr, r.Digits, r.Proven, c.digits)
		}
	}
}

// TestSearchIsRight judges what small searches find.
func TestSearchIsRight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		target, digit := 1+r.IntN(12000), 1+r.IntN(9)
		if found := Search(t.Context(), target, digit, Options{Entries: 3000}); found.Expr != nil {
			checkResult(t, target, digit, found)
		}
	}
}

func TestSearchEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	r := Search(ctx, 987654, 7, Options{})
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s past its end", took)
	}
	if r.Expr != nil {
		checkResult(t, 987654, 7, r)
	}
	r = Search(context.Background(), 123457, 1, Options{Entries: 20000})
	if r.Proven {
		t.Errorf("123457#1 is called proven with %d digits by a table of 20000", r.Digits)
	}
}

func TestSearchIsDeterministic(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		o := Options{Entries: 50_000}
		a, b := Search(context.Background(), 1999, digit, o), Search(context.Background(), 1999, digit, o)
		if a.Digits != b.Digits || a.Proven != b.Proven || a.Expr != nil && !a.Expr.Equal(b.Expr) {
			t.Errorf("1999#%d: %v and then %v", digit, a, b)
		}
	}
}

func TestSearchYear(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		checkResult(t, 2016, digit, Search(t.Context(), 2016, digit, Options{}))
	}
}

// BenchmarkSearch2016 and its like are the nine searches of a year, one after
// the other, from nothing.
func BenchmarkSearch2016(b *testing.B) { benchmarkYear(b, 2016, 48) }
func BenchmarkSearch2024(b *testing.B) { benchmarkYear(b, 2024, 53) }

func benchmarkYear(b *testing.B, year, digits int) {
	for b.Loop() {
		sum := 0
		for digit := 1; digit <= 9; digit++ {
			r := Search(context.Background(), year, digit, Options{})
			sum += expr.CountDigits(r.Expr)
		}
		if sum != digits {
			b.Fatalf("%d takes %d digits, want %d", year, sum, digits)
		}
	}
}
