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
		{"Retinal", engine.Verdict{Outcome: engine.Right, Text: "retinal", Form: "retinal", OnTiles: true, Measure: 2, Points: 7}},
		{"tea", engine.Verdict{Outcome: engine.Right, Text: "tea", Form: "tea", OnTiles: true, Measure: 6, Points: 3}},
		{"latrines", engine.Verdict{Outcome: engine.Wrong, Text: "latrines", Measure: 9, Fault: &engine.Fault{Code: "extra", Args: args{"letters": []string{"s"}}}}},
		{"tattle", engine.Verdict{Outcome: engine.Wrong, Text: "tattle", Measure: 9, Fault: &engine.Fault{Code: "repeated", Args: args{"letters": []string{"t"}}}}},
		{"aaeei", engine.Verdict{Outcome: engine.Wrong, Text: "aaeei", OnTiles: true, Measure: 9, Fault: &engine.Fault{Code: "unknown", Args: args{"word": "aaeei"}}}},
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

// Of a word that may offend the writer reads the word and others do not; of a
// slur nobody does. All texts of four letters of eight are tried, so that none has
// to be written here.
func TestMasked(t *testing.T) {
	v := newPuzzle("murderers").Judge("murderers")
	if v.Outcome != engine.Right || v.Text != "murderers" || v.Masked != "m********" || v.Form != "murderers" {
		t.Errorf("%+v", v)
	}
	if v := newPuzzle("aaeeilnrt").Judge("retinal"); v.Masked != "" {
		t.Errorf("%+v", v)
	}
	const letters = "cginkops"
	slurs := 0
	for i := range 8 * 8 * 8 * 8 {
		text := string([]byte{letters[i&7], letters[i>>3&7], letters[i>>6&7], letters[i>>9&7]})
		if !words.Slur(text) {
			continue
		}
		slurs++
		v := newPuzzle(text + "aeiou").Judge(text)
		if v.Outcome != engine.Wrong || v.Text != "****" || v.Form != "" || v.Points != 0 || v.Fault.Code != "unknown" || v.Fault.Args["word"] != "****" {
			t.Error("a slur is echoed or scored")
		}
	}
	if slurs == 0 {
		t.Error("no slur was tried")
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
	if s := none.Solve(context.Background()); s.Solvable || s.Best != "" || none.Hint(1, nil).Code != "" || none.Rating().Solvability != engine.Unsolvable || none.Rating().Level != engine.MaxLevel {
		t.Errorf("nine Qs: %+v", s)
	}
}

// The best word is the longest that many people know. One that is longer but
// rarer is right, and its quality is full.
func TestRarerIsLonger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPuzzle(rapid.StringMatching(`[aeiou]{3,5}[bcdlmnprst]{6}`).Draw(t, "letters")[:drawn])
		s := p.Solve(context.Background())
		if !s.Solvable || words.Size(s.Best) > words.KnownSize {
			t.Skip("no known word")
		}
		for _, w := range s.All {
			v := p.Judge(w)
			known := words.Size(w) <= words.KnownSize
			if known && v.Measure < s.Measure {
				t.Errorf("%s is known and longer than the best, %s", w, s.Best)
			}
			if q := (Game{}).Quality(v.Measure, s.Measure); v.Outcome != engine.Right || (q == 100) != (len(w) >= len(s.Best)) || v.Points < len(w) {
				t.Errorf("%s beside %s: quality %d, %+v", w, s.Best, q, v)
			}
		}
	})
	p := newPuzzle("aaeeilnrt") // alienate is known, elaterin and entailer are as long, none is longer
	if s := p.Solve(context.Background()); s.Best != "alienate" {
		t.Errorf("best %s", s.Best)
	}
}

// A draw is harder if its best word is longer, less common or alone.
func TestRating(t *testing.T) {
	for _, tt := range []struct {
		letters string
		want    string
	}{
		{"gsouwlbie", "{0 3 0 0 []}"},
		{"aaeeilnrt", "{0 4 0 0 [long]}"},
		{"entertain", "{0 5 0 0 [lone long]}"},
	} {
		if got := fmt.Sprint(newPuzzle(tt.letters).Rating()); got != tt.want {
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
		n := countVowels(r)
		p := newPuzzle(draw(r, vowels, n) + draw(r, consonants, drawn-n))
		longest := 0
		for _, w := range p.study() {
			longest = max(longest, len(w.Text))
		}
		got[fmt.Sprint("list ", longest)] += 100. / draws
		got[fmt.Sprint("known ", drawn-p.Solve(context.Background()).Measure)] += 100. / draws
		got[fmt.Sprint("level ", p.Rating().Level)] += 100. / draws
	}
	for what, want := range map[string]float64{
		"list 9": 7, "list 8": 35, "known 9": 4, "known 8": 25,
		"level 1": 4, "level 2": 15, "level 3": 28, "level 4": 29, "level 5": 24,
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
	count := map[int]int{}
	for range draws {
		count[countVowels(r)]++
	}
	for n, share := range map[int]float64{3: 28, 4: 60, 5: 12} {
		if got := 100 * float64(count[n]) / draws; math.Abs(got-share) > 1.4 {
			t.Errorf("%d vowels in %.1f %% of draws, want %.0f", n, got, share)
		}
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
