package countdown

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
	"reckon/engine/expr"
	"reckon/engine/property"
)

func parse(tb testing.TB, desc string) *Puzzle {
	tb.Helper()
	p, err := Game{}.Parse(desc)
	if err != nil {
		tb.Fatalf("Parse(%q): %v", desc, err)
	}
	return p.(*Puzzle)
}

func TestJudge(t *testing.T) {
	type args = engine.Args
	at := func(pos, end int) *engine.Span { return &engine.Span{Pos: pos, End: end} }
	for _, tt := range []struct {
		answer  string
		outcome engine.Outcome
		value   string
		measure int
		points  int
		fault   *engine.Fault
	}{
		{"50+(75*8-7)*2-...", engine.Invalid, "", 812, 0, &engine.Fault{Code: "syntax.operand", At: at(14, 14)}},
		{"75*(8+3)-7-2*3", engine.Wrong, "812", 812, 0, &engine.Fault{Code: "repeated", Args: args{"numbers": []string{"3"}}, At: at(13, 14)}},
		{"(50+8)*7*2", engine.Right, "812", 0, 10, nil},
		{"８１２＝（５０＋８）×７×２", engine.Right, "812", 0, 10, nil},
		{"(50+8)*7*2=813", engine.Wrong, "812", 812, 0, &engine.Fault{Code: "claim", Args: args{"claim": "813", "value": "812"}, At: at(11, 14)}},
		{"75+50=125.5", engine.Wrong, "125", 812, 0, &engine.Fault{Code: "claim.rounded", Args: args{"claim": "125.5", "value": "125"}, At: at(6, 11)}},
		{"(50+8)*7*2=1/0", engine.Wrong, "", 812, 0, &engine.Fault{Code: "div-zero", At: at(13, 14)}},
		{"(50+8)*7*2-3", engine.Wrong, "809", 3, 7, &engine.Fault{Code: "near", Args: args{"value": "809", "goal": "812", "distance": 3}}},
		{"(50+8)*7*2-3=812", engine.Wrong, "809", 3, 7, &engine.Fault{Code: "near", Args: args{"value": "809", "goal": "812", "distance": 3}}},
		{"(50+8)*7*2-3=809", engine.Wrong, "809", 3, 7, &engine.Fault{Code: "near", Args: args{"value": "809", "goal": "812", "distance": 3}}},
		{"75*8+50*2*... ", engine.Invalid, "", 812, 0, &engine.Fault{Code: "syntax.operand", At: at(10, 10)}},
		{"75*8+50+2", engine.Wrong, "652", 160, 0, &engine.Fault{Code: "far", Args: args{"value": "652", "goal": "812", "distance": 160}}},
		{"(50+8)*(7*2)-7", engine.Wrong, "805", 812, 0, &engine.Fault{Code: "repeated", Args: args{"numbers": []string{"7"}}, At: at(13, 14)}},
		{"7/2+75", engine.Wrong, "157/2", 812, 0, &engine.Fault{Code: "step.not-whole", Args: args{"step": "7/2", "value": "3 1/2"}, At: at(0, 3)}},
		{"75+(2-3)", engine.Wrong, "74", 812, 0, &engine.Fault{Code: "step.not-positive", Args: args{"step": "2-3", "value": "-1"}, At: at(3, 8)}},
		{"75/(8-7-3+2)", engine.Wrong, "", 812, 0, &engine.Fault{Code: "step.not-positive", Args: args{"step": "8-7-3", "value": "-2"}, At: at(4, 9)}},
		{"-2+75", engine.Wrong, "73", 812, 0, &engine.Fault{Code: "step.not-positive", Args: args{"step": "-2", "value": "-2"}, At: at(0, 2)}},
		{"50^2", engine.Wrong, "2500", 812, 0, &engine.Fault{Code: "operator", Args: args{"operator": "^"}, At: at(0, 4)}},
		{"3!+50", engine.Wrong, "56", 812, 0, &engine.Fault{Code: "operator", Args: args{"operator": "!"}, At: at(0, 2)}},
		{"812", engine.Wrong, "812", 812, 0, &engine.Fault{Code: "extra", Args: args{"numbers": []string{"812"}}, At: at(0, 3)}},
		{"1/0", engine.Wrong, "", 812, 0, &engine.Fault{Code: "extra", Args: args{"numbers": []string{"1", "0"}}, At: at(0, 1)}},
		{"", engine.Invalid, "", 812, 0, &engine.Fault{Code: "syntax.empty"}},
	} {
		v := parse(t, "75,50,2,3,8,7=812").Judge(tt.answer)
		if v.Outcome != tt.outcome || v.Value != tt.value || v.Measure != tt.measure || v.Points != tt.points {
			t.Errorf("%q: %+v", tt.answer, v)
		}
		if f := v.Fault; f != nil && tt.fault != nil && tt.fault.At == nil {
			f.At = nil
		}
		if diff := cmp.Diff(tt.fault, v.Fault); diff != "" {
			t.Errorf("%q: fault want -, got +:\n%s", tt.answer, diff)
		}
	}
}

