package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"reckon/engine/property"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"reckon": main})
}

// The real program runs with arguments that the README shows, and with wrong ones. Lines that begin
// with [night] take seconds.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("NUMBER", regexp.QuoteMeta(number))
			source, err := filepath.Abs(".")
			e.Setenv("SOURCE", source)
			return err
		},
		Condition: func(condition string) (bool, error) {
			if condition != "night" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return property.Cases(0, 1) == 1, nil
		},
	})
}
