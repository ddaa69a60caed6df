package conundrum

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/words"
)

// The figure is that of Debian's scowl 2020.12.07-2 with the cuts of words.
func TestCandidates(t *testing.T) {
	unique, fits := 0, 0
	levels := map[engine.Level]int{}
	for _, w := range words.CommonOf(length) {
		if len(words.Anagrams(w)) == 1 {
			unique++
		}
		if fit(w) {
			fits++
			levels[level(w)]++
		}
	}
	if unique != 4612 || fits >= unique || fits < 4500 {
		t.Errorf("%d common words without an anagram, %d of them fit", unique, fits)
	}
	for l := engine.MinLevel; l <= engine.MaxLevel; l++ {
		if levels[l] < 100 {
			t.Errorf("%d words of level %d", levels[l], l)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ desc, want string }{
		{"TNEETRNAI", "conundrum:TNEETRNAI"},
		{"t n e e t r n a i", "conundrum:TNEETRNAI"},
		{"", "word.empty"},
		{"TNEETRNA", "letters.count count=8 want=9"},
		{"TNEETRNA1", "word.letter text=1 at=8"},
	} {
		got := ""
		if p, err := (Game{}).Parse(tt.desc); err != nil {
			got = engine.AsFault(err).Error()
		} else {
			got = p.ID()
		}
		if got != tt.want {
			t.Errorf("Parse(%q): %s, want %s", tt.desc, got, tt.want)
		}
	}
}

func TestJudge(t *testing.T) {
	p := newPuzzle("tneetrnai")
	type args = engine.Args
	for _, tt := range []struct {
		answer string
		want   engine.Verdict
	}{
		{"ENTERTAIN", engine.Verdict{Outcome: engine.Right, Text: "entertain", Form: "entertain", Points: 10}},
		{"entertains", engine.Verdict{Outcome: engine.Wrong, Text: "entertains", Fault: &engine.Fault{Code: "extra", Args: args{"letters": []string{"s"}}}}},
		{"attentine", engine.Verdict{Outcome: engine.Wrong, Text: "attentine", Fault: &engine.Fault{Code: "repeated", Args: args{"letters": []string{"t"}}}}},
		{"train", engine.Verdict{Outcome: engine.Wrong, Text: "train", Fault: &engine.Fault{Code: "missing", Args: args{"letters": []string{"n", "e", "t"}}}}},
		{"tneetrnai", engine.Verdict{Outcome: engine.Wrong, Text: "tneetrnai", Fault: &engine.Fault{Code: "unknown", Args: args{"word": "tneetrnai"}}}},
		{"", engine.Verdict{Outcome: engine.Invalid, Fault: &engine.Fault{Code: "word.empty"}}},
	} {
		got := p.Judge(tt.answer)
		if f := got.Fault; f != nil && f.Code == "missing" {
			slices.Sort(f.Args["letters"].([]string))
			slices.Sort(tt.want.Fault.Args["letters"].([]string))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: want -, got +:\n%s", tt.answer, diff)
		}
	}
}

// A word of which there are two can be answered with either.
func TestAnagrams(t *testing.T) {
	p := newPuzzle("auctioned")
	s := p.Solve(context.Background())
	if got := strings.Join(s.All, " "); got != "auctioned cautioned education" {
		t.Errorf("%q", got)
	}
	for _, w := range s.All {
		if v := p.Judge(w); v.Outcome != engine.Right {
			t.Errorf("%s: %+v", w, v)
		}
	}
}

func TestNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		wish := engine.Level(rapid.IntRange(0, int(engine.MaxLevel)).Draw(t, "level"))
		p, err := Game{}.New(rand.New(rand.NewPCG(seed, 0)), engine.Wish{Level: wish})
		if err != nil {
			t.Fatal(err)
		}
		s := p.Solve(context.Background())
		if len(s.All) != 1 || words.Blocked(s.Best) || !words.Common(s.Best) {
			t.Fatalf("%s: %+v", p.ID(), s)
		}
		if wish != engine.AnyLevel && p.Rating().Level != wish {
			t.Errorf("%s: level %d, want %d", p.ID(), p.Rating().Level, wish)
		}
		desc := strings.TrimPrefix(p.ID(), "conundrum:")
		for i := range desc {
			for end := i + 3; end <= len(desc); end++ {
				if run := strings.ToLower(desc[i:end]); words.Blocked(run) {
					t.Errorf("%s shows %q", p.ID(), run)
				}
			}
		}
		if q, err := (Game{}).Parse(desc); err != nil || q != p {
			t.Errorf("%s: %v, %v", p.ID(), q, err)
		}
	})
}

// No three letters in a row are those of the word, unless it has so few
// different ones that they have to be.
func TestScramble(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, w := range words.CommonOf(length) {
		s := scramble(r, w)
		if words.Compare(s, w).Missing != nil || s == w {
			t.Errorf("%s for %s", s, w)
		}
		for i := 3; i <= length; i++ {
			if different(w) >= 6 && strings.Contains(w, s[i-3:i]) {
				t.Errorf("%s shows %s of %s", s, s[i-3:i], w)
			}
		}
	}
}

func TestHints(t *testing.T) {
	p := newPuzzle("tneetrnai")
	got := fmt.Sprint(p.Hint(1, nil), p.Hint(2, nil), p.Hint(3, nil), p.Rating())
	const want = "{starts map[letter:e]} {ends map[text:ain]} {pattern map[text:e?t?r?a?n]} {4 0 [ending vowel]}"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	none := newPuzzle("qqqqqqqqq")
	if s := none.Solve(context.Background()); s.Solvable || none.Hint(1, nil).Code != "" || none.Rating().Level != engine.MaxLevel {
		t.Errorf("nine Qs: %+v", s)
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("entertain")
	f.Add("\xff")
	p := newPuzzle("tneetrnai")
	f.Fuzz(func(t *testing.T, answer string) {
		v := p.Judge(answer)
		if right := v.Outcome == engine.Right; right != (v.Fault == nil) || right != (v.Form == "entertain") {
			t.Errorf("%q: %+v", answer, v)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("TNEETRNAI")
	f.Fuzz(func(t *testing.T, desc string) {
		p, err := Game{}.Parse(desc)
		if err != nil {
			if engine.AsFault(err) == nil {
				t.Errorf("%q: %v is no fault", desc, err)
			}
			return
		}
		if s := p.Solve(context.Background()); s.Solvable != (p.Hint(1, nil).Code != "") {
			t.Errorf("%q: %+v", desc, s)
		}
	})
}
