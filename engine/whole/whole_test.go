package whole

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// edges are numbers near which 64 bits, exact floats and exact roots end.
var edges = []uint64{
	0, 1, 2, 3, 4, 1<<32 - 1, 1 << 32, 1<<32 + 1, (1<<32 - 1) * (1<<32 - 1), (1<<32-1)*(1<<32-1) - 1, (1<<32-1)*(1<<32-1) + 1,
	1<<53 - 1, 1 << 53, 1<<53 + 1, 1<<62 - 1, 1 << 62, 1<<63 - 1, 1 << 63, math.MaxUint64 - 1, math.MaxUint64,
	2642245 * 2642245 * 2642245, 2642245*2642245*2642245 - 1, 12157665459056928801, // the largest cube, and 3^40
}

// numbers draws numbers of every size, powers and their neighbours among them.
func numbers() *rapid.Generator[uint64] {
	return rapid.Custom(func(t *rapid.T) uint64 {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return rapid.SampledFrom(edges).Draw(t, "edge")
		case 1:
			k := rapid.IntRange(2, 6).Draw(t, "k")
			r := rapid.Uint64Range(0, uint64(math.Pow(2, 64/float64(k)))-1).Draw(t, "root")
			p, _ := Pow(r, k)
			return p + rapid.SampledFrom([]uint64{0, 1, math.MaxUint64}).Draw(t, "beside")
		}
		return rapid.Uint64().Draw(t, "n") >> rapid.IntRange(0, 63).Draw(t, "shift")
	})
}

func bigOf(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

func TestGcd(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		a, b, c := numbers().Draw(t, "a"), numbers().Draw(t, "b"), rapid.Uint64Range(1, 1000).Draw(t, "c")
		if max(a, b) <= math.MaxUint64/c {
			a, b = a*c, b*c
		}
		if got, want := bigOf(Gcd(a, b)), new(big.Int).GCD(nil, nil, bigOf(a), bigOf(b)); got.Cmp(want) != 0 {
			t.Fatalf("Gcd(%d, %d) = %d, want %d", a, b, got, want)
		}
	})
}

func TestPow(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n, e := numbers().Draw(t, "n"), rapid.IntRange(0, 70).Draw(t, "e")
		want := new(big.Int).Exp(bigOf(n), big.NewInt(int64(e)), nil)
		if got, ok := Pow(n, e); ok != want.IsUint64() || ok && got != want.Uint64() {
			t.Fatalf("Pow(%d, %d) = %d, %v, want %d", n, e, got, ok, want)
		}
	})
	for n := range uint64(2) {
		if got, ok := Pow(n, math.MaxInt); got != n || !ok {
			t.Errorf("Pow(%d, MaxInt) = %d, %v", n, got, ok)
		}
	}
}

// TestRoot checks that every root that is found is one, and that none is missed.
func TestRoot(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n, k := numbers().Draw(t, "n"), rapid.IntRange(1, 70).Draw(t, "k")
		r, ok := Root(n, k)
		want := floorRoot(n, k)
		exact := new(big.Int).Exp(bigOf(want), big.NewInt(int64(k)), nil).Cmp(bigOf(n)) == 0
		if ok != exact || ok && r != want {
			t.Fatalf("Root(%d, %d) = %d, %v, want %d, %v", n, k, r, ok, want, exact)
		}
		if s, ok2 := Sqrt(n); k == 2 && (ok2 != ok || ok && s != r) {
			t.Fatalf("Sqrt(%d) = %d, %v, Root %d, %v", n, s, ok2, r, ok)
		}
	})
}

// floorRoot finds the root by halving.
func floorRoot(n uint64, k int) uint64 {
	low, high := big.NewInt(0), new(big.Int).Add(bigOf(n), big.NewInt(1)) // low^k <= n < high^k
	for new(big.Int).Sub(high, low).Cmp(big.NewInt(1)) > 0 {
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle, 1)
		if new(big.Int).Exp(middle, big.NewInt(int64(k)), nil).Cmp(bigOf(n)) <= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low.Uint64()
}

func TestPrimes(t *testing.T) {
	for _, limit := range []int{-1, 0, 2, 3, 1300} {
		var want []uint64
		for n := range max(limit, 0) {
			if big.NewInt(int64(n)).ProbablyPrime(0) { // exact for 64 bits
				want = append(want, uint64(n))
			}
		}
		if got := Primes(limit); !slices.Equal(got, want) {
			t.Errorf("Primes(%d) = %v, want %v", limit, got, want)
		}
	}
}
