package twentyfour

import (
	"context"
	"slices"
	"testing"

	"reckon/engine"
	"reckon/engine/expr"
)

func form(t *testing.T, text string) string {
	t.Helper()
	n, err := expr.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return forms(signedNode(n).node)[0]
}

func TestFormJoins(t *testing.T) {
	for _, same := range [][]string{
		{"15+8+7-6", "8+7+15-6", "15-6+(7+8)", "15-(6-8-7)"},
		{"8*6/2", "8/2*6", "6*(8/2)", "6/(2/8)"},
		{"(1-13)*(1-3)", "(13-1)*(3-1)", "-(13-1)*(1-3)"},
		{"12*(13*1-11)", "12*(13/1-11)", "1*12*(13-11)", "12*(13-1*11)", "12*(13-11)/1", "12/1*(13-11)"},
		{"4*6+5-5", "4*6*5/5", "4*(6*5/5)", "4*6*(5/5)", "(4+5-5)*6", "4*(6-(5-5))", "5-(5-4*6)", "4/(5/5)*6", "4/(5/(5*6))"},
		{"8*3*1*1", "8*3+1-1", "8*(3*(1/1))", "(8+1-1)*3", "8*3/(1*1)"},
		{"8*3*(3-2)", "8*3/(3-2)", "8/(3-2)*3", "(3-2)*(8*3)", "8*-3*(2-3)"},
		{"20+4+0*5", "20+4+0/5", "(20+0*5)+4"},
		{"20+4+0*(2+3)", "20+4+0*2*3", "20+4+0*(3-2)", "20+4-0/(2/3)", "(20+4)*(3-2)+0"},
		{"(3-3)*5*7", "(3-3)*(5+7)", "(3-3)/(5-7)"},
	} {
		for _, s := range same[1:] {
			if a, b := form(t, same[0]), form(t, s); a != b {
				t.Errorf("%s has form %s, %s has %s", same[0], a, s, b)
			}
		}
	}
}

func TestFormParts(t *testing.T) {
	for _, different := range [][]string{
		{"6*2*2", "6*(2+2)"},
		{"6*(3+1)", "6*3+6*1"},
		{"2*6+12", "(2-1)*12+12"},
		{"8*3*(3-2)", "8*2+3*3"},
	} {
		got := make([]string, len(different))
		for i, s := range different {
			got[i] = form(t, s)
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != len(different) {
			t.Errorf("%q have forms %q", different, got)
		}
	}
}

// TestClassicSolutions counts the distinct solutions of the 1820 hands, a
// figure on which the public lists of this rule agree.
func TestClassicSolutions(t *testing.T) {
	want := []int{458, 515, 427, 216, 125, 30, 18, 17, 8, 2, 3, 1} // hands by number of solutions
	got := make([]int, len(want))
	total := 0
	for _, cards := range classicHands() {
		p := &Puzzle{hand: hand{cards: cards, goal: Classic}}
		s := p.Solve(context.Background())
		if !s.Complete {
			t.Fatalf("%s: incomplete", p.ID())
		}
		total += len(s.All)
		got[len(s.All)]++
		forms := map[string]string{}
		for _, text := range s.All {
			v := p.Judge(text)
			if v.Outcome != engine.Right || v.Text != text {
				t.Fatalf("%s: solution %s is judged %+v", p.ID(), text, v)
			}
			if other, ok := forms[v.Form]; ok {
				t.Errorf("%s: %s and %s have one form", p.ID(), text, other)
			}
			forms[v.Form] = text
		}
	}
	if total != 3017 || !slices.Equal(got, want) {
		t.Errorf("%d solutions, hands by number of solutions %v; want 3017, %v", total, got, want)
	}
}
