package search

import (
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
// factorial or up to two square roots around it. Of the numbers of the last level
// one in 10^10 or so may be lost (see fingerprints).
type Scope struct {
	Digit   int
	Levels  int  // of digits, at least 1: see above
	Wide    bool // the limits were wideLimits, else closeLimits
	Numbers int  // held
}

// Reach returns the number of digits up to which the search was complete within its
// limits: one more than it held.
func (s Scope) Reach() int { return s.Levels + 1 }

// Progress reports how far FindAll is.
type Progress struct {
	Digit   int
	Digits  int // written: all up to here are done
	Numbers int // held
	Bytes   int // of memory that hold them
	Left    int // targets without an expression
}

// lastPerEntry is how many numbers of the last level are held for each that
// Options.Entries allows: as many as take its memory, some 8 bytes each.
const lastPerEntry = 4

// FindAll finds the best of every target 1..most in the digit of the scope,
// within the scope, and returns the scope with the count of numbers. It fails if
// ctx ends or the memory does not hold those levels (the last takes a quarter of
// the memory for a number); targets may lack an answer then.
func FindAll(ctx context.Context, s Scope, most int, o Options, progress func(Progress)) ([]Answer, Scope, error) {
	if s.Digit < 1 || s.Digit > 9 || s.Levels < 1 || most < 0 {
		return nil, s, fmt.Errorf("search: no search has %d levels of %d for targets up to %d", s.Levels, s.Digit, most)
	}
	o = o.orDefaults()
	a := &all{t: newLevels(s.Digit, o.Entries), answers: make([]Answer, most+1), left: most, o: o, progress: progress}
	ended := func(digits int) ([]Answer, Scope, error) {
		cause := context.Cause(ctx)
		if cause == nil {
			cause = errors.New("the memory is used up")
		}
		return a.found(), s, fmt.Errorf("search: the numbers of %d with %d digits: %w", s.Digit, digits, cause)
	}
	schedule := closeLimits
	if s.Wide {
		schedule = wideLimits
	}
	for d := 1; d < s.Levels; d++ {
		if !a.t.grow(ctx, schedule.at(s.Levels-d), o.Workers) {
			return ended(d)
		}
		for _, n := range a.missing() {
			if i, ok := a.t.find(integer(uint64(n))); ok {
				a.take(n, a.t.express(i))
			}
		}
		a.report(d)
	}
	origins, ok := a.t.growLast(ctx, schedule.at(0), o.Workers, lastPerEntry*o.Entries, most)
	if !ok {
		return ended(s.Levels)
	}
	s.Numbers = a.t.numbers()
	a.takeLast(ctx, origins)
	for d := s.Levels + 1; a.left > 0 && d <= 2*s.Levels; d++ {
		a.takePast(ctx, d)
		if ctx.Err() != nil {
			return a.found(), s, context.Cause(ctx)
		}
	}
	return a.found(), s, nil
}

// All is a run of FindAll.
type all struct {
	t        *levels
	answers  []Answer // by target
	left     int
	o        Options
	progress func(Progress)
}

func (a *all) found() []Answer {
	return slices.DeleteFunc(slices.Clone(a.answers), func(n Answer) bool { return n.Expr == nil })
}

func (a *all) missing() []int {
	var ns []int
	for n := 1; n < len(a.answers); n++ {
		if a.answers[n].Expr == nil {
			ns = append(ns, n)
		}
	}
	return ns
}

// take keeps an answer. It counts the digits again: two steps back may find fewer
// than were wanted. An expression that the judge cannot check, such as a sum of
// roots of 5041!, is no answer.
func (a *all) take(target int, e *expr.Node) {
	n := Answer{Target: target, Digit: int(a.t.digit), Digits: expr.CountDigits(e), Expr: e.Upright()}
	if n.Check() == nil {
		a.answers[target] = n
		a.left--
	}
}

// takeLast takes the targets that the last level holds. Those made by a root or
// a factorial of one of its numbers have no origin yet.
func (a *all) takeLast(ctx context.Context, origins []candidate) {
	var rest []int
	for _, n := range a.missing() {
		if c := origins[n]; c != (candidate{}) {
			a.take(n, a.t.expressCandidate(c))
		} else if a.t.last.has(hash(integer(uint64(n)).key())) {
			rest = append(rest, n)
		}
	}
	goals := goalsOf(a.t.calculator(0), rest, a.t.depth())
	for n, f := range a.t.lookBack(ctx, goals, a.o.Workers, false, nil) {
		a.take(n, a.t.expressFinding(f, nil))
	}
	a.report(a.t.depth())
}

// twoStepsBack is up to how many pairs of a goal and a number held two steps
// back from each target are worth their time, some minutes.
const twoStepsBack = 4_000_000_000

// takePast looks for the targets left with more digits than are held.
func (a *all) takePast(ctx context.Context, digits int) {
	c := a.t.calculator(0)
	goals := goalsOf(c, a.missing(), digits)
	if digits > a.t.depth()+1 {
		further := a.t.below(c, goals, 1)
		if len(further)*a.t.starts[min(digits/2, a.t.columns())+1] <= twoStepsBack {
			goals = append(goals, further...)
		}
	}
	for n, e := range a.t.expressAll(ctx, goals, a.o.Workers) {
		a.take(n, e)
	}
	a.report(digits)
}

func (a *all) report(digits int) {
	if a.progress == nil {
		return
	}
	t := a.t
	bytes := 16*cap(t.keys) + cap(t.op) + 4*cap(t.left) + 4*cap(t.right) + 4*cap(t.slots)
	if t.last != nil {
		for i := range t.last.shards {
			bytes += 6 * len(t.last.shards[i].high)
		}
	}
	a.progress(Progress{Digit: int(t.digit), Digits: digits, Numbers: t.numbers(), Bytes: bytes, Left: a.left})
}
