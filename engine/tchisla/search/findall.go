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
	Digit int
	// Levels is at least 1.
	Levels int
	// Wide means that the limits were wideLimits, and not closeLimits.
	Wide bool
	// Numbers is how many numbers the search held.
	Numbers int
}

// Progress reports how far FindAll is.
type Progress struct {
	Digit int
	// Digits means that everything up to this many digits was tried.
	Digits int
	// Numbers is how many numbers are held, and Bytes the memory that holds them.
	Numbers int
	Bytes   int
	// Left is the number of targets without an answer.
	Left int
}

// A collection is the answers that FindAll has found so far.
type collection struct {
	t       *levels
	answers []Answer
	// left are the targets without an answer.
	left     []int
	progress func(Progress)
}

// add adds the answers that express writes for the targets left, and reports the progress.
func (c *collection) add(digits int, express func(target int) *expr.Node) {
	c.left = slices.DeleteFunc(c.left, func(target int) bool {
		a, ok := c.t.answer(target, express(target))
		if ok {
			c.answers = append(c.answers, a)
		}
		return ok
	})
	slices.SortFunc(c.answers, func(a, b Answer) int { return cmp.Compare(a.Target, b.Target) })
	if c.progress != nil {
		c.progress(Progress{
			Digit:   int(c.t.digit),
			Digits:  digits,
			Numbers: len(c.t.keys),
			Bytes:   bytesPerEntry*len(c.t.keys) + bytesPerSlot*len(c.t.slots),
			Left:    len(c.left),
		})
	}
}

// FindAll finds the best answer to every target 1..most in the digit of the scope,
// within the scope, and returns the scope with the count of numbers. It fails if ctx
// ends or the memory does not hold those levels. Then some targets may lack an answer.
func FindAll(ctx context.Context, s Scope, most int, o Options, progress func(Progress)) ([]Answer, Scope, error) {
	isDigit := s.Digit >= 1 && s.Digit <= 9
	if !isDigit || s.Levels < 1 || most < 0 {
		return nil, s, fmt.Errorf("search: no search has %d levels of %d for targets up to %d", s.Levels, s.Digit, most)
	}
	t := newLevels(s.Digit, o.Entries)
	workers := max(1, o.Workers)
	all := &collection{t: t, left: make([]int, most), progress: progress}
	for i := range all.left {
		all.left[i] = i + 1
	}
	schedule := closeLimits
	if s.Wide {
		schedule = wideLimits
	}
	for d := 1; d <= s.Levels; d++ {
		if !t.grow(ctx, schedule.at(s.Levels-d), workers) {
			cause := cmp.Or(context.Cause(ctx), errors.New("the memory is used up"))
			return all.answers, s, fmt.Errorf("search: the numbers of %d with %d digits: %w", s.Digit, d, cause)
		}
		all.add(d, t.expressInteger)
	}
	s.Numbers = len(t.keys)
	for d := s.Levels + 1; len(all.left) > 0 && d <= 2*s.Levels; d++ {
		c := t.calculators(1)[0]
		goals := goalsOf(c, all.left, d)
		if d > s.Levels+1 {
			further := t.below(c, goals, 1)
			if len(further)*t.starts[min(d/2, s.Levels)+1] <= twoStepsBack {
				goals = append(goals, further...)
			}
		}
		found := t.lookBack(ctx, goals, workers)
		all.add(d, func(target int) *expr.Node { return t.expressFinding(found[target]) })
		if ctx.Err() != nil {
			return all.answers, s, context.Cause(ctx)
		}
	}
	return all.answers, s, nil
}

// twoStepsBack is the most pairs of a goal and a number held for which a search looks two
// steps back from each target. More would take longer than some minutes.
const twoStepsBack = 4_000_000_000
