// Package property checks properties in tests with pgregory.net/rapid, on the same
// random cases at every run: a test that fails by chance teaches nobody anything. New
// cases are for the night, which sets RAPID_SEED.
package property

import (
	"flag"
	"os"
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

// Check runs a property as rapid.Check does, always on the same cases.
func Check(t *testing.T, prop func(*rapid.T)) {
	t.Helper()
	if err := fixSeed(); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, prop)
}
