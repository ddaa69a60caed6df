package exact

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// ratios draws small and big ratios, often close to the edge between them.
func ratios() *rapid.Generator[*big.Rat] {
	ints := rapid.OneOf(
		rapid.Int64Range(-20, 20),
		rapid.Int64(),
		rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, 1 << 32, -1 << 31}),
	)
	return rapid.Custom(func(t *rapid.T) *big.Rat {
		den := ints.Filter(func(n int64) bool { return n != 0 }).Draw(t, "den")
		r := big.NewRat(ints.Draw(t, "num"), den)
		if rapid.IntRange(0, 3).Draw(t, "square") == 0 {
			r.Mul(r, r)
		}
		return r
	})
}

// TestRatios compares the arithmetic of ratios with that of big.Rat.
func TestRatios(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		r, s := ratios().Draw(t, "r"), ratios().Draw(t, "s")
		x, y := FromRat(r), FromRat(s)
		if x.peek().Cmp(r) != 0 || x.String() != r.RatString() || x.IsInt() != r.IsInt() {
			t.Fatalf("%s is held as %s", r, x)
		}
		if n, ok := x.Int64(); ok && (!r.IsInt() || !r.Num().IsInt64() || n != r.Num().Int64()) {
			t.Fatalf("Int64 of %s is %d", r, n)
		}
		b := NewBudget()
		for _, op := range []struct {
			sign string
			do   func(x, y Value) Value
			want *big.Rat
		}{
			{"+", b.Add, new(big.Rat).Add(r, s)},
			{"-", b.Sub, new(big.Rat).Sub(r, s)},
			{"*", b.Mul, new(big.Rat).Mul(r, s)},
			{"/", b.Div, quotient(r, s)},
		} {
			v := op.do(x, y)
			err := b.Reset()
			switch {
			case op.want == nil:
				if !errors.Is(err, ErrDivZero) {
					t.Fatalf("%s/0 fails with %v", r, err)
				}
			case err != nil || v.peek().Cmp(op.want) != 0:
				t.Fatalf("%s%s%s = %s, %v, want %s", r, op.sign, s, v, err, op.want.RatString())
			}
		}
		if c := b.Cmp(x, y); b.err != nil || c != r.Cmp(s) {
			t.Fatalf("Cmp(%s, %s) = %d, %v", r, s, c, b.err)
		}
	})
}

func quotient(r, s *big.Rat) *big.Rat {
	if s.Sign() == 0 {
		return nil
	}
	return new(big.Rat).Quo(r, s)
}

func TestFloorRoot(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 150).Draw(t, "n"))
		k := rapid.Int64Range(1, 12).Draw(t, "k")
		r := floorRoot(n, k)
		e := big.NewInt(k)
		above := new(big.Int).Add(r, one)
		if new(big.Int).Exp(r, e, nil).Cmp(n) > 0 || above.Exp(above, e, nil).Cmp(n) <= 0 {
			t.Fatalf("floorRoot(%d, %d) = %d", n, k, r)
		}
		power := new(big.Int).Exp(n, e, nil)
		if r, ok := perfectRoot(power, k); !ok || r.Cmp(n) != 0 {
			t.Fatalf("perfectRoot(%d^%d) = %d, %v", n, k, r, ok)
		}
	})
}

// TestFactors multiplies the factors of a number: the product is the number.
func TestFactors(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		r := ratios().Filter(func(r *big.Rat) bool { return r.Sign() > 0 }).Draw(t, "r")
		list := NewBudget().factors(FromRat(r))
		product := big.NewRat(1, 1)
		for i, f := range list {
			if i > 0 && compareBase(list[i-1].base, f.base) >= 0 {
				t.Fatalf("factors of %s are not in order", r)
			}
			product.Mul(product, ratPow(fromInt(f.base.int()), f.exp.Num).peek())
			n := f.base.int()
			switch large := !n.IsUint64() || n.Uint64() >= trialLimit*trialLimit; {
			case !large && !n.ProbablyPrime(0):
				t.Fatalf("a factor of %s is %d, which is no prime", r, n)
			case large && slices.ContainsFunc(primes, func(p uint64) bool { return new(big.Int).Mod(n, new(big.Int).SetUint64(p)).Sign() == 0 }):
				t.Fatalf("a factor of %s is %d, which has small primes", r, n)
			}
		}
		if product.Cmp(r) != 0 {
			t.Fatalf("the factors of %s make %s", r, product)
		}
	})
}

