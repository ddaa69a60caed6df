package engine

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A long part is explained by its last step, and then that step by its own parts.
func TestIdeaOfLongParts(t *testing.T) {
	for _, tt := range []struct{ answer, goal, want string }{
		{"8/(3-8/3)", "24", `split 8÷(1/3); one have=8 value=1/3 made=3−8÷3`},
		{"((11*(1+1+1)!-1)^(1+1)-11)*(1+1)", "8428", `split 4214×2; two x=4214 a=4225−11 y=2 b=1+1; ` +
			`one have=11 value=4225 made=65^2; two x=65 a=66−1 y=2 b=1+1; one have=1 value=66 made=11×6; one have=11 value=6 made=(1+1+1)!`},
		{"(100*(50+75/25)-4)/8", "662", `split 5296÷8; one have=8 value=5296 made=5300−4; one have=4 value=5300 made=100×53; one have=100 value=53 made=50+75÷25`},
		{"(1+2+3+4+5)*10", "150", `split 15×10; one have=10 value=15 made=1+2+3+4+5`},
	} {
		var facts []string
		for _, f := range Idea(tt.answer, tt.goal) {
			fact := f.Code
			for _, name := range []string{"have", "value", "made", "x", "a", "y", "b", "split"} {
				text, ok := f.Args[name].(string)
				isTold := ok && (f.Code != "split" || name == "split")
				if isTold {
					fact += " " + strings.TrimPrefix(name+"="+text, "split=")
				}
			}
			facts = append(facts, fact)
		}
		if d := cmp.Diff(tt.want, strings.Join(facts, "; ")); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.answer, d)
		}
	}
}
