package main

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// Every command is a scenario.
func TestScenarios(t *testing.T) {
	parser, err := kong.New(new(cli))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range parser.Model.Leaves(false) {
		if _, ok := n.Target.Addr().Interface().(scenario); !ok {
			t.Errorf("%s is none", n.Name)
		}
	}
}

// A broken promise is named where it is broken and at the end.
func TestReport(t *testing.T) {
	var out strings.Builder
	r := &report{out: &out}
	r.prefix = "part: "
	r.promise(true, "kept", "%d", 1)
	r.none("lost", []string{"this", "that"})
	r.none("doubled", nil)
	if n := r.close(); n != 1 {
		t.Errorf("%d promises are broken", n)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	want := "part: kept 1|part: lost 2 <- BROKEN|this|that|part: doubled 0|BROKEN part: lost: 2"
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
