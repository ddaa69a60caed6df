package search

import (
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// TestPairsAreAll joins every two numbers of a few levels one by one, with the arithmetic
// alone. The levels must hold all results that are within the limits.
func TestPairsAreAll(t *testing.T) {
	for digit, depth := range []int{0, 7, 5, 4, 4, 4, 4, 4, 4, 3} {
		if digit == 0 {
			continue
		}
		for _, schedule := range []schedule{closeLimits, wideLimits} {
			tb := newLevels(digit, 200_000)
			for left := depth - 1; left >= 0 && tb.grow(t.Context(), schedule.at(left), 1); left-- {
			}
			if d := tb.depth(); d >= depth-1 {
				checkPairs(t, tb, d, schedule.at(depth-d))
			}
		}
	}
}

func checkPairs(t *testing.T, tb *levels, d int, s *limits) {
	t.Helper()
	c := new(calculator)
	pairs := 0
	for i := range uint32(tb.starts[d]) {
		with := tb.span(d - tb.level(i))
		for j := with.from; j < with.to; j += 1 + (with.to-with.from)/300 {
			pairs++
			for _, n := range joinSlowly(c, tb.at(i), tb.at(uint32(j)), s) {
				if _, held := tb.find(n); !held && s.fits(n) {
					t.Fatalf("%d: of %s and %s %+v is not held", tb.digit, tb.express(i), tb.express(uint32(j)), n)
				}
			}
		}
	}
	if pairs < 1000 {
		t.Errorf("%d: only %d pairs of %d digits", tb.digit, pairs, d)
	}
}

// joinSlowly returns what two numbers make by the rules of arithmetic.
func joinSlowly(c *calculator, a, b number, s *limits) (made []number) {
	add := func(n number, ok bool) {
		if ok && n.num != 0 {
			made = append(made, n)
		}
	}
	if a.base.isFactorial() || b.base.isFactorial() {
		add(divFactorial(a, b))
		add(divFactorial(b, a))
		if s.scale > 0 {
			add(mulFactorial(a, b))
			both := sumDiffFactorial(a, b)
			add(both.sum, both.okSum)
			add(both.diff, both.okDiff)
		}
		return made
	}
	if a.base == b.base {
		both := sumDiff(a, b)
		add(both.sum, both.okSum)
		add(both.diff, both.okDiff)
	}
	add(c.mul(a, b, false))
	add(c.mul(a, b, true))
	add(c.mul(b, a, true))
	return made
}

// TestKernelWithin compares kernelWithin with the factors of numbers.
func TestKernelWithin(t *testing.T) {
	property.Check(t, func(rt *rapid.T) {
		n := rapid.Uint64Range(1, 1<<31).Draw(rt, "n")
		square := rapid.Uint64Range(1, 200).Draw(rt, "square")
		most := rapid.Uint64Range(1, 1<<20).Draw(rt, "most")
		n *= square * square
		kernel, product := uint64(1), uint64(1)
		for _, p := range factor(nil, n, 1) {
			if p.exp%2 == 1 {
				kernel *= p.prime
			}
			for range p.exp {
				product *= p.prime
			}
		}
		if product != n {
			rt.Fatalf("the factors of %d multiply to %d", n, product)
		}
		if got := kernelWithin(n, most); !got && kernel <= most || got && kernel > most && n < trialLimit*trialLimit {
			rt.Fatalf("the kernel of %d is %d; within %d: %t", n, kernel, most, got)
		}
	})
}
