package twentyfour

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/engine"
)

func parse(t *testing.T, desc string) *Puzzle {
	t.Helper()
	p, err := Game{}.Parse(desc)
	if err != nil {
		t.Fatalf("Parse(%q): %v", desc, err)
	}
	return p.(*Puzzle)
}

func TestJudge(t *testing.T) {
	type args = engine.Args
	span := func(pos, end int) *engine.Span { return &engine.Span{Pos: pos, End: end} }
	tests := []struct {
		desc, answer string
		outcome      engine.Outcome
		value        string
		fault        *engine.Fault
	}{
		{"3,3,8,8", "8/(3-8/3)", engine.Right, "24", nil},
		{"3,3,8,8", "８÷（３－８÷３）＝２４", engine.Right, "24", nil},
		{"3,3,8,8", "8/(3-8/3)=12*2", engine.Right, "24", nil},
		{"3,3,8,8", "-8/(8/3-3)", engine.Right, "24", nil},
		{"3,3,8,8", "08/(3-8/3)", engine.Right, "24", nil},
		{"3,3,8,8", "8/(3-8/3)=25", engine.Wrong, "24", &engine.Fault{Code: "claim", Args: args{"claim": "25", "value": "24"}, At: span(10, 12)}},
		{"3,3,8,8", "8/(3-8/3)=1/0", engine.Invalid, "", &engine.Fault{Code: "div-zero", At: span(12, 13)}},
		{"3,3,8,8", "8*3", engine.Wrong, "24", &engine.Fault{Code: "missing", Args: args{"numbers": []string{"3", "8"}}}},
		{"3,3,8,8", "8*8/3", engine.Wrong, "64/3", &engine.Fault{Code: "missing", Args: args{"numbers": []string{"3"}}}},
		{"3,3,8,8", "8*8/3+3", engine.Wrong, "73/3", &engine.Fault{Code: "value", Args: args{"value": "73/3", "mixed": "24 1/3", "goal": "24"}}},
		{"3,3,8,8", "8/3-8/3", engine.Wrong, "0", &engine.Fault{Code: "value", Args: args{"value": "0", "mixed": "0", "goal": "24"}}},
		{"3,3,8,8", "8+8+8", engine.Wrong, "24", &engine.Fault{Code: "repeated.missing", Args: args{"numbers": []string{"8"}, "missing": []string{"3", "3"}}, At: span(4, 5)}},
		{"3,3,8,8", "8/(3-8/3)+8-8", engine.Wrong, "24", &engine.Fault{Code: "repeated", Args: args{"numbers": []string{"8"}}, At: span(10, 11)}},
		{"3,3,8,8", "4*6", engine.Wrong, "24", &engine.Fault{Code: "extra.missing", Args: args{"numbers": []string{"4", "6"}, "missing": []string{"3", "3", "8", "8"}}, At: span(0, 1)}},
		{"3,3,8,8", "8/(3-8/3)*1", engine.Wrong, "24", &engine.Fault{Code: "extra", Args: args{"numbers": []string{"1"}}, At: span(10, 11)}},
		{"3,3,8,8", "33-8", engine.Wrong, "25", &engine.Fault{Code: "extra.missing", Args: args{"numbers": []string{"33"}, "missing": []string{"3", "3", "8"}}, At: span(0, 2)}},
		{"3,3,8,8", "3^3-8+8", engine.Wrong, "27", &engine.Fault{Code: "operator", Args: args{"operator": "^"}, At: span(0, 3)}},
		{"3,3,8,8", "8/(3-3)+8", engine.Invalid, "", &engine.Fault{Code: "div-zero", At: span(2, 7)}},
		{"3,3,8,8", "8/(3-8/3", engine.Right, "24", nil},
		{"3,3,8,8", "8*(3-8/3", engine.Invalid, "", &engine.Fault{Code: "syntax.unclosed", At: span(2, 3)}},
		{"3,3,8,8", "", engine.Invalid, "", &engine.Fault{Code: "syntax.empty"}},
		{"3,8=-24", "3*8", engine.Wrong, "24", &engine.Fault{Code: "value", Args: args{"value": "24", "mixed": "24", "goal": "-24"}}},
		{"3,8=-24", "-3*8", engine.Wrong, "-24", &engine.Fault{Code: "sign", At: span(0, 2)}},
		{"3,8=-5", "3-8", engine.Right, "-5", nil},
	}
	for _, tt := range tests {
		v := parse(t, tt.desc).Judge(tt.answer)
		got := engine.Verdict{Outcome: v.Outcome, Value: v.Value, Fault: v.Fault}
		want := engine.Verdict{Outcome: tt.outcome, Value: tt.value, Fault: tt.fault}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: Judge(%q) (-want +got):\n%s", tt.desc, tt.answer, d)
		}
		if right := v.Outcome == engine.Right; right != (v.Form != "") || right != (v.Points > 0) {
			t.Errorf("%s: Judge(%q): form %q, points %d", tt.desc, tt.answer, v.Form, v.Points)
		}
	}
}
