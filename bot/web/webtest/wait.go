package webtest

import (
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round/mode"
	"reckon/engine/games"
)

// Until waits until something that the bot does by itself has happened.
func Until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); {
		if time.Now().After(end) {
			t.Fatalf("not in time: %s", what)
		}
		// A session that loads more than ten views a second is refused at last.
		chat.Pause(t.Context(), 120*time.Millisecond)
	}
}

// Gathered sets the clock forward to when a match that has just been asked for deals its first puzzle.
func (s *Site) Gathered() {
	s.T.Helper()
	s.Later(mode.GatherFor + time.Second)
}

// Await waits for a puzzle of a match. The puzzle before it ends after the given time.
func (v *Visitor) Await(number int, after time.Duration) {
	v.T.Helper()
	if after > 0 {
		v.Ends(after)
	}
	if number == 1 {
		v.Gathered()
	} else {
		v.Later(10 * time.Second)
	}
	Until(v.T, "the puzzle is dealt", func() bool {
		view := v.Look()
		// These are read one after the other.
		m, r := view.Match, view.Round
		return m != nil && m.Number == number && m.Next == 0 && r != nil && !r.Over
	})
}

// Ends waits for the end of a puzzle of a match, after the given time. On a slow machine the next puzzle may be dealt
// before Ends has seen that.
func (v *Visitor) Ends(after time.Duration) {
	v.T.Helper()
	number := v.Look().Match.Number
	v.Later(after)
	Until(v.T, "the puzzle has ended", func() bool {
		m := v.Look().Match
		return m != nil && (m.Next != 0 || m.Over || m.Number > number)
	})
}

// Solution returns the best known answer to a puzzle.
func Solution(t *testing.T, id string) string {
	t.Helper()
	p, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return p.Solve(t.Context()).Best
}
