package main

import (
	"os"
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
			t.Errorf("command %s is no scenario", n.Name)
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

// Flags with which a scenario cannot be played are refused before anything starts.
func TestFlagsThatAreRefused(t *testing.T) {
	for _, test := range []struct {
		args string
		want string
	}{
		{args: "steady", want: ""},
		{args: "steady --rate 0 --places 0", want: ""},
		{args: "steady --rate 0", want: "--rate must be more than 0"},
		{args: "steady --for 0s", want: "--for must be more than 0"},
		{args: "steady --storm 10s", want: "--for must be 30s or more"},
		{args: "kills --rate 0", want: "--rate must be more than 0"},
		{args: "kills --every 0s", want: "--every must be more than 0"},
		{args: "database --rate=-1", want: "--rate must be more than 0"},
		{args: "--processes 0 kills", want: "--processes must be 1 or more"},
	} {
		parser, err := kong.New(new(cli))
		if err != nil {
			t.Fatal(err)
		}
		_, err = parser.Parse(strings.Fields(test.args))
		got := ""
		if err != nil {
			got = err.Error()
		}
		isRight := strings.Contains(got, test.want) && (got == "") == (test.want == "")
		if !isRight {
			t.Errorf("%s: %q, want %q", test.args, got, test.want)
		}
	}
}

// If the program cannot be built, no folder is left behind.
func TestFailedBuildLeavesNoFolder(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	// Without a path there is no go command.
	t.Setenv("PATH", "")
	err := new(cli).run(nil)
	if err == nil {
		t.Fatal("the program was built")
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}
