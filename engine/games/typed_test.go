package games

import (
	"os"
	"strings"
	"testing"

	"reckon/engine"
)

// verdict is an outcome in a word, or the code of its fault.
func verdict(v engine.Verdict) string {
	switch {
	case v.Outcome == engine.Right:
		return "right"
	case v.Near:
		return "near"
	}
	return v.Fault.Code
}

// TestTyped judges the answers in testdata/typed.txt.
func TestTyped(t *testing.T) {
	file, err := os.ReadFile("testdata/typed.txt")
	if err != nil {
		t.Fatal(err)
	}
	var p engine.Puzzle
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSuffix(line, "\n")
		want, text, isAnswer := strings.Cut(strings.TrimPrefix(line, "\t"), "\t")
		switch {
		case line == "" || line[0] == '#':
		case !isAnswer:
			if p, err = Parse(line); err != nil {
				t.Fatal(err)
			}
		default:
			text = typed.Replace(text)
			if got := verdict(p.Judge(text)); got != want {
				t.Errorf("%s: %q is judged %s, want %s: %+v", p.ID(), text, got, want, p.Judge(text).Fault)
			}
		}
	}
}

// typed are characters that a line of testdata cannot hold or show.
var typed = strings.NewReplacer("<n>", "\n", "<lrm>", "\u200e", "<lre>", "\u202a", "<shy>", "\u00ad", "<zw>", "\u200b")
