package letters

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/property"
	"reckon/engine/words"
)

func TestJudge(t *testing.T) {
	p := Draw.puzzle("aaeeilnrt")
	type args = engine.Args
	for _, tt := range []struct {
		answer string
		want   engine.Verdict
	}{
		{"Retinal", engine.Verdict{Outcome: engine.Right, Meant: true, Text: "retinal", Form: "retinal", OnTiles: true, Measure: 2, Points: 7}},
		{"tea", engine.Verdict{Outcome: engine.Right, Meant: true, Text: "tea", Form: "tea", OnTiles: true, Measure: 6, Points: 3}},
		{"latrines", engine.Verdict{Outcome: engine.Wrong, Meant: true, Text: "latrines", Measure: 9, Fault: &engine.Fault{Code: "extra", Args: args{"letters": []string{"s"}}}}},
		{"tattle", engine.Verdict{Outcome: engine.Wrong, Meant: true, Text: "tattle", Measure: 9, Fault: &engine.Fault{Code: "repeated", Args: args{"letters": []string{"t"}}}}},
		{"aaeei", engine.Verdict{Outcome: engine.Wrong, Meant: true, Text: "aaeei", OnTiles: true, Measure: 9, Fault: &engine.Fault{Code: "unknown", Args: args{"word": "aaeei"}}}},
		{"a", engine.Verdict{Outcome: engine.Wrong, Meant: true, Text: "a", Measure: 9, Fault: &engine.Fault{Code: "unknown", Args: args{"word": "a"}}}},
		{"2", engine.Verdict{Outcome: engine.Invalid, Measure: 9, Fault: &engine.Fault{Code: "word.letter", Args: args{"text": "2"}, At: &engine.Span{Pos: 0, End: 1}}}},
	} {
		if diff := cmp.Diff(tt.want, p.Judge(tt.answer)); diff != "" {
			t.Errorf("%q: want -, got +:\n%s", tt.answer, diff)
		}
	}
	if v := Draw.puzzle("entertain").Judge("entertain"); v.Points != 18 || v.Measure != 0 {
		t.Errorf("nine letters: %+v", v)
	}
}

// An American spelling is answered by the British one, unless that one is an answer.
func TestJudgeAmerican(t *testing.T) {
	type args = engine.Args
	for _, tt := range []struct {
		letters, answer string
		want            *engine.Fault
	}{
		{"colorxyzt", "color", &engine.Fault{Code: "american", Args: args{"word": "color", "british": "colour"}}},
		{"colorxyzt", "COLOR", &engine.Fault{Code: "american", Args: args{"word": "color", "british": "colour"}}},
		{"neighbors", "neighbors", &engine.Fault{Code: "american", Args: args{"word": "neighbors", "british": "neighbours"}}},
		{"coloruxyz", "color", &engine.Fault{Code: "american.fits", Args: args{"word": "color"}}},
		{"theaterxs", "theater", &engine.Fault{Code: "american.fits", Args: args{"word": "theater"}}},
		{"colourxyz", "colour", nil},
		{"xyztcolor", "colortyz", &engine.Fault{Code: "unknown", Args: args{"word": "colortyz"}}},
	} {
		v := Draw.puzzle(tt.letters).Judge(tt.answer)
		if diff := cmp.Diff(tt.want, v.Fault); diff != "" || !v.OnTiles {
			t.Errorf("%s of %s: want -, got +:\n%s", tt.answer, tt.letters, diff)
		}
	}
}

// Only the writer reads a word that may offend; nobody reads a slur. The slurs come
// from all texts of four letters of eight, so that this file need not name any.
func TestMasked(t *testing.T) {
	v := Draw.puzzle("murderers").Judge("murderers")
	if v.Outcome != engine.Right || v.Text != "murderers" || v.Masked != "m********" || v.Form != "murderers" {
		t.Errorf("%+v", v)
	}
	if v := Draw.puzzle("aaeeilnrt").Judge("retinal"); v.Masked != "" {
		t.Errorf("%+v", v)
	}
	for _, text := range slurs(t) {
		v := Draw.puzzle(text + "aeiou").Judge(text)
		if v.Outcome != engine.Wrong || v.Text != "****" || v.Form != "" || v.Points != 0 || v.Fault.Code != "unknown" || v.Fault.Args["word"] != "****" {
			t.Error("a slur is echoed or scored")
		}
	}
}

