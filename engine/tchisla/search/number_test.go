package search

import (
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/exact"
	"reckon/engine/property"
	"reckon/engine/whole"
)

// numbers draws numbers in the form in which levels hold them.
func numbers(c *calculator) *rapid.Generator[number] {
	return rapid.Custom(func(t *rapid.T) number {
		num := rapid.Uint64Range(1, 5000).Draw(t, "num")
		den := rapid.Uint64Range(1, 60).Draw(t, "den")
		g := whole.Gcd(num, den)
		n := number{num: num / g, den: den / g}
		rad := rapid.SampledFrom([]uint64{1, 1, 2, 3, 6, 24, 77, 720, 5040, 4861, 9722, 1609 * 1721}).Draw(t, "rad")
		for range rapid.IntRange(0, 3).Draw(t, "k") {
			root, ok := (&powerBase{number: integer(rad)}).pow(1, 1)
			if !ok || root.base == 0 {
				break
			}
			if m, ok := c.mul(root, n, false); ok {
				n = m
			}
		}
		return n
	})
}

// TestArithmetic compares the operations on numbers with those of package exact.
func TestArithmetic(t *testing.T) {
	c := new(calculator)
	property.Check(t, func(rt *rapid.T) {
		a, b := numbers(c).Draw(rt, "a"), numbers(c).Draw(rt, "b")
		x, y := valueOf(t, a), valueOf(t, b)
		budget := exact.NewBudget()
		same := func(name string, got number, ok bool, want exact.Value) {
			if !ok {
				budget.Reset()
				return
			}
			if cmp := budget.Cmp(valueOf(t, got), want); budget.Err() != nil || cmp != 0 {
				rt.Fatalf("%s of %+v and %+v is %+v, want %s (%v)", name, a, b, got, want, budget.Err())
			}
			if got.holdable() && got.key().number() != got {
				rt.Fatalf("%+v does not survive its key", got)
			}
		}
		p, multiplied := c.mul(a, b, false)
		same("product", p, multiplied, budget.Mul(x, y))
		q, ok := c.mul(a, b, true)
		same("quotient", q, ok, budget.Div(x, y))
		r, ok := (&powerBase{number: a}).pow(1, 1)
		same("root", r, ok, budget.Sqrt(x))
		w, ok := (&powerBase{number: a}).pow(3, 1)
		same("power", w, ok, budget.Pow(x, exact.Ratio(3, 2)))
		if a.base == b.base {
			s := sumDiff(a, b)
			same("sum", s.sum, s.okSum, budget.Add(x, y))
		}
		// One number has one form: an operation and its inverse give it back.
		if multiplied {
			if back, ok := c.mul(p, b, true); ok && back != a {
				rt.Fatalf("%+v * %+v / %+v is %+v", a, b, b, back)
			}
		}
	})
}

// TestFarPrimes draws roots of powers of primes above trialLimit.
func TestFarPrimes(t *testing.T) {
	for _, n := range []uint64{4861, 9722, 5 * 1609, 1609 * 1721, 2147483647} {
		root, ok := (&powerBase{number: integer(n)}).pow(1, 2)
		if !ok {
			t.Fatalf("no fourth root of %d", n)
		}
		for e := 2; e <= 5; e++ {
			p, ok := (&powerBase{number: integer(n)}).pow(e, 0)
			if !ok {
				continue
			}
			got, ok := (&powerBase{number: p}).pow(1, 2)
			want, _ := (&powerBase{number: root}).pow(e, 0)
			if !ok || got != want {
				t.Errorf("the fourth root of %d^%d is %+v, that of %d to the power %+v", n, e, got, n, want)
			}
		}
	}
}

func TestFactorials(t *testing.T) {
	f := func(m uint64) number {
		if m <= maxWholeFactorial {
			return integer(factorials[m])
		}
		return number{num: 1, den: 1, base: factorialBase(m)}
	}
	times24 := func(n uint64) number { return number{num: n, den: 1, base: f(24).base} }
	if s := sumDiffFactorial(f(24), f(26)); s != (sums{times24(651), times24(649), true, true, true}) {
		t.Fatalf("24! and 26! make %+v", s)
	}
	for _, c := range []struct {
		name string
		a, b number
		want number
	}{
		{"26!/24!", f(26), f(24), integer(650)},
		{"24!/26!", f(24), f(26), number{num: 1, den: 650}},
		{"22!/20!", f(22), f(20), integer(462)},
		{"24!/24", f(24), integer(24), f(23)},
		{"21!/21", f(21), integer(21), f(20)},
	} {
		if got, ok := divFactorial(c.a, c.b); !ok || got != c.want {
			t.Errorf("%s is %+v, %t, want %+v", c.name, got, ok, c.want)
		}
	}
	if p, ok := mulFactorial(f(24), integer(25)); !ok || p != f(25) {
		t.Errorf("24!*25 is %+v", p)
	}
	for _, c := range []struct {
		num, den, m uint64
		want        number
	}{
		{1, 1, 20, f(20)},
		{21, 1, 20, f(21)},
		{1, 21, 21, f(20)},
		{1, 22 * 21, 22, f(20)},
		{1, 120, 20, integer(factorials[20] / 120)},
		// It would fit a word, and yet keeps its base.
		{1, 120, 21, number{num: 1, den: 120, base: f(21).base}},
	} {
		got, ok := timesFactorial(c.num, c.den, c.m)
		if !ok || got != c.want {
			t.Errorf("%d/%d * %d! is %+v, %t, want %+v", c.num, c.den, c.m, got, ok, c.want)
		}
	}
}
