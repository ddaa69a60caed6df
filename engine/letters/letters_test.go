package letters

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/words"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ desc, want string }{
		{"AAEEILNRT", "letters:AAEEILNRT"},
		{"t r i n l e a e a", "letters:AAEEILNRT"},
		{"", "word.empty"},
		{"AAEEILNR", "letters.count count=8 want=9"},
		{"AAEEILNRTS", "letters.count count=10 want=9"},
		{"AAEE1LNRT", "word.letter text=1 at=4"},
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
	p := newPuzzle("aaeeilnrt")
	type args = engine.Args
	for _, tt := range []struct {
		answer string
		want   engine.Verdict
	}{
		{"Retinal", engine.Verdict{Outcome: engine.Right, Text: "retinal", Form: "retinal", Measure: 2, Points: 7}},
		{"tea", engine.Verdict{Outcome: engine.Right, Text: "tea", Form: "tea", Measure: 6, Points: 3}},
		{"latrines", engine.Verdict{Outcome: engine.Wrong, Text: "latrines", Measure: 9, Fault: &engine.Fault{Code: "extra", Args: args{"letters": []string{"s"}}}}},
		{"tattle", engine.Verdict{Outcome: engine.Wrong, Text: "tattle", Measure: 9, Fault: &engine.Fault{Code: "repeated", Args: args{"letters": []string{"t"}}}}},
		{"aaeei", engine.Verdict{Outcome: engine.Wrong, Text: "aaeei", Measure: 9, Fault: &engine.Fault{Code: "unknown", Args: args{"word": "aaeei"}}}},
		{"a", engine.Verdict{Outcome: engine.Wrong, Text: "a", Measure: 9, Fault: &engine.Fault{Code: "unknown", Args: args{"word": "a"}}}},
		{"2", engine.Verdict{Outcome: engine.Invalid, Measure: 9, Fault: &engine.Fault{Code: "word.letter", Args: args{"text": "2"}, At: &engine.Span{Pos: 0, End: 1}}}},
	} {
		if diff := cmp.Diff(tt.want, p.Judge(tt.answer)); diff != "" {
			t.Errorf("%q: want -, got +:\n%s", tt.answer, diff)
		}
	}
	if v := newPuzzle("entertain").Judge("entertain"); v.Points != 18 || v.Measure != 0 {
		t.Errorf("nine letters: %+v", v)
	}
}

func TestSolve(t *testing.T) {
	p := newPuzzle("entertain")
	s := p.Solve(context.Background())
	if s.Best != "entertain" || s.Measure != 0 || len(s.All) < 200 || !s.Solvable || !s.Complete {
		t.Errorf("%+v", s)
	}
	got := fmt.Sprint(p.Hint(1, nil), p.Hint(2, nil), p.Hint(3, nil))
	if want := "{length map[letters:9]} {starts map[letter:e]} {pattern map[text:e?t?r?a?n]}"; got != want {
		t.Errorf("hints %s, want %s", got, want)
	}
	none := newPuzzle("qqqqqqqqq")
	if s := none.Solve(context.Background()); s.Solvable || s.Best != "" || none.Hint(1, nil).Code != "" || none.Rating().Level != engine.MaxLevel {
		t.Errorf("nine Qs: %+v", s)
	}
}

func TestNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(minVowels, maxVowels).Draw(t, "vowels")
		level := engine.Level(rapid.IntRange(0, int(engine.MaxLevel)).Draw(t, "level"))
		p, err := Game{}.New(rand.New(rand.NewPCG(seed, 0)), engine.Wish{Text: fmt.Sprint(n), Level: level})
		if err != nil {
			t.Fatal(err)
		}
		desc := strings.TrimPrefix(p.ID(), "letters:")
		count := 0
		for c := range strings.SplitSeq(desc, "") {
			bag := consonants
			if strings.Contains(vowels, c) {
				count++
				bag = vowels
			}
			if strings.Count(desc, c) > strings.Count(bag, c) {
				t.Errorf("%s: more %s than the bag holds", p.ID(), c)
			}
		}
		if count != n || level != engine.AnyLevel && p.Rating().Level != level {
			t.Errorf("%s: %d vowels, level %d; want %d, %d", p.ID(), count, p.Rating().Level, n, level)
		}
		if q, err := (Game{}).Parse(desc); err != nil || q.ID() != p.ID() {
			t.Errorf("%s: %v, %v", p.ID(), q, err)
		}
	})
	for _, text := range []string{"2", "6", "34", "99999999999999999999999"} {
		if _, err := (Game{}).New(rand.New(rand.NewPCG(1, 1)), engine.Wish{Text: text}); err == nil || engine.AsFault(err).Code != "letters.vowels" {
			t.Errorf("%s vowels: %v", text, err)
		}
	}
}

func TestBags(t *testing.T) {
	if len(vowels) != 67 || len(consonants) != 74 {
		t.Errorf("%d vowels, %d consonants", len(vowels), len(consonants))
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("retinal")
	f.Add("Ｔｅａ")
	f.Add("\xff")
	p := newPuzzle("aaeeilnrt")
	f.Fuzz(func(t *testing.T, answer string) {
		v := p.Judge(answer)
		if right := v.Outcome == engine.Right; right != (v.Fault == nil) || right != (v.Form != "") || right != (v.Points > 0) || right && !words.Has(v.Form) {
			t.Errorf("%q: %+v", answer, v)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("AAEEILNRT")
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

func BenchmarkSolve(b *testing.B) {
	for b.Loop() {
		newPuzzle("aaeeilnrt").Solve(context.Background())
	}
}
