package tchisla

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"reckon/engine/exact"
	"reckon/engine/expr"
	"reckon/engine/property"
)

// TestFamilies counts the families of the whole book, in each of which the core and the rest
// make the target.
func TestFamilies(t *testing.T) {
	property.Long(t)
	var mu sync.Mutex
	sizes := map[string]int{}
	t.Run("digits", func(t *testing.T) {
		for digit := 1; digit <= 9; digit++ {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				own := map[string]int{}
				for target := 1; target <= BookTargets; target++ {
					a, _ := Lookup(target, digit)
					f, err := FamilyOf(a.Expr)
					if b := exact.NewBudget(); err != nil || !b.Settle(b.Add(f.Value, f.Rest)).Is(int64(target)) || f.Whole && !f.Rest.Is(0) {
						t.Errorf("%d#%d = %s: %s and %s, %v", target, digit, a.Expr, f.Core, f.Rest, err)
					}
					own[f.Key]++
				}
				mu.Lock()
				defer mu.Unlock()
				for key, n := range own {
					sizes[key] += n
				}
			})
		}
	})
	if !maps.Equal(sizes, familySizes) {
		t.Errorf("the families are %#v", sizes)
	}
	for key := range sizes {
		if !slices.Contains(Families(), key) {
			t.Errorf("there is no family %s", key)
		}
	}
}

// TestFamilyOf shows what each family is.
func TestFamilyOf(t *testing.T) {
	for _, c := range []struct{ answer, key, core, rest string }{
		{"(7!+7!)/(7-(7+7)/7)", "factorial.divided", "(7!+7!)/(7-(7+7)/7)", "0"},
		{"√(2^22)-(2+2)!", "tower", "√(2^22)", "-24"},
		{"(√√√8+√√√8)^8-(√(8+8))!", "tower", "(√√√8+√√√8)^8", "-24"},
		{"(6+6)!/6!/6!-6", "factorials", "(6+6)!/6!/6!", "-6"},
		{"(8*8-8)/8", "ratio", "(8*8-8)/8", "0"},
		{"77+7", "number", "77", "7"},
		{"7!-7", "factorial", "7!", "-7"},
		{"6*(6!-6)", "factorial.times", "6*6!", "-36"},
		{"5^5-5", "power", "5^5", "-5"},
		{"55*(5!-5*5)", "number.times", "55*(5!-5*5)", "0"},
		{"√(8*(8+8!))-8", "root", "√(8*(8+8!))", "-8"},
		{"8*8*(8*8-8)+8", "product", "8*8*(8*8-8)", "8"},
		{"7/7", "quotient", "7/7", "0"},
		{"√9", "other", "√9", "0"},
		{"9*√9", "product", "9*√9", "0"},
	} {
		n, err := expr.Parse(c.answer)
		if err != nil {
			t.Fatal(err)
		}
		f, err := FamilyOf(n)
		if err != nil || f.Key != c.key || f.Core.String() != c.core || f.Rest.String() != c.rest {
			t.Errorf("%s is of %s by %s with %s, %v", c.answer, f.Key, f.Core, f.Rest, err)
		}
	}
	for _, bad := range []string{"7/0", "√(-7)", "(7!)!^7!"} {
		n, err := expr.Parse(bad)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := FamilyOf(n); err == nil {
			t.Errorf("%s is of %s", bad, f.Key)
		}
	}
}

// TestPlainer compares answers of as many digits.
func TestPlainer(t *testing.T) {
	for _, c := range []struct{ plainer, other string }{
		{"√9^9", "√(9^9)"},                 // √9 is as good as a number
		{"7+7", "√(7*7)+7"},                // a root
		{"7*7", "(√7*√7)*(√7*√7)"},         // irrational on the way
		{"3!+3!", "3!+3-3+3!"},             // more operations
		{"(7!+7!)/7!", "(7!*7!+7!*7!)/7!"}, // larger numbers on the way
		{"4*4", "4*4*(4-4)^-4"},            // no value
	} {
		x, err := expr.Parse(c.plainer)
		if err != nil {
			t.Fatal(err)
		}
		y, err := expr.Parse(c.other)
		if err != nil {
			t.Fatal(err)
		}
		if !isPlainer(x, y) || isPlainer(y, x) || isPlainer(x, x) {
			t.Errorf("%s is not plainer than %s", c.plainer, c.other)
		}
	}
}
