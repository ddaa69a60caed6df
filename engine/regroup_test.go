package engine_test

import (
	"testing"

	"reckon/engine"
	"reckon/engine/expr"
)

func TestRegroup(t *testing.T) {
	for text, want := range map[string]string{
		"12+12+11-11":    "12+12 and 11-11",
		"11-11+12+12":    "12+12 and 11-11",
		"11+12+12-11":    "12+12 and 11-11",
		"12+11-(11-12)":  "12+12 and 11-11",
		"2*12*11/11":     "2*12 and 11/11",
		"6/2*8/1":        "",
		"3*8+5-5":        "3*8 and 5-5",
		"24+3-2-1":       "24 and 3-2-1",
		"12+9+8-5":       "",
		"1+1+10+12":      "",
		"4*3*2*1":        "",
		"8/(3-8/3)":      "",
		"24":             "",
		"24+5-5+6-6":     "24 and 5+6-5-6",
		"4*6/(5/5)":      "4*6 and 5/5",
		"10/5*12/3/4*12": "10*12/5 and 12/3/4",
	} {
		n, err := expr.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if grouped := engine.Regroup(n); grouped != nil {
			got = grouped.X.String() + " and " + grouped.Y.String()
		}
		if got != want {
			t.Errorf("%s becomes %q, want %q", text, got, want)
		}
	}
}
