package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/engine/property"
)

func checkAnswer(t *testing.T, target, digit int, a Answer) {
	t.Helper()
	if a.Expr == nil {
		t.Fatalf("%d#%d: nothing found", target, digit)
	}
	if err := a.Check(); err != nil || a.Target != target || a.Digit != digit {
		t.Error(err)
	}
}

// TestFind finds the best known answers to targets that need something special.
func TestFind(t *testing.T) {
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
		{9088, 7, 6, "sixteenth roots and far powers of them"},
		{9216, 7, 7, "the seventh power of √√√7!"},
		{1280, 5, 5, "√√√5 and a far power"},
		{2024, 8, 5, "√√√8"},
		{4845, 4, 5, "20!/16!"},
		{8450, 8, 6, "roots of powers of roots"},
	} {
		r, _ := Find(context.Background(), c.target, c.digit, Options{})
		checkAnswer(t, c.target, c.digit, r)
		if r.Digits != c.digits {
			t.Errorf("%d#%d (%s): %s, %d digits, want %d", c.target, c.digit, c.needs, r.Expr, r.Digits, c.digits)
		}
	}
}

// TestFindIsRight judges the answers of small searches.
func TestFindIsRight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range property.Cases(20, 150) {
		target, digit := 1+r.IntN(12000), 1+r.IntN(9)
		if found, _ := Find(t.Context(), target, digit, Options{Entries: 3000}); found.Expr != nil {
			checkAnswer(t, target, digit, found)
		}
	}
}

func TestFindEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	r, _ := Find(ctx, 987654, 7, Options{})
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s past its end", took)
	}
	if r.Expr != nil {
		checkAnswer(t, 987654, 7, r)
	}
}

func TestFindIsDeterministic(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		o := Options{Entries: property.Cases(3000, 20_000)}
		a, _ := Find(context.Background(), 1999, digit, o)
		b, _ := Find(context.Background(), 1999, digit, o)
		if a.Digits != b.Digits || a.Expr != nil && !a.Expr.Equal(b.Expr) {
			t.Errorf("1999#%d: %v and then %v", digit, a, b)
		}
	}
}

func TestFindYear(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		a, _ := Find(t.Context(), 2016, digit, Options{})
		checkAnswer(t, 2016, digit, a)
	}
}
