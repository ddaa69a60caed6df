package twentyfour

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/engine"
)

func TestHint(t *testing.T) {
	type args = engine.Args
	for _, tt := range []struct {
		desc string
		want [3]engine.Hint
	}{
		{"3,3,8,8", [3]engine.Hint{
			{Code: "last.div"},
			{Code: "aim.div", Args: args{"x": "8", "y": "1/3"}},
			{Code: "pair", Args: args{"text": "8/(3-?)"}},
		}},
		{"1,2,3,4", [3]engine.Hint{ // 4*3*2*1: the 1 tells nothing
			{Code: "last.mul"},
			{Code: "aim.mul", Args: args{"x": "8", "y": "3"}},
			{Code: "pair", Args: args{"text": "?*3*1"}},
		}},
		{"11,11,12,12", [3]engine.Hint{ // 12+12+11-11, as people see it
			{Code: "core", Args: args{"n": 2, "goal": "24"}},
			{Code: "aim.add", Args: args{"x": "12", "y": "12"}},
			{Code: "pair", Args: args{"text": "12+12+?"}},
		}},
		{"2,3,4", [3]engine.Hint{
			{Code: "last.mul"},
			{Code: "aim.mul", Args: args{"x": "8", "y": "3"}},
			{Code: "nearly", Args: args{"text": "4*2*?"}},
		}},
		{"1,24", [3]engine.Hint{
			{Code: "last.mul"},
			{Code: "aim.mul", Args: args{"x": "24", "y": "1"}},
			{Code: "solution", Args: args{"text": "24*1"}},
		}},
		{"1,1,1,1", [3]engine.Hint{}},
	} {
		p := parse(t, tt.desc)
		got := [3]engine.Hint{p.Hint(1, nil), p.Hint(2, nil), p.Hint(3, nil)}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: hints (-want +got):\n%s", tt.desc, d)
		}
	}
}

func TestHintPassesOverFoundSolutions(t *testing.T) {
	p := parse(t, "1,2,3,4")
	all := p.Solve(t.Context()).All
	var found []string
	for _, text := range all {
		if h := p.Hint(3, found); h.Code == "" {
			t.Fatalf("no hint with %d of %d solutions found", len(found), len(all))
		}
		found = append(found, p.Judge(text).Form)
	}
	if h := p.Hint(1, found); h.Code != "" {
		t.Errorf("a hint with all solutions found: %v", h)
	}
	if got, want := p.Hint(3, found[:1]), p.study().solutions[1].expr.Masked(2).String(); got.Args["text"] != want {
		t.Errorf("with the first solution found the third hint is %v, want %s", got, want)
	}
}

// The most natural solution has no fraction if one has none.
func TestMostNatural(t *testing.T) {
	for desc, want := range map[string]string{
		"3,3,8,8": "8/(3-8/3)", "5,7,11,12,13,13": "12+11+7-5-13/13", "10,20,30,40,50,60=100": "50*40*30/60/(20-10)",
		"5,6,7,8,9,10": "6*(7+5-8)*(10-9)",
	} {
		if got := parse(t, desc).Solve(t.Context()).Best; got != want {
			t.Errorf("the most natural solution of %s is %s, want %s", desc, got, want)
		}
	}
}
