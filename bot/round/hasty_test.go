package round

import (
	"testing"
	"time"

	"reckon/storage"
)

func TestHandTime(t *testing.T) {
	for _, c := range []struct {
		text string
		taps int
		want time.Duration
	}{
		{"", 0, 600},
		{"8/(3-8/3)", 0, 1140},
		{"8/(3-8/3)", 7, 1160},
		{"8/(3-8/3)", 9, 1320},
		// Nobody can send it by one tap.
		{"8/(3-8/3)", 1, 1160},
		{"retinal", 0, 1020},
		{"retinal", 7, 1160},
		{"retinal", 20, 2200},
		{"100+75", 3, 840},
		{"100 + 75", 1, 840},
		{"(7*7-1)/2", 1, 1160},
		{"√9!+77", 1, 1000},
		{"7", 1, 680},
	} {
		if got := handTime(c.text, c.taps); got != c.want*time.Millisecond {
			t.Errorf("%q by %d taps takes %v, want %v", c.text, c.taps, got, c.want*time.Millisecond)
		}
	}
}

// Whether an answer is hasty depends on its taps or, if it was typed, on its characters, even if it is paid at
// the end of its puzzle.
func TestHastyTaps(t *testing.T) {
	begun := noon
	for _, c := range []struct {
		text  string
		taps  int
		after time.Duration
		want  bool
	}{
		{"8/(3-8/3)", 0, 1139, true},
		{"8/(3-8/3)", 0, 1140, false},
		{"8/(3-8/3)", 9, 1200, true},
		{"8/(3-8/3)", 9, 1320, false},
		{"100+75", 3, 850, false},
		{"100+75", 0, 850, true},
	} {
		if got := isHasty(begun, begun.Add(c.after*time.Millisecond), c.text, c.taps); got != c.want {
			t.Errorf("%q by %d taps after %d ms is hasty: %v", c.text, c.taps, c.after, got)
		}
	}
	if isHasty(time.Time{}, begun, "1", 1) {
		t.Error("when the puzzle came is not known, and the answer is hasty")
	}
}

func TestTapsAreStored(t *testing.T) {
	x, _ := bout(t, "24:3,3,8,8", raceOf("24"))
	for who, taps := range map[string]int{"ann": 0, "bob": 9} {
		x.taps = taps
		x.sends(who, "8/(3-8/3)", 1200*time.Millisecond, false)
	}
	x.ends(noon.Add(time.Minute))
	if ann, bob := x.awardOf("ann"), x.awardOf("bob"); ann.Local || !bob.Local {
		t.Errorf("typed: %+v, tapped as fast: %+v", ann, bob)
	}
	x.write(func(tx *storage.Tx) error {
		all, err := Answers(tx, x.round, 0)
		for _, a := range all {
			if want := map[string]int{"ann": 0, "bob": 9}[a.PlayerName]; a.Taps != want {
				t.Errorf("%s's answer has %d taps, want %d", a.PlayerName, a.Taps, want)
			}
		}
		return err
	})
}
