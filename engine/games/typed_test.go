package games

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reckon/engine"
)

// verdict returns a word for a verdict, or the code of its fault.
func verdict(v engine.Verdict) string {
	switch {
	case v.Outcome == engine.Right:
		return "right"
	case v.Near:
		return "near"
	}
	return v.Fault.Code
}

// A typedLine is a line of testdata: a text and the verdict on it that is wanted.
type typedLine struct {
	puzzle engine.Puzzle
	// kind is the comment before the line, what the text is an example of.
	kind string
	want string
	text string
}

// readTyped reads a file of testdata. A line without indentation is the ID of a puzzle. The
// texts typed for it follow, each indented and with what is wanted before it.
func readTyped(t *testing.T, name string) []typedLine {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []typedLine
	var p engine.Puzzle
	kind := ""
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSuffix(line, "\n")
		comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "# ")
		want, text, isAnswer := strings.Cut(strings.TrimPrefix(line, "\t"), "\t")
		switch {
		case line == "":
		case isComment:
			kind = comment
		case !isAnswer:
			p, err = Parse(line)
			if err != nil {
				t.Fatal(err)
			}
		default:
			all = append(all, typedLine{p, kind, want, typed.Replace(text)})
		}
	}
	return all
}

// TestTyped judges the answers in testdata/typed.txt.
func TestTyped(t *testing.T) {
	for _, line := range readTyped(t, "typed.txt") {
		v := line.puzzle.Judge(line.text)
		if got := verdict(v); got != line.want {
			t.Errorf("%s: %q is judged %s, want %s: %+v", line.puzzle.ID(), line.text, got, line.want, v.Fault)
		}
	}
}

// isHeard reports whether a text that was said to everyone is taken as an answer.
func isHeard(v engine.Verdict) bool { return v.OnTiles && v.Outcome != engine.Invalid }

// isMet reports whether a verdict is the one wanted: right and near N are heard, wrong and no
// are not right, and talk is not heard.
func isMet(want string, v engine.Verdict) bool {
	earns := v.Outcome == engine.Right || v.Near && v.Points > 0
	distance, isNear := strings.CutPrefix(want, "near ")
	switch {
	case isNear:
		return isHeard(v) && v.Near && strconv.Itoa(v.Measure) == distance
	case want == "right":
		return isHeard(v) && v.Outcome == engine.Right
	case want == "talk":
		return !isHeard(v)
	}
	return !earns
}

// TestPeople judges what people have typed as the chat does.
func TestPeople(t *testing.T) {
	for _, line := range slices.Concat(readTyped(t, "people.txt"), readTyped(t, "variations.txt")) {
		v := line.puzzle.Judge(line.text)
		if !isMet(line.want, v) {
			t.Errorf("%s: %s: %q is %s, want %s", line.kind, line.puzzle.ID(), line.text, verdict(v), line.want)
		}
	}
}

// TestChat judges lines of group chats: at most 3 % of the right answers are missed, and no
// wrong answer is right and no talk is heard.
func TestChat(t *testing.T) {
	answers := 0
	var missed []string
	for _, line := range readTyped(t, "chat.txt") {
		v := line.puzzle.Judge(line.text)
		isAnswer := line.want != "wrong" && line.want != "talk"
		if isAnswer {
			answers++
		}
		what := fmt.Sprintf("%s: %q is %s, want %s", line.puzzle.ID(), line.text, verdict(v), line.want)
		switch {
		case isMet(line.want, v):
		case isAnswer:
			missed = append(missed, what)
		default:
			t.Error(what)
		}
	}
	if 100*len(missed) > 3*answers {
		t.Errorf("%d of %d answers are missed:\n%s", len(missed), answers, strings.Join(missed, "\n"))
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
			if strings.HasPrefix(line, "#") {
				continue
			}
			if v := p.Judge(strings.TrimSuffix(line, "\n")); isHeard(v) {
				t.Errorf("%s hears %q: %+v", id, line, v)
			}
		}
	}
}

// TestScores judges scores, odds, times and dates, which are no answers, and pairs of numbers that are.
func TestScores(t *testing.T) {
	scores := []string{"7/2", "3-2", "3 - 2", "3–2", "3:0", "0-3", "10:12", "24/7", "50/50", "8/3", "８：３", "3-2 gg", "lol 3-2", "3-2 1-0", "3-2, 1-0"}
	for id, others := range map[string][]string{
		"24:3,3,8,8":                   {"8*3", "8+3", "8-3-3", "8-3+8-3", "3-2=1", "7*2", "8-3; 8*3+8", "8*3+8; 8-3", "8-3 8*3+8", "8*3+8 8-3"},
		"24:3,8":                       {"8/3", "8-3", "3:8", "８：３"},
		"countdown:75,50,8,7,3,2=812":  {"75*8", "75+50", "8-7-3"},
		"countdown:100,25,8,3,2,1=102": {"100-1", "100-3"},
		"tchisla:24#4":                 {"44/4", "4-4", "44-4"},
	} {
		p, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range scores {
			if v := p.Judge(text); v.Meant && !slices.Contains(others, text) {
				t.Errorf("%s: %q is taken as an answer: %v", id, text, v.Fault)
			}
		}
		for _, text := range others {
			if !p.Judge(text).Meant {
				t.Errorf("%s: %q is taken as talk", id, text)
			}
		}
	}
}

// typed are characters that a line of testdata cannot hold or show.
var typed = strings.NewReplacer("<n>", "\n", "<lrm>", "\u200e", "<lre>", "\u202a", "<shy>", "\u00ad", "<zw>", "\u200b", "<nbsp>", "\u00a0")

// BenchmarkTalk judges what people say to each other.
func BenchmarkTalk(b *testing.B) {
	p, err := Parse("24:3,3,8,8")
	if err != nil {
		b.Fatal(err)
	}
	const talk = "see you at 8 + bring 2 friends, it was 3-2 yesterday and 8/3 today lol "
	for name, text := range map[string]string{
		"words":          "good luck everyone",
		"question":       "how do you play this?",
		"numbers":        "see you at 8 + bring 2 friends",
		"chinese":        "我有两个八",
		"990 bytes":      strings.Repeat(talk, 20)[:990],
		"2000 bytes":     strings.Repeat(talk, 40)[:2000],
		"with an answer": "lol 8/(3-8/3) nice",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Judge(text)
			}
		})
	}
}
