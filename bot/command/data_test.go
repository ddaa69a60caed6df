package command_test

import (
	"testing"

	"reckon/bot/command"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]bool{"": true, " v2~": true, "a\tb": false, "a\nb": false, "\x7f": false, "é": false, "√9": false} {
		if got := command.IsPrintable(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
