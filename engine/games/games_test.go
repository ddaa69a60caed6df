package games

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/words"
)

// TestGames checks that every game keeps the promises of engine.Game and engine.Puzzle.
func TestGames(t *testing.T) {
	names := map[string]bool{}
	for _, g := range All() {
		if names[g.Name()] {
			t.Errorf("two games are named %s", g.Name())
		}
		names[g.Name()] = true
		t.Run(g.Name(), func(t *testing.T) {
			if !regexp.MustCompile(`^[a-z0-9]{1,32}$`).MatchString(g.Name()) {
				t.Errorf("bad name %q", g.Name())
			}
			for level := engine.AnyLevel; level <= engine.MaxLevel; level++ {
				for seed := range uint64(6) {
					checkNew(t, g, level, seed)
				}
			}
			checkBadText(t, g)
		})
	}
}

// TestOtherPuzzles checks the same promises with puzzles that are dealt only to those who ask for them.
func TestOtherPuzzles(t *testing.T) {
	for _, id := range []string{
		"24:4,4,10,10", "24:3,3,8,8=63", "24:1,2,3,4,5,6", "24:1,2,3,4,5,6,7", "24:0,0,0,0,3,3,8,8=24", "24:1,1,1,1,1,1,1,1,1,1=24",
		"24:7,9,23,41,58,76,83,95=-24", "24:11,22,33,44,55,66,77,88,99=0", "24:90,91,92,93,94,95,96,97,98,99", "24:3,7,19,31,44,58,62,77,83,97=812345",
	} {
		p, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := ByName(p.ID()[:strings.Index(id, ":")])
		checkID(t, g, p)
		checkPuzzle(t, g, p)
	}
}

func checkNew(t *testing.T, g engine.Game, level engine.Level, seed uint64) {
	t.Helper()
	wish := engine.Wish{Level: level, Year: 2026}
	p, err := g.New(rand.New(rand.NewPCG(seed, uint64(level))), wish)
	if err != nil {
		t.Fatalf("New(%+v): %v", wish, err)
	}
	again, err := g.New(rand.New(rand.NewPCG(seed, uint64(level))), wish)
	if err != nil || again.ID() != p.ID() {
		t.Errorf("New(%+v) made %s and then %v, %v", wish, p.ID(), again, err)
	}
	r := p.Rating()
	if r.Level < engine.MinLevel || r.Level > engine.MaxLevel || level != engine.AnyLevel && r.Level != level {
		t.Errorf("%s: wished for level %d, got %d", p.ID(), level, r.Level)
	}
	checkID(t, g, p)
	checkPuzzle(t, g, p)
}

func checkID(t *testing.T, g engine.Game, p engine.Puzzle) {
	t.Helper()
	id := p.ID()
	if !strings.HasPrefix(id, g.Name()+":") || len(id) > 80 || strings.ContainsAny(id, " \t\n") {
		t.Errorf("bad ID %q", id)
	}
	q, err := Parse(id)
	if err != nil {
		t.Fatalf("Parse(%q): %v", id, err)
	}
	if q.ID() != id || !reflect.DeepEqual(q.Face(), p.Face()) || !reflect.DeepEqual(q.Rating(), p.Rating()) {
		t.Errorf("Parse(%q) is another puzzle: %s, %+v", id, q.ID(), q.Face())
	}
	if len(p.Face().Tiles) == 0 {
		t.Errorf("%s: no tiles", id)
	}
}

func checkPuzzle(t *testing.T, g engine.Game, p engine.Puzzle) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	s := p.Solve(ctx)
	if !s.Solvable || len(s.All) == 0 || s.Best != s.All[0] {
		t.Fatalf("%s: Solve = %+v", p.ID(), s)
	}
	forms := map[string]string{}
	for _, text := range s.All {
		v := p.Judge(text)
		if v.Outcome != engine.Right || v.Fault != nil || !v.OnTiles || v.Form == "" || g.Quality(v.Measure, s.Measure) <= 0 {
			t.Errorf("%s: solution %s is judged %+v", p.ID(), text, v)
		}
		if p.Face().Goal != "" {
			checkPlain(t, p.ID(), text)
			checkPlain(t, p.ID(), p.Judge("("+text+")").Text)
		}
		if other, ok := forms[v.Form]; ok {
			t.Errorf("%s: solutions %s and %s are the same", p.ID(), text, other)
		}
		forms[v.Form] = text
	}
	if best := p.Judge(s.Best); g.Rules().Measure != "" && best.Measure != s.Measure {
		t.Errorf("%s: best has measure %d, judged %d", p.ID(), s.Measure, best.Measure)
	}
	if q := g.Quality(s.Measure, s.Measure); q != 100 {
		t.Errorf("%s: the best answer is worth %d %%", p.ID(), q)
	}
	checkMutants(t, p, s.Best)
	checkHints(t, p)
	checkClass(t, p)
	ended, end := context.WithCancel(context.Background())
	end()
	// Solve must return, whatever it found.
	p.Solve(ended)
}

