package tchisla

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"reckon/engine"
	"reckon/engine/property"
	"reckon/engine/tchisla/search"
)

type args = engine.Args

func TestParse(t *testing.T) {
	for _, text := range []string{"2016#7", "2016 7", " 2016 # 7 ", "2016＃7", "2016,7", "02016#7", "２０１６＃７", "2016，7"} {
		p, err := Game{}.Parse(text)
		if err != nil || p.ID() != "tchisla:2016#7" {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
	for text, code := range map[string]string{
		"": "target.form", "2016": "target.form", "#7": "target.form", "-3#7": "target.form", "x#7": "target.form",
		"0#7": "target.range", "1000000000#7": "target.range", "99999999999999999999#7": "target.range",
		"2016#0": "target.digit", "2016#12": "target.digit",
	} {
		if _, err := (Game{}).Parse(text); err == nil || engine.AsFault(err).Code != code {
			t.Errorf("%q: %v, want %s", text, err, code)
		}
	}
}

func TestNew(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for text, id := range map[string]string{"2016 7": "tchisla:2016#7", "year 3": "tchisla:2026#3", "year#3": "tchisla:2026#3"} {
		p, err := Game{}.New(r, engine.Wish{Text: text, Year: 2026})
		if err != nil || p.ID() != id {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"2016", "year"} {
		p, err := Game{}.New(r, engine.Wish{Text: text, Year: 2016})
		if err != nil || p.Face().Goal != "2016" {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"#7", "＃７"} {
		if p, err := (Game{}).New(r, engine.Wish{Text: text}); err != nil || p.Face().Tiles[0] != "7" {
			t.Errorf("%s is %v, %v", text, p, err)
		}
	}
	for text, code := range map[string]string{"year": "target.year", "#0": "target.digit", "seven": "target.form"} {
		if _, err := (Game{}).New(r, engine.Wish{Text: text}); err == nil || engine.AsFault(err).Code != code {
			t.Errorf("%q: %v, want %s", text, err, code)
		}
	}
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		for range 20 {
			p, err := Game{}.New(r, engine.Wish{Level: level})
			if err != nil || p.Rating().Level != level {
				t.Fatalf("level %d: %s is of level %d, %v", level, p.ID(), p.Rating().Level, err)
			}
		}
	}
}

// TestNoPuzzleWithoutIdea draws thousands of puzzles: none has an answer that takes no idea.
func TestNoPuzzleWithoutIdea(t *testing.T) {
	for id, want := range map[string]bool{
		"111#1": true, "110#1": true, "327#3": true, "7#7": true, "49#7": true, "720#3": true, "84#7": true, "22#1": true,
		"330#3": true, "88#9": false, "100#9": false, "714#3": false, "2016#7": false, "12#5": false, "31#3": false,
	} {
		p, err := Game{}.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		best := p.(*Puzzle).par().Expr
		if got := takesNoIdea(best); got != want {
			t.Errorf("%s = %v: takesNoIdea is %v", id, best, got)
		}
	}
	for seed := range uint64(property.Cases(50, 2000)) {
		r := rand.New(rand.NewPCG(seed, 18))
		for _, text := range []string{"", "#1", "#3"} {
			for level := engine.AnyLevel; level <= engine.MaxLevel; level++ {
				p, err := Game{}.New(r, engine.Wish{Level: level, Text: text})
				if err != nil {
					t.Fatal(err)
				}
				if best := p.(*Puzzle).par().Expr; takesNoIdea(best) {
					t.Errorf("%s was dealt: %v", p.ID(), best)
				}
			}
		}
	}
}

func TestJudge(t *testing.T) {
	p := &Puzzle{target: 11, digit: 7}
	for _, c := range []struct {
		answer  string
		outcome engine.Outcome
		measure int
		points  int
		fault   *engine.Fault
	}{
		{"77/7", engine.Right, 3, 30, nil},
		{"77/7=11", engine.Right, 3, 30, nil},
		{"(77+7-7)/7", engine.Right, 5, 10, nil},
		{"77-77/7*(7-7/7)", engine.Right, 8, 10, nil},
		{"77/7=12", engine.Wrong, 3, 0, &engine.Fault{Code: "claim", Args: args{"claim": "12", "value": "11"}, At: &engine.Span{Pos: 5, End: 7}}},
		{"7+7", engine.Wrong, 2, 0, &engine.Fault{Code: "value", Args: args{"value": "14", "mixed": "14", "goal": "11"}}},
		{"7+4", engine.Wrong, 2, 0, &engine.Fault{Code: "digit", Args: args{"digits": []string{"4"}, "digit": "7"}, At: &engine.Span{Pos: 2, End: 3}}},
		{"71/17-3", engine.Wrong, 5, 0, &engine.Fault{Code: "digit", Args: args{"digits": []string{"1", "3"}, "digit": "7"}, At: &engine.Span{Pos: 0, End: 2}}},
		{"7/(7-7)", engine.Invalid, 0, 0, &engine.Fault{Code: "div-zero", At: &engine.Span{Pos: 2, End: 7}}},
		{"7^7^7", engine.Wrong, 3, 0, &engine.Fault{Code: "value.long", Args: args{"goal": "11"}}},
		{"77!!!-7", engine.Wrong, 3, 0, &engine.Fault{Code: "value.long", Args: args{"goal": "11"}}},
		{"77!!!-77!!!", engine.Invalid, 0, 0, &engine.Fault{Code: "too-large", At: &engine.Span{Pos: 0, End: 4}}},
		{"7*7=49, 49/7+7", engine.Wrong, 4, 0, &engine.Fault{Code: "value", Args: args{"value": "14", "mixed": "14", "goal": "11"}}},
		{"7/7=1, (77-7+7)/7*1=11", engine.Right, 7, 10, nil},
		{"7/7=1, 1+1=2, 77/7*2/2=11", engine.Right, 11, 10, nil},
		{"7/7=2, 77/7+2", engine.Wrong, 5, 0, &engine.Fault{Code: "claim", Args: args{"claim": "2", "value": "1"}, At: &engine.Span{Pos: 4, End: 5}}},
		{"7/(7", engine.Invalid, 0, 0, &engine.Fault{Code: "syntax.unclosed", At: &engine.Span{Pos: 2, End: 3}}},
	} {
		v := p.Judge(c.answer)
		if v.Fault != nil && c.fault != nil && c.fault.At == nil {
			v.Fault.At = nil
		}
		if v.Outcome != c.outcome || v.Measure != c.measure || v.Points != c.points || !reflect.DeepEqual(v.Fault, c.fault) {
			t.Errorf("%s is judged %+v, fault %+v", c.answer, v, v.Fault)
		}
	}
}

// TestJudgeMeansRoot judges an answer that would be right if √ were taken before !.
func TestJudgeMeansRoot(t *testing.T) {
	p := &Puzzle{target: 6, digit: 9}
	v := p.Judge("√9!")
	if v.Outcome != engine.Wrong || v.Fault.Code != "root-first" || v.Fault.Args["meant"] != "(√9)!" {
		t.Errorf("√9! is judged %+v, fault %v", v, v.Fault)
	}
	if v := p.Judge("(√9)!"); v.Outcome != engine.Right {
		t.Errorf("(√9)! is judged %+v", v)
	}
}

// TestHints reads the hints of puzzles. If possible, the third leaves something to find.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		target, digit int
		hints         []engine.Hint
	}{
		{11, 7, []engine.Hint{
			{Code: "digits", Args: args{"digits": 3}}, {Code: "last.div"}, {Code: "number", Args: args{"text": "77"}}}},
		{77, 7, []engine.Hint{
			{Code: "digits", Args: args{"digits": 2}}, {Code: "last.number"}, {Code: "solution", Args: args{"text": "77"}}}},
		{5040, 7, []engine.Hint{
			{Code: "digits", Args: args{"digits": 1}}, {Code: "last.fact"}, {Code: "solution", Args: args{"text": "7!"}}}},
		{61, 7, []engine.Hint{
			{Code: "digits", Args: args{"digits": 6}}, {Code: "last.div"}, {Code: "step", Args: args{"text": "4697/77"}}}},
		{2024, 8, []engine.Hint{
			{Code: "digits", Args: args{"digits": 5}}, {Code: "last.sub"}, {Code: "part", Args: args{"text": "(√√√8+√√√8)^8", "value": "2048"}}}},
	} {
		p := &Puzzle{target: c.target, digit: c.digit}
		for n, want := range c.hints {
			if got := p.Hint(n+1, nil); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: hint %d is %v, want %v", p.ID(), n+1, got, want)
			}
		}
	}
}

