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

// TestTalk judges what people say to each other: none of it is heard as an answer.
func TestTalk(t *testing.T) {
	file, err := os.ReadFile("testdata/talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"24:3,3,8,8", "24:1,2,3,5=10", "countdown:100,25,8,3,2,1=312", "tchisla:24#8", "letters:AABCDEGNR"} {
		p, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(file)) {
			if v := p.Judge(strings.TrimSuffix(line, "\n")); line[0] != '#' && v.OnTiles && v.Outcome != engine.Invalid {
				t.Errorf("%s hears %q: %+v", id, line, v)
			}
		}
	}
}

// typed are characters that a line of testdata cannot hold or show.
var typed = strings.NewReplacer("<n>", "\n", "<lrm>", "\u200e", "<lre>", "\u202a", "<shy>", "\u00ad", "<zw>", "\u200b")

// BenchmarkTalk judges what people say to each other.
func BenchmarkTalk(b *testing.B) {
	p, err := Parse("24:3,3,8,8")
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"good luck everyone", "gg", "how do you play this?", "see you at 8 + bring 2 friends", "我有两个八"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Judge(text)
			}
		})
	}
}
