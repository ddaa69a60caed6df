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
		{"8/(3-8/3", "", "0", "syntax.unclosed at=2"},
		{"8/(3-3)", "8/(3-3)", "0", "div-zero at=2"},
		{"8*a", "", "0", "syntax.unexpected text=a at=2"},
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
