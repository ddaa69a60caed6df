package engine

import "testing"

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