func TestForm(t *testing.T) {
	for _, tt := range []struct{ answer, form string }{
		{"8-(3-2)", "8+2-3"},
		{"2+8-3", "8+2-3"},
		{"8*(3/1)", "8*3"},
		{"((4+3)*1+8)*6", "(8+4+3)*6"},
		{"8/(4/2)", "8*2/4"},
		{"1*(3-2)*8", "8"},
	} {
		n, err := expr.Parse(tt.answer)
		if err != nil {
			t.Fatal(err)
		}
		var a arena
		form, f := a.read(n)
		if f != nil {
			t.Fatal(f)
		}
		if got := a.node(form).String(); got != tt.form {
			t.Errorf("form of %s: %s, want %s", tt.answer, got, tt.form)
		}
	}
}

// Every solution is judged right, and is its own form.
func TestSolutionsAreRight(t *testing.T) {
	for _, g := range knownGames(t) {
		p := &Puzzle{tiles: g.tiles, target: g.target}
		s := p.Solve(context.Background())
		if s.Solvable != (g.distance == 0) || s.Measure != g.distance || len(s.All) != g.count || s.Best == "" {
			t.Errorf("%s: %+v", p.ID(), s)
		}
		if v := p.Judge(s.Best); v.Measure != g.distance {
			t.Errorf("%s: best %s is judged %+v", p.ID(), s.Best, v)
		}
		for _, text := range s.All {
			if v := p.Judge(text); v.Outcome != engine.Right || v.Form != text || v.Text != text {
				t.Errorf("%s: %s is judged %+v", p.ID(), text, v)
			}
		}
	}
}

// genBoard draws any board.
func genBoard(t *rapid.T) *Puzzle {
	seed := rapid.Uint64().Draw(t, "seed")
	large := rapid.IntRange(anyLarge, 4).Draw(t, "large")
	return drawBoard(rand.New(rand.NewPCG(seed, 0)), large)
}

// grow makes a random expression of some of the tiles that keeps the rules.
func grow(t *rapid.T, tiles []int) (n *expr.Node, value int) {
	type part struct {
		n     *expr.Node
		value int
	}
	var parts []part
	for _, tile := range tiles {
		parts = append(parts, part{expr.Number(int64(tile)), tile})
	}
	for range rapid.IntRange(1, len(tiles)-1).Draw(t, "steps") {
		take := func() part {
			i := rapid.IntRange(0, len(parts)-1).Draw(t, "part")
			p := parts[i]
			parts = slices.Delete(parts, i, i+1)
			return p
		}
		x, y := take(), take()
		next := part{expr.New(expr.Add, x.n, y.n), x.value + y.value}
		switch rapid.IntRange(0, 3).Draw(t, "op") {
		case 1:
			if x.value > y.value {
				next = part{expr.New(expr.Sub, x.n, y.n), x.value - y.value}
			}
		case 2:
			if x.value != 1 && y.value != 1 {
				next = part{expr.New(expr.Mul, x.n, y.n), x.value * y.value}
			}
		case 3:
			if y.value != 1 && x.value%y.value == 0 {
				next = part{expr.New(expr.Div, x.n, y.n), x.value / y.value}
			}
		}
		parts = append(parts, next)
	}
	last := parts[len(parts)-1]
	return last.n, last.value
}

