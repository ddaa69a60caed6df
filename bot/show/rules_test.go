package show

import (
	"testing"

	"reckon/bot/round/mode"
)

// In a show of several people the answers to a conundrum are open, since the first right one ends the round. All other
// answers of a show are hidden until the end: those of two people, and those that somebody gives against a ghost. The
// rounds of a show of several people are for everybody, and those of two for these two.
func TestWhatAShowHides(t *testing.T) {
	for _, test := range []struct {
		name                        string
		mode                        func(mode.Setting, bool) mode.Mode
		where                       mode.Setting
		isMeasured                  bool
		isHidden, isShared, hasPair bool
	}{
		{"letters of several", newMode, mode.Together, true, true, true, false},
		{"a conundrum of several", newMode, mode.Together, false, false, true, false},
		{"letters alone", newMode, mode.Private, true, true, false, true},
		{"a conundrum alone", newMode, mode.Private, false, true, false, true},
		{"letters of two", newModeOfTwo, mode.Together, true, true, true, true},
		{"a conundrum of two", newModeOfTwo, mode.Together, false, true, true, true},
	} {
		m := test.mode(test.where, test.isMeasured)
		if m.Hidden != test.isHidden || m.Shared != test.isShared || m.Pair != test.hasPair {
			t.Errorf("%s: hidden %v, shared %v, of a pair %v", test.name, m.Hidden, m.Shared, m.Pair)
		}
		// Only in a conundrum does the first right answer end the round.
		if m.EndsEarly == test.isMeasured || !m.BestOnly {
			t.Errorf("%s: it ends early %v, the best alone scores %v", test.name, m.EndsEarly, m.BestOnly)
		}
		// Those who gather decide themselves when to begin. A pair needs nobody else.
		if gathers := m.Gather > 0; gathers == test.hasPair {
			t.Errorf("%s: it gathers people: %v", test.name, gathers)
		}
	}
}
