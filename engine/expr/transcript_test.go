package expr

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the results in testdata")

// TestTranscript compares testdata/values.txt with the results of Eval. Behind each
// expression the file has a line, indented by a tab, with its value, or its error with
// the part that is wrong.
func TestTranscript(t *testing.T) {
	const file = "testdata/values.txt"
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(want)) {
		text := strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(text, "\t") {
			continue
		}
		fmt.Fprintln(&got, text)
		if text != "" && text[0] != '#' {
			fmt.Fprintf(&got, "\t%s\n", respond(text))
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}

// respond returns the value of text, or the code of its error and the part that is wrong.
func respond(text string) string {
	n, err := Parse(text)
	if err == nil {
		v, evalErr := Eval(n)
		if evalErr == nil {
			return v.Mixed()
		}
		err = evalErr
	}
	var e *Fault
	if !errors.As(err, &e) {
		return "a strange error: " + err.Error()
	}
	return fmt.Sprintf("%s: %q", e.Code, text[e.At.Pos:e.At.End])
}
