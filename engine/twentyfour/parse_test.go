package twentyfour

import (
	"errors"
	"testing"

	"reckon/engine"
)

// The place of a fault is in the text as typed, also if four cards were typed as one number.
func TestParseFaultPlace(t *testing.T) {
	for _, text := range []string{"3388=x", "3 3 8 8=x", " 3388 =x", "三三八八=x", "7.2.9.1=x"} {
		_, err := Game{}.Parse(text)
		fault, ok := errors.AsType[*engine.Fault](err)
		if !ok || fault.Code != "hand.goal" || fault.At == nil {
			t.Errorf("Parse(%q): %v, want hand.goal with a place", text, err)
			continue
		}
		want := engine.Span{Pos: len(text) - 1, End: len(text)}
		if *fault.At != want {
			t.Errorf("Parse(%q): the fault is at %v, want %v", text, *fault.At, want)
		}
	}
}