// slurs returns the slurs among all texts of four of eight letters.
func slurs(t *testing.T) []string {
	const letters = "cginkops"
	var out []string
	for i := range 8 * 8 * 8 * 8 {
		if text := string([]byte{letters[i&7], letters[i>>3&7], letters[i>>6&7], letters[i>>9&7]}); words.Slur(text) {
			out = append(out, text)
		}
	}
	if len(out) == 0 {
		t.Error("there is no slur to try")
	}
	return out
}

func TestSolve(t *testing.T) {
	p := Draw.puzzle("entertain")
	s := p.Solve(context.Background())
	if s.Best != "entertain" || s.Measure != 0 || len(s.All) < 200 || !s.Solvable || !s.Complete {
		t.Errorf("%+v", s)
	}
	got := fmt.Sprint(p.Hint(1, nil), p.Hint(2, nil), p.Hint(3, nil))
	if want := "{length map[letters:9]} {starts map[letter:e]} {pattern map[text:e?t?r?a?n]}"; got != want {
		t.Errorf("hints %s, want %s", got, want)
	}
	none := Draw.puzzle("qqqqqqqqq")
	if s := none.Solve(context.Background()); s.Solvable || s.Best != "" || none.Hint(1, nil).Code != "" || none.Rating().Solvability != engine.Unsolvable || none.Rating().Level != engine.MaxLevel {
		t.Errorf("nine Qs: %+v", s)
	}
}

// The best word is the longest that many people know. A longer but rarer word is right
// and has full quality, and the longest of these is the Rarer of the Solution.
// None that may offend is named.
func TestRarerIsLonger(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		p := Draw.puzzle(rapid.StringMatching(`[aeiou]{3,5}[bcdlmnprst]{6}`).Draw(t, "letters")[:count])
		s := p.Solve(context.Background())
		if !s.Solvable || words.Size(s.Best) > words.KnownSize {
			t.Skip("no known word")
		}
		longest := len(s.Best)
		for _, w := range s.All {
			v := p.Judge(w)
			if words.Size(w) <= 80 {
				longest = max(longest, len(w))
			}
			if words.Blocked(w) {
				t.Errorf("%s may offend", w)
			}
			known := words.Size(w) <= words.KnownSize
			if known && v.Measure < s.Measure {
				t.Errorf("%s is known and longer than the best, %s", w, s.Best)
			}
			if q := Draw.Quality(v.Measure, s.Measure); v.Outcome != engine.Right || (q == 100) != (len(w) >= len(s.Best)) || v.Points < len(w) {
				t.Errorf("%s beside %s: quality %d, %+v", w, s.Best, q, v)
			}
		}
		if (longest > len(s.Best)) != (s.Rarer != "") || s.Rarer != "" && (len(s.Rarer) != longest || words.Size(s.Rarer) <= words.KnownSize) {
			t.Errorf("%q is named beside %s, the longest has %d letters", s.Rarer, s.Best, longest)
		}
	})
	for letters, want := range map[string]string{
		"aaeeilnrt": "alienate", // elaterin and entailer are as long and rare, none is longer
		"aeghinrst": "angriest, rarer hangriest",
		"gsouwlbie": "obliges",
		"murderers": "resumed, rarer demurrers",
	} {
		s := Draw.puzzle(letters).Solve(context.Background())
		got := s.Best
		if s.Rarer != "" {
			got += ", rarer " + s.Rarer
		}
		if got != want {
			t.Errorf("%s: best %s, want %s", letters, got, want)
		}
	}
}

