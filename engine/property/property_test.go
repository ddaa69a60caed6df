package property_test

import (
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
