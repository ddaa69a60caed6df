package search

import (
	"context"
	"errors"
	"strings"
	"testing"

	"reckon/engine/property"
)

func TestFindAll(t *testing.T) {
	var steps []Progress
	asked := Scope{Digit: 9, Levels: 3}
	answers, scope, err := FindAll(t.Context(), asked, 100, Options{Workers: 2}, func(p Progress) { steps = append(steps, p) })
	if err != nil {
		t.Fatal(err)
	}
	if len(answers) != 100 || scope.Numbers < 1000 {
		t.Fatalf("%d answers, want 100, by %+v", len(answers), scope)
	}
	for i, a := range answers {
		if err := a.Check(); err != nil || a.Target != i+1 {
			t.Errorf("answer %d is %+v, %v", i, a, err)
		}
	}
	if last := steps[len(steps)-1]; last.Left != 0 || last.Digit != 9 || steps[0].Digits != 1 {
		t.Errorf("progress ran from %+v to %+v", steps[0], last)
	}
}

// TestFindAllDeeper checks that a search of more levels finds no longer answers.
func TestFindAllDeeper(t *testing.T) {
	for _, digit := range []int{7, 4}[:property.Cases(1, 2)] {
		few, _, err1 := FindAll(t.Context(), Scope{Digit: digit, Levels: 3}, 100, Options{}, nil)
		more, _, err2 := FindAll(t.Context(), Scope{Digit: digit, Levels: 4}, 100, Options{}, nil)
		if err1 != nil || err2 != nil || len(more) != 100 {
			t.Fatal(err1, err2, len(more))
		}
		least := make(map[int]int)
		for _, a := range more {
			least[a.Target] = a.Digits
		}
		for _, a := range few {
			if a.Digits < least[a.Target] {
				t.Errorf("%d#%d: %s, but %d digits in a search of more levels", a.Target, digit, a.Expr, least[a.Target])
			}
		}
	}
}

// TestFindAllTogether checks that several workers find the same answers as one.
func TestFindAllTogether(t *testing.T) {
	one, a, err1 := FindAll(t.Context(), Scope{Digit: 8, Levels: 4}, 60, Options{}, nil)
	many, b, err2 := FindAll(t.Context(), Scope{Digit: 8, Levels: 4}, 60, Options{Workers: 3}, nil)
	if err1 != nil || err2 != nil || a != b || len(one) != len(many) {
		t.Fatalf("%+v and %+v, %v, %v", a, b, err1, err2)
	}
	for i := range one {
		if x, y := one[i].Expr.String(), many[i].Expr.String(); x != y {
			t.Errorf("%d#8: %s by one worker, %s by three", one[i].Target, x, y)
		}
	}
}

func TestFindAllEnds(t *testing.T) {
	for _, none := range []Scope{{Digit: 0, Levels: 3}, {Digit: 10, Levels: 3}, {Digit: 5}} {
		if _, _, err := FindAll(t.Context(), none, 10, Options{}, nil); err == nil {
			t.Errorf("%+v is searched", none)
		}
	}
	answers, _, err := FindAll(t.Context(), Scope{Digit: 5, Levels: 5}, 100, Options{Entries: 100}, nil)
	if err == nil || !strings.Contains(err.Error(), "memory") || len(answers) == 100 {
		t.Errorf("%d answers, error %v from levels that are not held", len(answers), err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	if _, _, err := FindAll(ctx, Scope{Digit: 5, Levels: 5}, 100, Options{}, nil); !errors.Is(err, cause) {
		t.Errorf("a search that is given up ends with %v", err)
	}
}