// A draw is harder if its best word is longer, less common or alone.
func TestRating(t *testing.T) {
	for _, tt := range []struct {
		letters string
		want    string
	}{
		{"gsouwlbie", "3 0 [lone]"},
		{"aaeeilnrt", "4 0 [lone long]"},
		{"entertain", "5 0 [lone long]"},
	} {
		if got := told(Draw.puzzle(tt.letters).Rating()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.letters, got, tt.want)
		}
	}
	word := func(text string, size int) words.Word { return words.Word{Text: text, Size: size} }
	for _, tt := range []struct{ easier, harder []words.Word }{
		{[]words.Word{word("abcdef", 20)}, []words.Word{word("abcdefg", 20)}},
		{[]words.Word{word("abcdef", 20)}, []words.Word{word("abcdef", 35)}},
		{[]words.Word{word("abcdef", 35), word("bcdefg", 70)}, []words.Word{word("abcdef", 35)}},
	} {
		if a, b := difficulty(tt.easier), difficulty(tt.harder); a >= b {
			t.Errorf("%v: %f, %v: %f", tt.easier, a, tt.harder, b)
		}
	}
}

// The shares that the comments state, in percent of 3,000 draws: each within four
// standard deviations.
func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const draws = 3000
	got := map[string]float64{}
	for range draws {
		n := drawVowelCount(r)
		p := Draw.puzzle(drawLetters(r, vowels, n) + drawLetters(r, consonants, count-n))
		longest := 0
		for _, w := range p.words() {
			longest = max(longest, len(w.Text))
		}
		got[fmt.Sprint("list ", longest)] += 100. / draws
		got[fmt.Sprint("known ", count-p.Solve(context.Background()).Measure)] += 100. / draws
		got[fmt.Sprint("level ", p.Rating().Level)] += 100. / draws
	}
	for what, want := range map[string]float64{
		"list 9": 7, "list 8": 35, "known 9": 2, "known 8": 19,
		"level 1": 9, "level 2": 22, "level 3": 31, "level 4": 29, "level 5": 9,
	} {
		if off := 4 * math.Sqrt(want*(100-want)/draws); math.Abs(got[what]-want) > off {
			t.Errorf("%s: %.1f %%, want %.0f within %.1f", what, got[what], want, off)
		}
	}
}

// Draws have 3, 4 and 5 vowels as on television: in 20,000 each share is within
// four standard deviations, 1.4 points.
func TestVowels(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const draws = 20000
	got := map[int]int{}
	for range draws {
		got[drawVowelCount(r)]++
	}
	for n, share := range map[int]float64{3: 28, 4: 60, 5: 12} {
		if got := 100 * float64(got[n]) / draws; math.Abs(got-share) > 1.4 {
			t.Errorf("%d vowels in %.1f %% of draws, want %.0f", n, got, share)
		}
	}
}

func TestNew(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(MinVowels, MaxVowels).Draw(t, "vowels")
		level := engine.Level(rapid.IntRange(0, int(engine.MaxLevel)).Draw(t, "level"))
		p, err := Draw.New(rand.New(rand.NewPCG(seed, 0)), engine.Wish{Text: fmt.Sprint(n), Level: level})
		if err != nil {
			t.Fatal(err)
		}
		desc := strings.ToLower(strings.TrimPrefix(p.ID(), "letters:"))
		drawn := 0
		for c := range strings.SplitSeq(desc, "") {
			bag := consonants
			if strings.Contains(vowels, c) {
				drawn++
				bag = vowels
			}
			if strings.Count(desc, c) > strings.Count(bag, c) {
				t.Errorf("%s: more %s than the bag holds", p.ID(), c)
			}
		}
		if drawn != n || level != engine.AnyLevel && p.Rating().Level != level {
			t.Errorf("%s: %d vowels, level %d; want %d, %d", p.ID(), drawn, p.Rating().Level, n, level)
		}
		if q, err := Draw.Parse(desc); err != nil || q.ID() != p.ID() {
			t.Errorf("%s: %v, %v", p.ID(), q, err)
		}
	})
	for _, text := range []string{"2", "6", "34", "99999999999999999999999"} {
		if _, err := Draw.New(rand.New(rand.NewPCG(1, 1)), engine.Wish{Text: text}); err == nil || engine.AsFault(err).Code != "letters.vowels" {
			t.Errorf("%s vowels: %v", text, err)
		}
	}
}

func TestBags(t *testing.T) {
	if len(vowels) != 67 || len(consonants) != 74 {
		t.Errorf("%d vowels, %d consonants", len(vowels), len(consonants))
	}
}

func BenchmarkSolve(b *testing.B) {
	for b.Loop() {
		Draw.puzzle("aaeeilnrt").Solve(context.Background())
	}
}
