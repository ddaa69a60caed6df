// Package property checks properties in tests with pgregory.net/rapid, on the same
// random cases at every run, so that no test fails by chance. The nightly run sets
// RAPID_SEED and takes new cases.
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
	if isNight() || seed.Value.String() != "0" {
		return nil
	}
	return seed.Value.Set("24")
})

// isNight reports whether the tests run at night, on new cases.
func isNight() bool {
	_, chosen := os.LookupEnv("RAPID_SEED")
	return chosen
}

// Cases returns how many cases of its own a test takes: few, and many at night.
func Cases(few, many int) int {
	if isNight() {
		return many
	}
	return few
}

// Seed returns the seed for a test that makes its own random cases: always the same by day, and another
// one every night.
func Seed() uint64 {
	text, _ := os.LookupEnv("RAPID_SEED")
	seed, _ := strconv.ParseUint(text, 10, 64)
	return seed
}

// Night skips a test by day: one that takes seconds and can only fail if a model or an
// oracle was changed.
func Night(t *testing.T) {
	t.Helper()
	if !isNight() {
		t.Skip("for the night, which sets RAPID_SEED")
	}
}

// longVariable names the variable that asks for long tests. Without it tests are skipped that take about
// a second of processor each, and some tests try only a part of their cases.
const longVariable = "RECKON_TEST_LONG"

// IsLong reports whether tests may take seconds each: RECKON_TEST_LONG=must asks for it, or it is night.
func IsLong() bool { return isNight() || os.Getenv(longVariable) == "must" }

// Long skips a test that takes a second of processor or more, unless tests may take so long.
func Long(t *testing.T) {
	t.Helper()
	if !IsLong() {
		t.Skip(longVariable + "=must runs the longest tests, too")
	}
}

// Step returns the distance between the cases that a test tries, of a long list: 1 if tests may take
// seconds, so that it tries them all, and otherwise n.
func Step(n int) int {
	if IsLong() {
		return 1
	}
	return n
}

// Limit bounds how many cases the properties of a test try, and how many steps each case has.
// A number from the command line or the environment counts instead, if there is one. With 0
// rapid's default holds.
func Limit(t *testing.T, checks, steps int) {
	t.Helper()
	onCommandLine := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { onCommandLine[f.Name] = true })
	for name, n := range map[string]int{"checks": checks, "steps": steps} {
		f := flag.Lookup("rapid." + name)
		_, inEnvironment := os.LookupEnv("RAPID_" + strings.ToUpper(name))
		if n == 0 || inEnvironment || onCommandLine[f.Name] {
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