func TestRefineBases(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		var list []*big.Int
		for _, n := range rapid.SliceOfN(rapid.Int64Range(2, 1<<20), 1, 6).Draw(t, "list") {
			list = append(list, big.NewInt(n))
		}
		refined, _ := NewBudget().refineBases(append([]*big.Int{}, list...))
		for i, n := range refined {
			for _, m := range refined[:i] {
				if new(big.Int).GCD(nil, nil, n, m).Cmp(one) != 0 {
					t.Fatalf("%v is refined to %v", list, refined)
				}
			}
		}
		for _, n := range list {
			for _, r := range refined {
				for new(big.Int).Mod(n, r).Sign() == 0 {
					n = new(big.Int).Quo(n, r)
				}
			}
			if n.Cmp(one) != 0 {
				t.Fatalf("%v is refined to %v, which leaves %d", list, refined, n)
			}
		}
	})
}

func TestSimplestBetween(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		ends := rapid.Custom(func(t *rapid.T) *big.Rat {
			return big.NewRat(rapid.Int64Range(-300, 300).Draw(t, "num"), rapid.Int64Range(1, 90).Draw(t, "den"))
		})
		lo, hi := ends.Draw(t, "lo"), ends.Draw(t, "hi")
		if lo.Cmp(hi) > 0 {
			lo, hi = hi, lo
		}
		got := simplestBetween(lo, hi)
		for den := int64(1); ; den++ {
			d := new(big.Rat).SetInt64(den)
			// The least numerator over den that is not below lo.
			num := new(big.Rat).Mul(lo, d)
			n := new(big.Int).Div(new(big.Int).Add(num.Num(), new(big.Int).Sub(num.Denom(), one)), num.Denom())
			if r := new(big.Rat).SetFrac(n, big.NewInt(den)); r.Cmp(hi) <= 0 {
				if got.Denom().Int64() != den || got.Cmp(lo) < 0 || got.Cmp(hi) > 0 {
					t.Fatalf("simplestBetween(%s, %s) = %s, want a denominator of %d", lo, hi, got, den)
				}
				return
			}
		}
	})
}

func TestMixed(t *testing.T) {
	for _, tt := range []struct {
		num, den   int64
		text, want string
	}{
		{24, 1, "24", "24"},
		{64, 3, "64/3", "21 1/3"},
		{-64, 3, "-64/3", "-21 1/3"},
		{1, 3, "1/3", "1/3"},
		{-1, 3, "-1/3", "-1/3"},
		{0, 5, "0", "0"},
		{4, -8, "-1/2", "-1/2"},
	} {
		v := Ratio(tt.num, tt.den)
		if v.String() != tt.text || v.Mixed() != tt.want {
			t.Errorf("%d/%d is %s, %s, want %s, %s", tt.num, tt.den, v, v.Mixed(), tt.text, tt.want)
		}
	}
	if zero := (Value{}); zero.String() != "0" || !zero.IsInt() || !zero.Is(0) {
		t.Errorf("the zero Value is %s", zero)
	}
}

// TestRefused makes numbers that would fill the machine.
func TestRefused(t *testing.T) {
	for name, do := range map[string]func(b *Budget) Value{
		"2^(2^40)":            func(b *Budget) Value { return b.Pow(Int(2), Int(1<<40)) },
		"(2/3)^-(2^62)":       func(b *Budget) Value { return b.Pow(Ratio(2, 3), Int(-1<<62)) },
		"(10^12)!":            func(b *Budget) Value { return b.Fact(Int(1e12)) },
		"(2^62)!":             func(b *Budget) Value { return b.Fact(Int(1 << 62)) },
		"(2^40)^((2^40+1)/3)": func(b *Budget) Value { return b.Pow(Int(1<<40), Ratio(1<<40+1, 3)) },
	} {
		allocated := testing.AllocsPerRun(1, func() {
			b := NewBudget()
			v := b.Settle(do(b))
			if err := b.Reset(); !errors.Is(err, ErrTooLarge) {
				t.Errorf("%s is %.50s, %v", name, v, err)
			}
		})
		if allocated > 1000 {
			t.Errorf("%s made %v allocations before it was refused", name, allocated)
		}
	}
}

func TestPowerTests(t *testing.T) {
	for _, p := range powerTests {
		if slices.Contains(p.moduli[:], 0) {
			t.Errorf("powers of %d are tested by %v only", p.k, p.moduli)
		}
	}
	property.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(powerTests).Draw(t, "test")
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "n"))
		n.Exp(n, new(big.Int).SetUint64(p.k), nil)
		if p.excludes(n) {
			t.Fatalf("%d is excluded, a power of %d", n, p.k)
		}
	})
	// Of a thousand numbers in a row hardly one is a power, and hardly one looks so.
	for _, p := range powerTests {
		passed, n := 0, new(big.Int).Exp(big.NewInt(1234567891), big.NewInt(9), nil)
		for range 1000 {
			n.Add(n, one)
			if !p.excludes(n) {
				passed++
			}
		}
		if passed > 1000/8 {
			t.Errorf("%d of 1000 numbers may be powers of %d", passed, p.k)
		}
	}
}
