package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"reckon/engine/expr"
)

// A Scope states what a search of FindAll went through: within these limits it
// found nothing shorter. That is no proof.
//
// The search held every number written with up to Levels times the digit that is
// within the limits of its level and whose parts were held: a fraction, alone or
// times a root up to six square roots deep or times m! above 20!; joined by
// + - * / ^, √ and !, with sums of like roots only, negative exponents, and
// powers too large to hold when square roots bring them down. The limits close
// in from level to level (wideLimits and closeLimits). It looked for every target
// in these numbers and, one step backward, as one operation on two of them, a
// factorial or up to two square roots around it.
type Scope struct {
	Digit   int
	Levels  int  // of digits, at least 1: see above
	Wide    bool // the limits were wideLimits, else closeLimits
	Numbers int  // held
}

// Progress reports how far FindAll is.
type Progress struct {
	Digit   int
	Digits  int // written: all up to here are done
	Numbers int // held
	Bytes   int // of memory that hold them
	Left    int // targets without an expression
}

// FindAll finds the best of every target 1..most in the digit of the scope,
// within the scope, and returns the scope with the count of numbers. It fails if
// ctx ends or the memory does not hold those levels; targets may lack an answer then.
func FindAll(ctx context.Context, s Scope, most int, o Options, progress func(Progress)) ([]Answer, Scope, error) {
	if s.Digit < 1 || s.Digit > 9 || s.Levels < 1 || most < 0 {
		return nil, s, fmt.Errorf("search: no search has %d levels of %d for targets up to %d", s.Levels, s.Digit, most)
	}
	t, workers := newLevels(s.Digit, o.Entries), max(1, o.Workers)
	var answers []Answer
	left := make([]int, most)
	for i := range left {
		left[i] = i + 1
	}
	// take adds the answers that express writes, and reports the progress.
	take := func(digits int, express func(target int) *expr.Node) {
		left = slices.DeleteFunc(left, func(n int) bool {
			a, ok := t.answer(n, express(n))
			if ok {
				answers = append(answers, a)
			}
			return ok
		})
		slices.SortFunc(answers, func(a, b Answer) int { return cmp.Compare(a.Target, b.Target) })
		if progress != nil {
			progress(Progress{Digit: s.Digit, Digits: digits, Numbers: len(t.keys), Bytes: 25*len(t.keys) + 4*len(t.slots), Left: len(left)})
		}
	}
	schedule := closeLimits
	if s.Wide {
		schedule = wideLimits
	}
	for d := 1; d <= s.Levels; d++ {
		if !t.grow(ctx, schedule.at(s.Levels-d), workers) {
			cause := cmp.Or(context.Cause(ctx), errors.New("the memory is used up"))
			return answers, s, fmt.Errorf("search: the numbers of %d with %d digits: %w", s.Digit, d, cause)
		}
		take(d, t.expressInteger)
	}
	s.Numbers = len(t.keys)
	for d := s.Levels + 1; len(left) > 0 && d <= 2*s.Levels; d++ {
		c := new(calculator)
		goals := goalsOf(c, left, d)
		if d > s.Levels+1 {
			further := t.below(c, goals, 1)
			if len(further)*t.starts[min(d/2, s.Levels)+1] <= twoStepsBack {
				goals = append(goals, further...)
			}
		}
		found := t.lookBack(ctx, goals, workers)
		take(d, func(n int) *expr.Node { return t.expressFinding(found[n]) })
		if ctx.Err() != nil {
			return answers, s, context.Cause(ctx)
		}
	}
	return answers, s, nil
}

// twoStepsBack is up to how many pairs of a goal and a number held two steps
// back from each target are worth their time, some minutes.
const twoStepsBack = 4_000_000_000