// checkClass compares a puzzle's class with that of its tiles in another order.
func checkClass(t *testing.T, p engine.Puzzle) {
	t.Helper()
	f := p.Face()
	kind := "letters:"
	if f.Goal != "" {
		kind = "numbers:"
	}
	if !strings.HasPrefix(f.Class(), kind) {
		t.Errorf("%s is of class %s", p.ID(), f.Class())
	}
	turned := engine.Face{Tiles: slices.Clone(f.Tiles), Goal: f.Goal}
	slices.Reverse(turned.Tiles)
	if f.Class() != turned.Class() {
		t.Errorf("%s is of class %s, its tiles reversed of %s", p.ID(), f.Class(), turned.Class())
	}
}

func checkHints(t *testing.T, p engine.Puzzle) {
	t.Helper()
	seen := map[string]bool{}
	for n := 1; n <= 3; n++ {
		h := p.Hint(n, nil)
		text := fmt.Sprint(h)
		if h.Code == "" || seen[text] {
			t.Errorf("%s: hint %d is %s", p.ID(), n, text)
		}
		seen[text] = true
	}
}

// checkMutants judges an answer with random changes.
func checkMutants(t *testing.T, p engine.Puzzle, answer string) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(len(answer))))
	pieces := []string{"", "(", ")", "+", "-", "*", "/", "^", "!", "√", "=", "0", "1", "99", " ", "a", "é", "\xff", "\x00", "（", "９"}
	for range 200 {
		b := answer
		for range 1 + r.IntN(3) {
			i := r.IntN(len(b) + 1)
			j := min(len(b), i+r.IntN(3))
			b = b[:i] + pieces[r.IntN(len(pieces))] + b[j:]
		}
		checkVerdict(t, p, b)
	}
}

// checkVerdict judges an answer: it must be right with a form or else have a fault,
// placed inside the text.
func checkVerdict(t *testing.T, p engine.Puzzle, answer string) {
	t.Helper()
	v := p.Judge(answer)
	if (v.Outcome == engine.Right) != (v.Fault == nil) || (v.Outcome == engine.Right || v.Near) != (v.Form != "") {
		t.Errorf("%s: Judge(%q) = %+v", p.ID(), answer, v)
	}
	if v.Fault == nil {
		return
	}
	if !faultCode.MatchString(v.Fault.Code) {
		t.Errorf("%s: Judge(%q): bad code %q", p.ID(), answer, v.Fault.Code)
	}
	if at := v.Fault.At; at != nil && (at.Pos < 0 || at.End < at.Pos || at.End > len(answer)) {
		t.Errorf("%s: Judge(%q): fault at %v", p.ID(), answer, *at)
	}
}

var faultCode = regexp.MustCompile(`^[a-z0-9.-]+$`)

// checkPlain fails if a calculation could be written with fewer brackets. The tests of expr
// check that whatever it prints has the fewest, so here expr must print the same text.
func checkPlain(t *testing.T, id, text string) {
	t.Helper()
	if n, err := expr.Parse(text); err != nil || n.String() != text {
		t.Errorf("%s: %s could be written %v: %v", id, text, n, err)
	}
}

// checkBadText gives the game texts that are not puzzles.
func checkBadText(t *testing.T, g engine.Game) {
	t.Helper()
	for _, text := range []string{"\x00", "?", "(((", strings.Repeat("9", 4096), strings.Repeat("1,", 3000)} {
		if p, err := g.Parse(text); err == nil || engine.AsFault(err) == nil {
			t.Errorf("Parse(%.20q) = %v, %v, want a fault", text, p, err)
		}
		if _, err := g.New(rand.New(rand.NewPCG(1, 1)), engine.Wish{Text: text}); err == nil || engine.AsFault(err) == nil {
			t.Errorf("New(%.20q): %v, want a fault", text, err)
		}
	}
}

