package search

import (
	"math/big"
	"testing"
)

// ratiosThatFit yields every a!/b! within maxNum that is no quotient of numbers held: a! is too large, and the
// two are not next to each other. The arguments are between 3 and 40.
func ratiosThatFit(yield func(a, b, ratio uint64)) {
	for a := uint64(maxWholeFactorial + 1); a <= 40; a++ {
		for b := uint64(3); b+1 < a; b++ {
			ratio := new(big.Int).MulRange(int64(b+1), int64(a))
			if ratio.IsUint64() && ratio.Uint64() <= maxNum {
				yield(a, b, ratio.Uint64())
			}
		}
	}
}

// levelOf returns levels with one level, which holds the integers 3 … 40.
func levelOf(t *testing.T) *levels {
	t.Helper()
	tb := newLevels(1, 10_000)
	// Without factorials of more than a word, nothing but ratios makes the numbers sought.
	tb.limit = &limits{integer: maxNum, num: maxNum, den: maxNum}
	for n := uint64(3); n <= 40; n++ {
		k := integer(n).key()
		tb.enter(&candidate{key: k, op: concatenate, left: 1}, hash(k))
	}
	tb.starts = append(tb.starts, len(tb.keys))
	tb.exponentLists = append(tb.exponentLists, nil)
	tb.order(1)
	return tb
}

func TestFactorialRatios(t *testing.T) {
	tb := levelOf(t)
	w := &worker{t: tb, calc: new(calculator), limit: tb.limit}
	w.factorialRatios(1, 1)
	w.flush()
	pairs := 0
	ratiosThatFit(func(a, b, ratio uint64) {
		pairs++
		for _, n := range []number{integer(ratio), {num: 1, den: ratio}} {
			if _, ok := tb.find(n); !ok {
				t.Errorf("of %d!/%d! %+v is not held", a, b, n)
			}
		}
	})
	if pairs < 150 {
		t.Errorf("only %d ratios fit", pairs)
	}
}

// TestRatiosBackward looks for the same ratios from the other end.
func TestRatiosBackward(t *testing.T) {
	tb := levelOf(t)
	ratiosThatFit(func(a, b, ratio uint64) {
		for _, n := range []number{integer(ratio), {num: 1, den: ratio}} {
			p := &backwardStep{t: tb, calc: new(calculator), found: make(map[int]finding)}
			p.aims = []aim{{goal: &goal{value: n, digits: 2}}}
			p.ratios()
			if p.found[0].op != factorialRatio {
				t.Errorf("%d!/%d!, %+v, is not found", a, b, n)
			}
		}
	})
}
