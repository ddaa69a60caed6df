package engine

import (
	"fmt"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	for _, tt := range []struct{ used, tiles, want string }{
		{"abaazz", "cabac", "extra [z] 4 [c c]"},
		{"abaaa", "cabac", "repeated [a] 3 [c c]"},
		{"aazyz", "a", "extra [z y] 2 []"},
		{"cab", "bac", " [] 0 []"},
		{"", "aa", " [] 0 [a a]"},
	} {
		code, wrong, first, left := Compare(strings.Split(tt.used, ""), strings.Split(tt.tiles, ""))
		if got := fmt.Sprint(code, " ", wrong, first, left); got != tt.want {
			t.Errorf("Compare(%s, %s) is %s, want %s", tt.used, tt.tiles, got, tt.want)
		}
	}
}
