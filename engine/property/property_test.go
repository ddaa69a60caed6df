package property_test

import (
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

func TestSameCasesEveryTime(t *testing.T) {
	cases := func() (all []int) {
		property.Check(t, func(t *rapid.T) { all = append(all, rapid.Int().Draw(t, "n")) })
		return all
	}
	if first := cases(); len(first) < 50 || !slices.Equal(first, cases()) {
		t.Error("the cases of a property differ from run to run")
	}
}

func TestLimit(t *testing.T) {
	count := func(t *testing.T) (n int) {
		property.Check(t, func(*rapid.T) { n++ })
		return n
	}
	usual := count(t)
	want := usual / 2
	if _, chosen := os.LookupEnv("RAPID_CHECKS"); chosen {
		want = usual
	}
	t.Run("limited", func(t *testing.T) {
		property.Limit(t, usual/2, 0)
		if n := count(t); n != want {
			t.Errorf("%d cases, want %d", n, want)
		}
	})
	if n := count(t); n != usual {
		t.Errorf("then %d cases, want %d", n, usual)
	}
}
