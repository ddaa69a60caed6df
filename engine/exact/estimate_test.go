package exact

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// TestLogOf compares n with its bounds: for a bound 2^(p/q), n^q is on the right side of 2^p.
func TestLogOf(t *testing.T) {
	// fine is how many bits of the logarithm are compared.
	const fine = 10
	property.Check(t, func(t *rapid.T) {
		n := new(big.Int).SetUint64(rapid.Uint64Min(1).Draw(t, "n"))
		n.Lsh(n, uint(rapid.IntRange(0, 80).Draw(t, "shift")))
		n.Add(n, big.NewInt(rapid.Int64Range(0, 1).Draw(t, "more")))
		s := endsOf(logOf(n))
		if width := new(big.Int).Sub(s.hi, s.lo); width.Sign() < 0 || width.BitLen() > 6 {
			t.Fatalf("the logarithm of %d lies in %d to %d", n, s.lo, s.hi)
		}
		power := new(big.Int).Exp(n, big.NewInt(1<<fine), nil)
		low, high := new(big.Int).Rsh(s.lo, logBits-fine), ceilShift(s.hi, logBits-fine)
		if power.Cmp(new(big.Int).Lsh(one, uint(low.Int64()))) < 0 || power.Cmp(new(big.Int).Lsh(one, uint(high.Int64()))) > 0 {
			t.Fatalf("the logarithm of %d is not in %d to %d", n, s.lo, s.hi)
		}
	})
}

// endsOf returns both bounds of a span.
func endsOf(s span) interval { return interval{s[0], new(big.Int).Neg(s[1])} }

func TestLogFactorial(t *testing.T) {
	f := big.NewInt(1)
	for n := int64(1); n <= 2000; n++ {
		f.Mul(f, big.NewInt(n))
		s, want := endsOf(logFactorial(big.NewInt(n))), endsOf(logOf(f))
		if s.lo.Cmp(want.hi) > 0 || s.hi.Cmp(want.lo) < 0 {
			t.Fatalf("the logarithm of %d! is in %d to %d, want %d to %d", n, s.lo, s.hi, want.lo, want.hi)
		}
		// Stirling's series is at its worst for 1!: off by (1-ln 2π/2)·log e.
		if width := new(big.Int).Sub(s.hi, s.lo); width.Cmp(big.NewInt(1<<logBits)) > 0 || n > 100 && width.BitLen() > logBits-9 {
			t.Fatalf("the logarithm of %d! is in %d to %d", n, s.lo, s.hi)
		}
	}
}

// A twin is a value and an estimate of it.
type twin struct {
	value Value
	est   Estimate
}

// drawTwin draws small calculations whose numbers are, now and then, known by
// their sizes only.
func drawTwin(t *rapid.T, b *Budget, depth int) (tw twin) {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		tw.value = Ratio(rapid.Int64Range(-9, 9).Draw(t, "num"), rapid.Int64Range(1, 3).Draw(t, "den"))
		tw.est = Exactly(tw.value)
		return blur(t, b, tw)
	}
	x := drawTwin(t, b, depth-1)
	kind := rapid.IntRange(0, 7).Draw(t, "op")
	y := x
	if kind < 5 {
		y = drawTwin(t, b, depth-1)
	}
	value, estimate := *b, Estimates{b}
	switch kind {
	case 0:
		tw.value, tw.est = value.Add(x.value, y.value), estimate.Add(x.est, y.est)
	case 1:
		tw.value, tw.est = value.Mul(x.value, y.value), estimate.Mul(x.est, y.est)
	case 2:
		tw.value, tw.est = value.Div(x.value, y.value), estimate.Div(x.est, y.est)
	case 3, 4:
		tw.value, tw.est = value.Pow(x.value, y.value), estimate.Pow(x.est, y.est)
	case 5:
		tw.value, tw.est = value.Neg(x.value), estimate.Neg(x.est)
	case 6:
		tw.value, tw.est = value.Sqrt(x.value), estimate.Sqrt(x.est)
	case 7:
		tw.value, tw.est = value.Fact(x.value), estimate.Fact(x.est)
	}
	err, estErr := value.Reset(), b.Reset()
	b.Work = min(b.Work, value.Work)
	if errors.Is(err, ErrTooLarge) {
		t.Skip("the value is refused")
	}
	if err != nil && estErr == nil {
		t.Fatalf("operation %d of %v and %v: %v, but it is estimated", kind, x.value, y.value, err)
	}
	if estErr != nil && !errors.Is(estErr, ErrTooLarge) && !errors.Is(estErr, err) {
		t.Fatalf("operation %d of %v and %v: %v, but its estimate: %v", kind, x.value, y.value, err, estErr)
	}
	if err != nil || estErr != nil {
		t.Skip("no value, or nothing known of it")
	}
	return blur(t, b, tw)
}

// blur returns a twin whose estimate may have only the size of the value.
func blur(t *rapid.T, b *Budget, tw twin) twin {
	if !rapid.Bool().Draw(t, "blur") {
		return tw
	}
	s := b.size(tw.est)
	if b.err != nil {
		t.Skip(b.err)
	}
	tw.est = Estimate{size: s, whole: tw.est.isWhole()}
	return tw
}

// TestEstimateHolds compares estimates with their values: the estimate of the
// difference allows 0.
func TestEstimateHolds(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		b := NewBudget()
		tw := drawTwin(t, b, 4)
		v := b.Settle(tw.value)
		if b.err != nil {
			t.Skip(b.err)
		}
		if tw.est.isWhole() && !v.IsInt() {
			t.Fatalf("%s counts as a whole number", v)
		}
		e := Estimates{b}
		if s := b.size(e.Add(tw.est, Exactly(b.Neg(v)))); b.err == nil && s.sign != 0 {
			t.Fatalf("%s differs from its estimate %+v", v, tw.est)
		}
		if n, ok := v.Int64(); ok && b.Reset() == nil {
			if is := e.Is(tw.est, n); b.err == nil && !is {
				t.Fatalf("the estimate %+v is not %d", tw.est, n)
			}
		}
	})
}
