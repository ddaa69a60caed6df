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
)

// TestGames holds every game to the promises of engine.Game and engine.Puzzle.
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
	p.Solve(ended) // returns, whatever it found
}

// checkClass holds a puzzle's class to its tiles in another order.
func checkClass(t *testing.T, p engine.Puzzle) {
	t.Helper()
	f := p.Face()
	if len(f.Tiles) < 2 {
		if p.Class() == "" {
			t.Errorf("%s has no class", p.ID())
		}
		return
	}
	tiles := slices.Clone(f.Tiles)
	slices.Reverse(tiles)
	want := engine.LettersClass(strings.Join(tiles, ""))
	if f.Goal != "" {
		want = engine.NumbersClass(tiles, f.Goal)
	}
	if p.Class() != want {
		t.Errorf("%s is of class %s, its tiles reversed of %s", p.ID(), p.Class(), want)
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

// checkMutants judges spoilt answers: none may crash, none may be right without
// a form or wrong without a fault placed inside the text.
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
		v := p.Judge(b)
		if (v.Outcome == engine.Right) != (v.Fault == nil) || (v.Outcome == engine.Right) != (v.Form != "") {
			t.Errorf("%s: Judge(%q) = %+v", p.ID(), b, v)
		}
		if v.Fault == nil {
			continue
		}
		if !regexp.MustCompile(`^[a-z0-9.-]+$`).MatchString(v.Fault.Code) {
			t.Errorf("%s: Judge(%q): bad code %q", p.ID(), b, v.Fault.Code)
		}
		if at := v.Fault.At; at != nil && (at.Pos < 0 || at.End < at.Pos || at.End > len(b)) {
			t.Errorf("%s: Judge(%q): fault at %v", p.ID(), b, *at)
		}
	}
}

// checkPlain fails if a calculation could be written with fewer brackets: expr
// holds what it prints to that, so it is enough that expr printed the text.
func checkPlain(t *testing.T, id, text string) {
	t.Helper()
	if n, err := expr.Parse(text); err != nil || n.String() != text {
		t.Errorf("%s: %s could be written %v: %v", id, text, n, err)
	}
}

// checkBadText gives the game what is no puzzle.
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

func TestParse(t *testing.T) {
	for _, tt := range []struct{ id, fault string }{
		{"", "id.form"},
		{"24", "id.form"},
		{"25:3,3,8,8", "id.game name=25"},
		{"24:3,3,8,1000", "hand.card max=999 min=0 text=1000 at=9"},
	} {
		if _, err := Parse(tt.id); err == nil || err.Error() != tt.fault {
			t.Errorf("Parse(%q): %v, want %s", tt.id, err, tt.fault)
		}
	}
}

func TestOnTiles(t *testing.T) {
	for _, tt := range []struct {
		id, text string
		want     bool
	}{
		{"24:3,3,8,8", "8/(3-8/3)", true},
		{"24:3,3,8,8", "8*3", true}, // leaves cards out, but is meant
		{"24:3,3,8,8", "3", false},
		{"24:3,3,8,8", "24", false},
		{"24:3,3,8,8", "2+3", false},
		{"24:3,3,8,8", "3/(8-8)", true},
		{"24:3,3,8,8", "see you at 8", false},
		{"countdown:75,50,2,3,8,7=812", "75*8", true},
		{"countdown:75,50,2,3,8,7=812", "75", false},
		{"countdown:75,50,2,3,8,7=812", "9*8", false},
		{"tchisla:2016#7", "77", true},
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
		if got := p.Judge(tt.text).OnTiles; got != tt.want {
			t.Errorf("%s: %q on tiles: %v", tt.id, tt.text, got)
		}
	}
}
