package search

import (
	"slices"
	"testing"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// TestGrowTogether wants the same levels of several workers as of one.
func TestGrowTogether(t *testing.T) {
	for digit, depth := range []int{0, 7, 5, 4, 4, 4, 4, 4, 4, 4} {
		if digit == 0 {
			continue
		}
		one, many := newLevels(digit, 100_000), newLevels(digit, 100_000)
		for left := depth - 1; left >= 0; left-- {
			a := one.grow(t.Context(), closeLimits.at(left), 1)
			b := many.grow(t.Context(), closeLimits.at(left), 3)
			if a != b {
				t.Fatalf("%d: at level %d one worker comes to its end: %t, three: %t", digit, depth-left, a, b)
			}
		}
		if !slices.Equal(one.keys, many.keys) || !slices.Equal(one.op, many.op) ||
			!slices.Equal(one.left, many.left) || !slices.Equal(one.right, many.right) {
			t.Errorf("%d: three workers make other levels than one", digit)
		}
	}
}

// growBoth grows both to the level before depth.
func growBoth(t *testing.T, entries, marks *levels, depth int) {
	for left := depth - 1; left > 0; left-- {
		entries.grow(t.Context(), closeLimits.at(left), 1)
		marks.grow(t.Context(), closeLimits.at(left), 1)
	}
}

// growLast wants of each origin that it makes its target.
func growLast(t *testing.T, tb *levels, workers int) bool {
	t.Helper()
	origins, ok := tb.growLast(t.Context(), closeLimits.at(0), workers, 100_000, 500)
	for target, c := range origins {
		if c == (candidate{}) {
			continue
		}
		e := tb.expressCandidate(c)
		if err := (Answer{Target: target, Digit: int(tb.digit), Digits: tb.depth(), Expr: e}).Check(); err != nil {
			t.Error(err)
		}
	}
	return ok
}

// TestGrowLast wants the same numbers in the fingerprints of a level as in its
// entries.
func TestGrowLast(t *testing.T) {
	for digit, depth := range []int{0, 7, 5, 4, 4, 4, 4, 4, 4, 4} {
		if digit == 0 {
			continue
		}
		entries, marks := newLevels(digit, 100_000), newLevels(digit, 100_000)
		growBoth(t, entries, marks, depth)
		if !entries.grow(t.Context(), closeLimits.at(0), 1) || !growLast(t, marks, 2) {
			t.Fatalf("%d: the levels end", digit)
		}
		if entries.numbers() != marks.numbers() || entries.depth() != marks.depth() {
			t.Errorf("%d: %d entries, %d with fingerprints", digit, entries.numbers(), marks.numbers())
		}
		for i := range uint32(len(entries.keys)) {
			if _, ok := marks.find(entries.at(i)); !ok && !marks.last.has(hash(entries.keys[i])) {
				t.Errorf("%d: %s has no fingerprint", digit, entries.express(i))
			}
		}
	}
}

// TestOrigins wants every number of a last level to be found again by a step
// back, with the digits of its level.
func TestOrigins(t *testing.T) {
	for digit, depth := range []int{0, 7, 5, 4, 4, 4, 4, 4, 4, 3} {
		if digit == 0 {
			continue
		}
		entries, marks := newLevels(digit, 100_000), newLevels(digit, 100_000)
		growBoth(t, entries, marks, depth)
		entries.grow(t.Context(), closeLimits.at(0), 1)
		growLast(t, marks, 1)
		found := make(map[int]finding)
		for i := entries.span(depth).from; i < entries.span(depth).to; i += 11 {
			found[i] = finding{left: part{key: entries.keys[i], last: true}}
		}
		stranger := part{key: integer(9_999_999_967).key(), last: true} // a prime
		found[-1] = finding{left: stranger}
		from, refuted := marks.originsOf(t.Context(), found, 2)
		if len(refuted) != 1 || refuted[0] != stranger.key {
			t.Errorf("%d: %d of %d are refuted: %v", digit, len(refuted), len(found), refuted)
		}
		for k, e := range from {
			v, err := expr.Eval(e)
			if err != nil {
				t.Fatalf("%s: %v", e, err)
			}
			b := exact.NewBudget()
			if c := b.Cmp(v, valueOf(t, k.number())); b.Err() != nil || c != 0 || expr.CountDigits(e) != depth {
				t.Errorf("%s is said to make %+v (%v)", e, k.number(), b.Err())
			}
		}
	}
}