// TestParse reads IDs as people write them. want is the ID of the puzzle, or the fault.
func TestParse(t *testing.T) {
	for _, tt := range []struct{ id, want string }{
		{"", "id.form"},
		{"24", "id.form"},
		{"25:3,3,8,8", "id.game name=25"},

		{"24:3,3,8,8", "24:3,3,8,8"},
		{"24:8 3  8,3", "24:3,3,8,8"},
		{"24:8，3、8　３", "24:3,3,8,8"},
		{"24:a j Q k", "24:1,11,12,13"},
		{"24:AJQK", "24:1,11,12,13"},
		{"24:T 10", "24:10,10"},
		{"24:1,2,3,4,5=100", "24:1,2,3,4,5=100"},
		{"24:1 2 3 4 5 = 100", "24:1,2,3,4,5=100"},
		{"24:1,2,3,4=24", "24:1,2,3,4"},
		{"24:1,2=-1", "24:1,2=-1"},
		{"24:1 2 ＝ − 1", "24:1,2=-1"},
		{"24:007,0", "24:0,7"},
		{"24:999,999,999,999,999,999=-1000000000", "24:999,999,999,999,999,999=-1000000000"},
		{"24:", "hand.count count=0 max=10 min=2"},
		{"24:24", "hand.count count=1 max=10 min=2"},
		{"24:1 2 3 4 5 6 7 8 9 10 11", "hand.count count=11 max=10 min=2"},
		{"24:10 9 8 7 6 5 4 3 2 1", "24:1,2,3,4,5,6,7,8,9,10"},
		{"24:99,99,99,99,99,99,99,99,99,99=-999999", "24:99,99,99,99,99,99,99,99,99,99=-999999"},
		{"24:1 2 3 4 5 6 100", "hand.card max=99 min=0 text=100 at=15"},
		{"24:1 2 3 4 5 6 7=1000000", "hand.goal limit=999999 text=1000000 at=17"},
		{"24:3 3 8 1000", "hand.card max=999 min=0 text=1000 at=9"},
		{"24:3 3 8 99999999999999999999", "hand.card max=999 min=0 text=99999999999999999999 at=9"},
		{"24:3 3 -8 8", "hand.card max=999 min=0 text=- at=7"},
		{"24:3 3 八 8", "24:3,3,8,8"},
		{"24:3 3 é 8", "hand.card max=999 min=0 text=é at=7"},
		{"24:3 3 8 8 =", "hand.goal limit=1000000000 text= at=12"},
		{"24:3 3 8 8 = 1000000001", "hand.goal limit=1000000000 text=1000000001 at=12"},
		{"24:3 3 8 8 = 1/2", "hand.goal limit=1000000000 text=1/2 at=12"},
		{"24:3 3 8 8\xff", "hand.card max=999 min=0 text=\xff at=10"},

		{"countdown:75,50,2,3,8,7=812", "countdown:75,50,2,3,8,7=812"},
		{"countdown:75 50 2 3 8 7 812", "countdown:75,50,2,3,8,7=812"},
		{"countdown: 75, 50, 2, 3, 8, 7 -> 812 ", "countdown:75,50,2,3,8,7=812"},
		{"countdown:７５，５０、２　３ ８ ７＝８１２", "countdown:75,50,2,3,8,7=812"},
		{"countdown:075,50,2,3,8,7=0812", "countdown:75,50,2,3,8,7=812"},
		{"countdown:2,3,7,8,50,75=812", "countdown:2,3,7,8,50,75=812"},
		{"countdown:", "board.count count=0 want=7"},
		{"countdown:75,50,2,3,8,7", "board.count count=6 want=7"},
		{"countdown:1 2 3 4 5 6 7 812", "board.count count=8 want=7"},
		{"countdown:75,50,2,3,8,11=812", "board.tile text=11 at=22"},
		{"countdown:75,50,2,3,8,0=812", "board.tile text=0 at=22"},
		{"countdown:75,75,2,3,8,7=812", "board.copies copies=1 text=75 at=13"},
		{"countdown:3,50,3,3,8,7=812", "board.copies copies=2 text=3 at=17"},
		{"countdown:75,50,2,3,8,7=1000", "board.target max=999 min=101 text=1000 at=24"},
		{"countdown:75,50,2,3,8,7=100", "board.target max=999 min=101 text=100 at=24"},
		{"countdown:75=50,2,3,8,7,812", "board.form at=12"},
		{"countdown:75,50,2,3,8,7=812!", "board.form at=27"},
		{"countdown:-75,50,2,3,8,7=812", "board.form at=10"},
		{"countdown:75,50,2,3,8,7=" + strings.Repeat(" ", 200) + "812", "board.form"},

		{"letters:AAEEILNRT", "letters:AAEEILNRT"},
		{"letters:t r i n l e a e a", "letters:AAEEILNRT"},
		{"letters:", "word.empty"},
		{"letters:AAEEILNR", "letters.count count=8 want=9"},
		{"letters:AAEEILNRTS", "letters.count count=10 want=9"},
		{"letters:AAEE1LNRT", "word.letter text=1 at=12"},

		{"conundrum:TNEETRNAI", "conundrum:TNEETRNAI"},
		{"conundrum:t n e e t r n a i", "conundrum:TNEETRNAI"},
		{"conundrum:", "word.empty"},
		{"conundrum:TNEETRNA", "letters.count count=8 want=9"},
		{"conundrum:TNEETRNA1", "word.letter text=1 at=18"},
	} {
		got := ""
		if p, err := Parse(tt.id); err == nil {
			got = p.ID()
		} else if f := engine.AsFault(err); f != nil {
			got = f.Error()
		}
		if got != tt.want {
			t.Errorf("Parse(%q): %s, want %s", tt.id, got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, id := range []string{
		"24:3,3,8,8", "24:a j q k", "24:1 2 3 4 5 = 100", "24:1,2=-1", "24:８　３", "24:=,=", "24:",
		"countdown:75,50,2,3,8,7=812", "countdown:７５ 50、2 3 8 7 → 812", "letters:AAEEILNRT", "conundrum:TNEETRNAI",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		p, err := Parse(id)
		if err != nil {
			if engine.AsFault(err) == nil {
				t.Fatalf("Parse(%q): %v is not a fault", id, err)
			}
			return
		}
		again, err := Parse(p.ID())
		if err != nil || again.ID() != p.ID() || len(p.ID()) > 40 || strings.ContainsFunc(p.ID(), func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("Parse(%q) = %s, parsed again %v, %v", id, p.ID(), again, err)
		}
	})
}

func FuzzJudge(f *testing.F) {
	for _, answer := range []string{
		"8/(3-8/3)", "8/(3-8/3)=24", "-8/(8/3-3)", "3^8", "8/(3-3)", "((", "√8!+３", "(50+8)*7*2", "7/2+75", "-(2)",
		"retinal", "Ｔｅａ", "entertain", "\xff",
		"step 1: 3-8/3=1/3, 8÷1/3=24", "factorial of four 三分之八 3加4的和 9的平方根", "12*2=24 (12=3+4+5) ~~8~~ **3**",
		`\frac{8}{3} \boxed{1️⃣8=24}`, "8(3+4=7! ×2, -1 no wait 25. 1,000", "my word is retinal", "```py\n8\n``` x=8 → ×3",
	} {
		f.Add(answer)
	}
	type fuzzed struct {
		engine.Puzzle
		// forms are those of the solutions found, and isComplete means that there are no others.
		forms      map[string]bool
		isComplete bool
	}
	var puzzles []fuzzed
	for _, id := range []string{"24:3,3,8,8", "24:1,2,3,4,5,6,7,8,9,10", "countdown:75,50,2,3,8,7=812", "letters:AAEEILNRT", "conundrum:TNEETRNAI"} {
		p, err := Parse(id)
		if err != nil {
			f.Fatal(err)
		}
		s := p.Solve(context.Background())
		forms := map[string]bool{}
		for _, text := range s.All {
			forms[p.Judge(text).Form] = true
		}
		puzzles = append(puzzles, fuzzed{p, forms, s.Complete})
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for _, p := range puzzles {
			checkVerdict(t, p, answer)
			v := p.Judge(answer)
			isKnown := p.forms[v.Form] || words.Blocked(v.Form)
			if p.isComplete && v.Outcome == engine.Right && !isKnown {
				t.Errorf("%s: %q has form %s, which no solution has", p.ID(), answer, v.Form)
			}
		}
	})
}

func TestOnTiles(t *testing.T) {
	for _, tt := range []struct {
		id, text string
		want     bool
	}{
		{"24:3,3,8,8", "8/(3-8/3)", true},
		{"24:3,3,8,8", "8*3", true}, // leaves cards out, but makes 24
		{"24:3,3,8,8", "8+3", false},
		{"24:3,3,8,8", "8+3=24", true},
		{"24:3,3,8,8", "3", false},
		{"24:3,3,8,8", "24", false},
		{"24:3,3,8,8", "2+3", false},
		{"24:3,3,8,8", "3/(8-8)", true},
		{"24:3,3,8,8", "see you at 8", false},
		{"countdown:75,50,2,3,8,7=812", "75*8", true},
		{"countdown:75,50,2,3,8,7=812", "8-7", false}, // so do people tell each other a score
		{"countdown:75,50,2,3,8,7=812", "75", false},
		{"countdown:75,50,2,3,8,7=812", "9*8", false},
		{"tchisla:2016#7", "77", false},
		{"tchisla:77#7", "77", true},
		{"tchisla:2016#7", "7*7*7", true},
		{"tchisla:2016#7", "7", false},
		{"tchisla:2016#7", "7+6", false},
		{"letters:AAEEILNRT", "learn", true},
		{"letters:AAEEILNRT", "hello", false},
		{"letters:AAEEILNRT", "a", false},
		{"conundrum:RETSIBRAC", "carbiters", true},
		{"conundrum:RETSIBRAC", "crab", false},
	} {
		p, err := Parse(tt.id)
		if err != nil {
			t.Fatal(err)
		}
		v := p.Judge(tt.text)
		if got := v.OnTiles; got != tt.want {
			t.Errorf("%s: %q on tiles: %v", tt.id, tt.text, got)
		}
		if v.OnTiles && !v.Meant {
			t.Errorf("%s: %q is on its tiles, and not meant", tt.id, tt.text)
		}
	}
}

// What people say to each other is not meant as an answer.
func TestTalkIsNotMeant(t *testing.T) {
	for _, id := range []string{
		"24:3,3,8,8", "countdown:75,50,2,3,8,7=812", "tchisla:2016#7", "tchisla:77#7", "letters:AAEEILNRT", "conundrum:RETSIBRAC",
	} {
		p, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, talk := range []string{"", "good luck everyone!", "how do you play this?", "I got it in 5 minutes", "lol nice", "3-2 for us, ben", "👍", ":)", "+1", "5"} {
			if p.Judge(talk).Meant {
				t.Errorf("%s: %q is taken as an answer", id, talk)
			}
		}
	}
}

// Each game has a short sign of its own, which is read in every language.
func TestSigns(t *testing.T) {
	of := map[string]string{}
	for _, g := range All() {
		sign := g.Rules().Sign
		if sign == "" || len(sign) > 3 {
			t.Errorf("%s has the sign %q", g.Name(), sign)
		}
		if other := of[sign]; other != "" {
			t.Errorf("%s and %s have the sign %q", other, g.Name(), sign)
		}
		of[sign] = g.Name()
	}
}

// A typed text is a puzzle of the game that it names or, without a name, of the first game that can read it.
func TestReadPuzzle(t *testing.T) {
	for _, test := range []struct {
		text, want string
	}{
		{"24:3,3,8,8", "24:3,3,8,8"},
		{"24 3 3 8 8", "24:3,3,8,8"},
		{" 3 3 8 8 ", "24:3,3,8,8"},
		{"Tchisla 49#7", "tchisla:49#7"},
		{"49#7", "tchisla:49#7"},
	} {
		g, p, err := engine.ReadPuzzle(All(), test.text)
		if err != nil || p.ID() != test.want || !strings.HasPrefix(p.ID(), g.Name()+":") {
			t.Errorf("%q: %v, %v", test.text, p, err)
		}
	}
	for _, text := range []string{"tchisla 3 3 8 8 8", "nonsense!", "", "24 ", "24:"} {
		if _, p, err := engine.ReadPuzzle(All(), text); err == nil {
			t.Errorf("%q is %s", text, p.ID())
		}
	}
	// The place of a fault is one in the whole text.
	for _, text := range []string{"24 3 3 x 8", " 24:  3 3 x 8", "3 3 x 8"} {
		_, _, err := engine.ReadPuzzle(All(), text)
		fault := engine.AsFault(err)
		if fault == nil || fault.At == nil || text[fault.At.Pos:fault.At.End] != "x" {
			t.Errorf("%q: the fault is %v", text, err)
		}
	}
}
