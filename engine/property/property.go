// Package property checks properties in tests with pgregory.net/rapid, on the same
// random cases at every run: a test that fails by chance teaches nobody anything. New
// cases are for the night, which sets RAPID_SEED.
package property

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// fixSeed makes rapid begin with the same case at every run, unless the flag
// -rapid.seed or the variable RAPID_SEED names another one.
var fixSeed = sync.OnceValue(func() error {
	seed := flag.Lookup("rapid.seed")
	if _, chosen := os.LookupEnv("RAPID_SEED"); chosen || seed.Value.String() != "0" {
		return nil
	}
	return seed.Value.Set("24")
})

// Cases returns how many cases of its own a test takes: few, and many at night.
func Cases(few, many int) int {
	if _, chosen := os.LookupEnv("RAPID_SEED"); chosen {
		return many
	}
	return few
}

// Night skips a test by day: one that takes seconds and can only fail if a model or an
// oracle was changed.
func Night(t *testing.T) {
	t.Helper()
	if Cases(0, 1) == 0 {
		t.Skip("for the night, which sets RAPID_SEED")
	}
}

// Limit makes the properties of a test take so many cases, of so many steps, unless the
// command line or the environment says how many. With 0 they take as many as others.
func Limit(t *testing.T, checks, steps int) {
	t.Helper()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, n := range map[string]int{"checks": checks, "steps": steps} {
		f := flag.Lookup("rapid." + name)
		if _, chosen := os.LookupEnv("RAPID_" + strings.ToUpper(name)); n == 0 || chosen || given[f.Name] {
			continue
		}
		if err := f.Value.Set(strconv.Itoa(n)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := f.Value.Set(f.DefValue); err != nil {
				t.Error(err)
			}
		})
	}
}

// Check runs a property as rapid.Check does, always on the same cases.
func Check(t *testing.T, prop func(*rapid.T)) {
	t.Helper()
	if err := fixSeed(); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, prop)
}
