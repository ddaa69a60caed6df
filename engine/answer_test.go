package engine

import (
	"slices"
	"strings"
	"testing"
)

func TestReadAnswer(t *testing.T) {
	for _, tt := range []struct{ text, node, value, fault string }{
		{"8/(3-8/3)", "8/(3-8/3)", "24", ""},
		{"8÷（3−8÷3）＝24", "8/(3-8/3)", "24", ""},
		{"8*3=72/3", "8*3", "24", ""},
		{"8*3=25", "8*3", "24", "claim claim=25 value=24 at=4"},
		{"8*3=1/0", "8*3", "24", "div-zero at=6"},
		{"8*3=99!!!", "8*3", "24", "claim claim=((99!)!)! value=24 at=4"},
		{"64/3=√455", "64/3", "64/3", "claim claim=√455 value=64/3 at=5"},
		{"4*3=12, 12*2", "4*3*2", "24", ""},
		{"4*3=13, 13*2=24", "4*3*2", "24", "claim claim=13 value=12 at=4"},
		{"8/(3-8/3", "", "0", "syntax.unclosed at=2"},
		{"**8/(3-8/3)** = 24 ✅", "8/(3-8/3)", "24", ""},
		{"8/(3-3)", "8/(3-3)", "0", "div-zero at=2"},
		{"8*a", "", "0", "syntax.unexpected text=a want=number at=2"},
		{"9^9^9^9", "9^9^9^9", "0", "too-large at=0"},
	} {
		n, v, err := ReadAnswer(tt.text)
		node, fault := "", ""
		if n != nil {
			node = n.String()
		}
		if f := AsFault(err); f != nil {
			fault = f.Error()
		} else if err != nil {
			t.Errorf("ReadAnswer(%q) fails with %v, not a Fault", tt.text, err)
		}
		if node != tt.node || v.String() != tt.value || fault != tt.fault {
			t.Errorf("ReadAnswer(%q) = %s, %s, %q, want %s, %s, %q", tt.text, node, v, fault, tt.node, tt.value, tt.fault)
		}
	}
}

func TestJudgeAnswer(t *testing.T) {
	for _, tt := range []struct {
		text    string
		goal    int64
		outcome Outcome
		value   string // empty if not known
		fault   string
	}{
		{"8/(3-8/3)", 24, Right, "24", ""},
		{"8*3=24", 24, Right, "24", ""},
		{"8*3=25", 24, Wrong, "24", "claim claim=25 value=24 at=4"},
		{"8*3=99!!!", 24, Wrong, "24", "claim claim=((99!)!)! value=24 at=4"},
		{"8*3=1/0", 24, Invalid, "24", "div-zero at=6"},
		{"64/3=24", 24, Wrong, "64/3", "value goal=24 mixed=21 1/3 value=64/3"},
		{"8/(3-3)", 24, Invalid, "", "div-zero at=2"},
		{"8*a", 24, Invalid, "", "syntax.unexpected text=a want=number at=2"},
		// Steps.
		{"4*3=12, 12*2=24", 24, Right, "24", ""},
		{"4*3=13, 13*2=24", 24, Wrong, "24", "claim claim=13 value=12 at=4"},
		{"4*3=12, 12*3=24", 24, Wrong, "36", "value goal=24 mixed=36 value=36"},
		{"4*3=13, 13*3=39", 24, Wrong, "36", "claim claim=13 value=12 at=4"},
		{"4*3=12, 12*2=25", 24, Wrong, "24", "claim claim=25 value=24 at=13"},
		{"4/0=0, 0*24=24", 24, Invalid, "", "div-zero at=2"},
		{"4*3=1/0, 1/0*2", 24, Wrong, "24", "div-zero at=6"},
		// It is too large to evaluate, but not to judge.
		{"9^9^9", 24, Wrong, "", "value.long goal=24"},
		{"9^9^9^9", -24, Wrong, "", "value.long goal=-24"},
		{"99!!!", 24, Wrong, "", "value.long goal=24"},
		{"24+1/9^9^9", 24, Wrong, "", "value.long goal=24"},
		{"9^9^9^9*0+24", 24, Right, "24", ""},
		{"24+(99!!!-99!!!)", 24, Invalid, "", "too-large at=4"},
		{"99!!!/(3-3)", 24, Invalid, "", "div-zero at=6"},
		{"9^9^9-9^9^9+24", 24, Right, "24", ""},
		{"(9999!-9998!)/9998!", 9998, Right, "9998", ""},
		// The other reading of √x!.
		{"√9!+√9!*3", 24, Wrong, "", "root-first meant=(√9)!+(√9)!*3"},
		{"√√16!*12", 24, Wrong, "", "root-first meant=(√√16)!*12"},
		{"√-4!*-1", 24, Invalid, "", "root-negative at=0"},
		{"√(9!)+√9!*3", 24, Wrong, "", "value"},
		{"√(9)!+18", 24, Wrong, "", "root-first meant=(√9)!+18"},
		{"√9!!", 720, Wrong, "", "root-first meant=((√9)!)!"},
		{"√4!", 24, Wrong, "", "value goal=24 mixed=2*√6 value=2*√6"},
		{"√4!^2", 24, Right, "24", ""},
	} {
		a := JudgeAnswer(tt.text, tt.goal)
		fault := ""
		if a.Fault != nil {
			fault = a.Fault.Error()
		}
		if tt.fault == "value" && a.Fault != nil {
			fault = a.Fault.Code
		}
		if a.Outcome != tt.outcome || fault != tt.fault || (a.Fault == nil) != (a.Outcome == Right) {
			t.Errorf("JudgeAnswer(%q, %d) is %s, %q, want %s, %q", tt.text, tt.goal, a.Outcome, fault, tt.outcome, tt.fault)
		}
		if tt.value != "" && (!a.Valued || a.Value.String() != tt.value) {
			t.Errorf("JudgeAnswer(%q, %d) has the value %s, want %s", tt.text, tt.goal, a.Value, tt.value)
		}
	}
}

// TestClaimPastChecking compares two sums of the same roots of roots, of a
// degree at which nobody can tell that they are equal.
func TestClaimPastChecking(t *testing.T) {
	roots := []string{"2", "3", "5", "6", "7", "10", "11", "13", "14", "15", "17", "19"}
	sum := func() string { return "√(1+√" + strings.Join(roots, ")+√(1+√") + ")" }
	text := sum() + "="
	claimed := len(text)
	slices.Reverse(roots)
	text += sum()
	_, _, err := ReadAnswer(text)
	if f := AsFault(err); f == nil || f.Code != "too-large" || f.At.Pos != claimed {
		t.Errorf("%s: %v, want too-large at %d", text, err, claimed)
	}
}