// Who knows how many digits the best answer has gets another first hint, and no hint twice.
func TestHintsOfKnownDigits(t *testing.T) {
	for _, c := range []struct {
		target, digit int
		hints         []engine.Hint
	}{
		{11, 7, []engine.Hint{{Code: "number", Args: args{"text": "77"}}, {Code: "last.div"}, {Code: "solution", Args: args{"text": "77/7"}}}},
		{2016, 7, []engine.Hint{{Code: "single", Args: args{"digit": 7}}, {Code: "last.div"}, {Code: "part", Args: args{"text": "7-(7+7)/7", "value": "5"}}}},
		{61, 7, []engine.Hint{{Code: "number", Args: args{"text": "77"}}, {Code: "last.div"}, {Code: "step", Args: args{"text": "4697/77"}}}},
		{77, 7, []engine.Hint{{Code: "digits", Args: args{"digits": 2}}, {Code: "last.number"}, {Code: "solution", Args: args{"text": "77"}}}},
	} {
		p := &Puzzle{target: c.target, digit: c.digit}
		for n, want := range c.hints {
			if got := p.Hint(n+1, []string{"7"}); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: hint %d is %v, want %v", p.ID(), n+1, got, want)
			}
		}
	}
}

func TestRating(t *testing.T) {
	for _, c := range []struct {
		target, digit int
		level         engine.Level
		reason        string
	}{
		{77, 7, 1, "digits"},
		{142, 7, 5, "irrational"},
		{74, 1, 4, "fraction"},
		{61, 7, 3, "large"},
		{570, 8, 3, "large"},
		{48, 1, 2, "factorial.far"},
		{720, 7, 1, "large"},
	} {
		r := (&Puzzle{target: c.target, digit: c.digit}).Rating()
		if r.Level != c.level || r.Reasons[0] != c.reason {
			t.Errorf("%d#%d is rated %+v", c.target, c.digit, r)
		}
	}
}