// The search finds every form that the rules allow.
func TestNothingIsMissed(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		p := genBoard(t)
		n, value := grow(t, p.tiles)
		if value > 100_000 {
			t.Skip("far from any target")
		}
		p.target = value
		v := p.Judge(n.String())
		if v.Outcome != engine.Right {
			t.Fatalf("%s: %s is judged %+v", p.ID(), n, v)
		}
		if s := p.Solve(context.Background()); !slices.Contains(s.All, v.Form) {
			t.Fatalf("%s: %s of %s is not among %q", p.ID(), v.Form, n, s.All)
		}
	})
}

func TestParseReadsID(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		p := genBoard(t)
		q, err := Game{}.Parse(strings.TrimPrefix(p.ID(), "countdown:"))
		if err != nil || q.ID() != p.ID() {
			t.Fatalf("%s: %v, %v", p.ID(), q, err)
		}
	})
}

func TestNewLarge(t *testing.T) {
	for large := range 5 {
		for level := range engine.MaxLevel + 1 {
			p, err := Game{}.New(rand.New(rand.NewPCG(7, uint64(level))), engine.Wish{Level: level, Text: fmt.Sprint(large)})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, tile := range p.(*Puzzle).tiles {
				if IsLarge(tile) {
					n++
				}
			}
			if n != large || level != engine.AnyLevel && p.Rating().Level != level {
				t.Errorf("%s for %d large, level %d", p.ID(), large, level)
			}
		}
	}
	if _, err := (Game{}).New(rand.New(rand.NewPCG(1, 1)), engine.Wish{Text: "5"}); err == nil || err.Error() != "board.large max=4 text=5" {
		t.Errorf("five large tiles: %v", err)
	}
}

func TestImpossible(t *testing.T) {
	p := parse(t, "1,3,7,10,25,50=831")
	s := p.Solve(context.Background())
	if s.Solvable || len(s.All) != 0 || s.Best == "" || s.Measure != 1 || !s.Complete {
		t.Errorf("%+v", s)
	}
	if h := p.Hint(1, nil); h.Code != "nearest" || h.Args["distance"] != 1 {
		t.Errorf("hint %v", h)
	}
	if r := p.Rating(); r.Level != engine.MaxLevel {
		t.Errorf("rating %v", r)
	}
}

// TestReasonsHold checks the reasons of a rating against the solutions.
func TestReasonsHold(t *testing.T) {
	said := map[string]int{}
	property.Check(t, func(t *rapid.T) {
		p := drawBoard(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), anyLarge)
		solutions := p.Solve(t.Context()).All
		for _, reason := range p.Rating().Reasons {
			said[reason]++
			for _, text := range solutions {
				n, err := expr.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				steps, err := expr.Steps(n)
				if err != nil {
					t.Fatal(err)
				}
				holds := false
				switch reason {
				case "operations":
					holds = len(steps) == boardSize-1
				case "division":
					holds = slices.ContainsFunc(steps, func(s expr.Step) bool { return s.Op == expr.Div })
				case "big":
					holds = slices.ContainsFunc(steps, func(s expr.Step) bool { v, _ := s.Value.Int64(); return v > maxTarget })
				case "few":
					holds = len(solutions) <= 3
				}
				if !holds {
					t.Fatalf("%s has reason %q, but a solution is %s", p.ID(), reason, text)
				}
			}
		}
	})
	for _, reason := range []string{"operations", "few"} {
		if said[reason] == 0 {
			t.Errorf("reason %q was never given", reason)
		}
	}
}

func TestHints(t *testing.T) {
	p := parse(t, "75,50,2,3,8,7=812")
	got := fmt.Sprint(p.Solve(context.Background()).Best, p.Hint(1, nil), p.Hint(2, nil), p.Hint(3, nil))
	const want = "(50+8)*7*2{last.mul map[]} {aim.mul map[x:406 y:2]} {pair map[text:?*7*2]}"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func BenchmarkSolve(b *testing.B) {
	games := knownGames(b)
	for b.Loop() {
		for _, g := range games {
			(&Puzzle{tiles: g.tiles, target: g.target}).Solve(context.Background())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(games)), "ns/game")
}

// A fault repeats whole characters of a long number, also of full-width digits.
func TestLargeTilesFaultText(t *testing.T) {
	_, err := Game{}.New(rand.New(rand.NewPCG(1, 1)), engine.Wish{Text: "1９９９９９９９９９９９９"})
	fault := engine.AsFault(err)
	if fault == nil || fault.Args["text"] != "1９９９９９９９９９９９" {
		t.Errorf("New: %v, want the first twelve digits", err)
	}
}
