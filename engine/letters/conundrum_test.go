package letters

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
	"reckon/engine/property"
	"reckon/engine/words"
)

// The figures are those of the list that words makes of Debian's scowl
// 2020.12.07-2.
func TestWordsByLevel(t *testing.T) {
	levels := map[engine.Level]int{}
	for _, w := range words.CommonOf(count) {
		if isPosable(w.Text) {
			levels[rateWord(w).Level]++
		}
	}
	want := map[engine.Level]int{1: 182, 2: 359, 3: 358, 4: 411, 5: 519}
	if diff := cmp.Diff(want, levels); diff != "" {
		t.Errorf("words by level: want -, got +:\n%s", diff)
	}
}

// New poses no form of another word.
func TestFitWords(t *testing.T) {
	for w, want := range map[string]bool{
		"entertain": true, "newspaper": true, "traveller": true, "barrister": true,
		"wondering": false, "abandoned": false, "platforms": false, "policemen": false, "brightest": false, "auditoria": false, "forgotten": false,
		"murderers": false, // may offend
		"education": false, // has anagrams
	} {
		if isPosable(w) != want || !words.Has(w) {
			t.Errorf("%s: %v", w, !want)
		}
	}
}

// told writes a rating as the tests do: its level, seconds and reasons.
func told(r engine.Rating) string { return fmt.Sprintf("%d %.0f %v", r.Level, r.Seconds, r.Reasons) }

func TestRateWord(t *testing.T) {
	for _, tt := range []struct {
		word words.Word
		want string
	}{
		{words.Word{Text: "situation", Size: 10}, "1 12 []"},
		{words.Word{Text: "situation", Size: 35}, "2 24 [uncommon]"},
		{words.Word{Text: "situation", Size: 40}, "5 65 [rare]"},
		{words.Word{Text: "gentleman", Size: 20}, "2 24 [ending]"},
		{words.Word{Text: "parachute", Size: 35}, "5 65 [uncommon ending varied]"},
		{words.Word{Text: "equivocal", Size: 35}, "5 126 [uncommon ending syllables vowel varied]"},
	} {
		if got := told(rateWord(tt.word)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.word, got, tt.want)
		}
	}
	for text, want := range map[string]int{"parachute": 3, "gentleman": 3, "equivocal": 4, "warehouse": 3, "mysticism": 3} {
		if got := syllables(text); got != want {
			t.Errorf("%s: %d syllables, want %d", text, got, want)
		}
	}
}

// Letters in an order that shows a slur are shown in another. The slurs come from
// all texts of four letters of eight, so that this file need not name any.
func TestSlurIsShuffled(t *testing.T) {
	for _, text := range slurs(t) {
		p, err := Conundrum.Parse("ea" + text + "tea")
		if err != nil || words.HoldsSlur(strings.ToLower(strings.TrimPrefix(p.ID(), "conundrum:"))) {
			t.Errorf("a slur is shown, or %v", err)
		}
		if again, err := Conundrum.Parse(strings.TrimPrefix(p.ID(), "conundrum:")); err != nil || again.ID() != p.ID() {
			t.Errorf("%s parses as %v, %v", p.ID(), again, err)
		}
	}
}

func TestJudgeConundrum(t *testing.T) {
	p := Conundrum.puzzle("tneetrnai")
	type args = engine.Args
	for _, tt := range []struct {
		answer string
		want   engine.Verdict
	}{
		{"ENTERTAIN", engine.Verdict{Outcome: engine.Right, Meant: true, Text: "entertain", Form: "entertain", OnTiles: true, Points: 10}},
		{"entertains", engine.Verdict{Outcome: engine.Invalid, Meant: true, Text: "entertains", Fault: &engine.Fault{Code: "extra", Args: args{"letters": []string{"s"}}}}},
		{"attentine", engine.Verdict{Outcome: engine.Invalid, Meant: true, Text: "attentine", Fault: &engine.Fault{Code: "repeated", Args: args{"letters": []string{"t"}}}}},
		{"train", engine.Verdict{Outcome: engine.Invalid, Meant: true, Text: "train", Fault: &engine.Fault{Code: "missing", Args: args{"letters": []string{"n", "e", "t"}}}}},
		{"tneetrnai", engine.Verdict{Outcome: engine.Wrong, Meant: true, Text: "tneetrnai", OnTiles: true, Fault: &engine.Fault{Code: "unknown", Args: args{"word": "tneetrnai"}}}},
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

// Where the letters spell several words, each is right.
func TestAnagramsAreRight(t *testing.T) {
	p := Conundrum.puzzle("auctioned")
	s := p.Solve(context.Background())
	if got := strings.Join(s.All, " "); got != "education auctioned cautioned" {
		t.Errorf("%q", got)
	}
	for _, w := range s.All {
		if v := p.Judge(w); v.Outcome != engine.Right {
			t.Errorf("%s: %+v", w, v)
		}
	}
}

func TestNewConundrum(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		wish := engine.Level(rapid.IntRange(0, int(engine.MaxLevel)).Draw(t, "level"))
		p, err := Conundrum.New(rand.New(rand.NewPCG(seed, 0)), engine.Wish{Level: wish})
		if err != nil {
			t.Fatal(err)
		}
		s := p.Solve(context.Background())
		if len(s.All) != 1 || words.Blocked(s.Best) || words.Inflected(s.Best) || words.Size(s.Best) > words.CommonSize {
			t.Fatalf("%s: %+v", p.ID(), s)
		}
		if wish != engine.AnyLevel && p.Rating().Level != wish {
			t.Errorf("%s: level %d, want %d", p.ID(), p.Rating().Level, wish)
		}
		desc := strings.TrimPrefix(p.ID(), "conundrum:")
		if words.ShowsOffence(strings.ToLower(desc)) {
			t.Errorf("%s shows what may offend", p.ID())
		}
		if q, err := Conundrum.Parse(desc); err != nil || q.ID() != p.ID() {
			t.Errorf("%s: %v, %v", p.ID(), q, err)
		}
	})
}

// No three letters in a row are those of the word, unless it has too few different
// letters to avoid that.
func TestScrambleHidesWord(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, common := range words.CommonOf(count) {
		w := common.Text
		s := scramble(r, w)
		if code, _, _, left := engine.Compare(strings.Split(s, ""), strings.Split(w, "")); code != "" || len(left) > 0 || s == w {
			t.Errorf("%s for %s", s, w)
		}
		for i := 3; i <= count; i++ {
			if len(distinct(strings.Split(w, ""))) >= 6 && strings.Contains(w, s[i-3:i]) {
				t.Errorf("%s shows %s of %s", s, s[i-3:i], w)
			}
		}
	}
}

func TestHintsOfConundrum(t *testing.T) {
	p := Conundrum.puzzle("tneetrnai")
	got := fmt.Sprint(p.Hint(1, nil), p.Hint(2, nil), p.Hint(3, nil), " ", told(p.Rating()))
	const want = "{starts map[letter:e]} {ends map[text:ain]} {pattern map[text:e?t?r?a?n]} 3 33 [ending vowel]"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	none := Conundrum.puzzle("qqqqqqqqq")
	if s := none.Solve(context.Background()); s.Solvable || none.Hint(1, nil).Code != "" || none.Rating().Solvability != engine.Unsolvable || none.Rating().Level != engine.MaxLevel {
		t.Errorf("nine Qs: %+v", s)
	}
}
