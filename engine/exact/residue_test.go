package exact

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPowerTests(t *testing.T) {
	for _, p := range powerTests {
		if slices.Contains(p.moduli[:], 0) {
			t.Errorf("powers of %d are tested by %v only", p.k, p.moduli)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
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
			if n.Add(n, one); !p.excludes(n) {
				passed++
			}
		}
		if passed > 1000/8 {
			t.Errorf("%d of 1000 numbers may be powers of %d", passed, p.k)
		}
	}
}