// TestOutsideTheBook solves a puzzle that needs a live search.
func TestOutsideTheBook(t *testing.T) {
	p := &Puzzle{target: 40320 * 8, digit: 8}
	s := p.Solve(context.Background())
	if !s.Solvable || s.Measure != 2 || s.Best != s.All[0] {
		t.Errorf("%s: %+v", p.ID(), s)
	}
	if v := p.Judge(s.Best); v.Outcome != engine.Right || v.Measure != 2 {
		t.Errorf("%s is judged %+v", s.Best, v)
	}
}

// TestSearchClaimsNoMoreThanTheBook checks that a search without the book claims neither
// that its answer is the shortest, nor that it is the best known, nor what was searched.
func TestSearchClaimsNoMoreThanTheBook(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range property.Cases(4, 40) {
		p := &Puzzle{target: 1 + r.IntN(BookTargets), digit: 1 + r.IntN(9)}
		// The searches for the book tried all answers of at least so many digits.
		reached := 8
		if p.digit == 9 {
			reached = 7
		}
		book := p.Solve(t.Context())
		s := p.searchLive(t.Context(), search.Options{Entries: 20_000})
		if s.Proven || s.Settled || s.Searched > 0 || s.Solvable && s.Measure < book.Measure {
			t.Errorf("%s: without the book %+v, with it %+v", p.ID(), s, book)
		}
		shorter := book.Measure - 1
		if !book.Settled || book.Proven || book.Searched > shorter || book.Searched < min(shorter, reached) {
			t.Errorf("%s: %+v", p.ID(), book)
		}
	}
}

// TestShorterThanSearched judges answers with fewer digits than those that an earlier
// search called the shortest.
func TestShorterThanSearched(t *testing.T) {
	for _, c := range []struct {
		id, answer string
		digits     int
		// found means that the search now finds an answer as short.
		found bool
	}{
		{"49152#6", "(√√6+√√6)*(√√√√6+√√√√6)^(6+6)", 6, true},
		{"49158#6", "6+(√√6+√√6)*(√√√√6+√√√√6)^(6+6)", 7, true},
		{"365951#9", "9!+((√√√(√9)!+√√√(√9)!)^9-√√√(√9)!)/√√√(√9)!", 6, false},
	} {
		p, err := Game{}.Parse(c.id)
		if err != nil {
			t.Fatal(err)
		}
		if v := p.Judge(c.answer); v.Outcome != engine.Right || v.Measure != c.digits {
			t.Errorf("%s: %s is judged %+v", c.id, c.answer, v)
		}
		if !c.found {
			continue
		}
		if s := p.Solve(t.Context()); s.Proven || s.Settled || s.Searched > 0 || s.Measure > c.digits {
			t.Errorf("%s: %+v, but %s has %d digits", c.id, s, c.answer, c.digits)
		}
	}
}

// TestNotFound rates a puzzle without a known solution, which may have one.
func TestNotFound(t *testing.T) {
	if r := (&Puzzle{target: 99999989, digit: 3}).Rating(); r.Solvability != engine.NotFound || r.Level != engine.MaxLevel {
		t.Errorf("99999989#3 is rated %+v", r)
	}
	if r := (&Puzzle{target: 11, digit: 7}).Rating(); r.Solvability != engine.Solvable {
		t.Errorf("11#7 is rated %+v", r)
	}
}
