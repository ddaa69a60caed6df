package whole

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// ratios draws small fractions, and some whose sum or product does not fit.
func ratios() *rapid.Generator[Ratio] {
	return rapid.Custom(func(t *rapid.T) Ratio {
		limit := rapid.SampledFrom([]int64{3, 100, 1 << 31, math.MaxInt64}).Draw(t, "limit")
		return Lowest(rapid.Int64Range(-limit, limit).Draw(t, "num"), rapid.Int64Range(1, limit).Draw(t, "den"))
	})
}

func bigRatio(r Ratio) *big.Rat { return big.NewRat(r.Num, r.Den) }

// agrees fails if r is ok but not want in lowest terms. With must it also fails if r is not ok.
func agrees(t *rapid.T, what string, r Ratio, ok bool, want *big.Rat, must bool) {
	t.Helper()
	switch {
	case ok && (bigRatio(r).Cmp(want) != 0 || r.Den < 1 || Gcd(Abs(r.Num), uint64(r.Den)) != 1 || r.Num == math.MinInt64):
		t.Fatalf("%s is %d/%d, want %s in lowest terms", what, r.Num, r.Den, want)
	case !ok && must:
		t.Fatalf("%s is refused, want %s", what, want)
	}
}

func fits(r *big.Rat) bool {
	return r.Num().IsInt64() && r.Denom().IsInt64() && r.Num().Int64() != math.MinInt64
}

func TestRatio(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		r, s := ratios().Draw(t, "r"), ratios().Draw(t, "s")
		x, y := bigRatio(r), bigRatio(s)
		sum, ok := r.Add(s)
		small := max(Abs(r.Num), Abs(s.Num), uint64(r.Den), uint64(s.Den)) < 1<<31
		agrees(t, "the sum", sum, ok, new(big.Rat).Add(x, y), small)
		product, ok := r.Mul(s)
		want := new(big.Rat).Mul(x, y)
		agrees(t, "the product", product, ok, want, fits(want))
		n := rapid.Int64Range(0, 70).Draw(t, "n")
		power, ok := r.Pow(n)
		want.SetInt64(1)
		for range n {
			want.Mul(want, x)
		}
		agrees(t, "the power", power, ok, want, fits(want))
		whole, rest := r.Split()
		agrees(t, "the rest", rest, true, new(big.Rat).Sub(x, new(big.Rat).SetInt64(whole)), true)
		if rest.Num < 0 || rest.Num >= rest.Den {
			t.Fatalf("the rest of %s is %d/%d", x, rest.Num, rest.Den)
		}
	})
}
