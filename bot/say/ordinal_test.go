package say

import "testing"

// A rank ends as people say it, also beyond twenty.
func TestOrdinal(t *testing.T) {
	v := english(t)
	for n, want := range map[int]string{
		1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 10: "10th", 11: "11th", 12: "12th", 13: "13th",
		20: "20th", 21: "21st", 32: "32nd", 101: "101st", 111: "111th",
	} {
		if got := v.Ordinal(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
