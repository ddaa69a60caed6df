package main

import (
	"testing"
	"time"
)

// What is said in one chat is told of in that order; chats have nothing to do with
// each other.
func TestDisorders(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	say := func(chat string, at, told time.Duration, text string) *saying {
		return &saying{entry: entry{At: noon.Add(at), Chat: chat}, network: "telegram", answer: "1+1",
			told: []entry{{At: noon.Add(told), Text: text}}}
	}
	for _, test := range []struct {
		name string
		all  []*saying
		want int
	}{
		{"across a gap", []*saying{say("S2", -time.Minute, 3*time.Second, "3"), say("S2", 1, 2*time.Second, "3")}, 0},
		{"in order", []*saying{say("S1", 0, time.Second, "3"), say("S1", 1, 2*time.Second, "3")}, 0},
		{"out of order", []*saying{say("S1", 0, 3*time.Second, "3"), say("S1", 1, 2*time.Second, "3")}, 1},
		{"in one message", []*saying{say("S1", 0, time.Second, "3"), say("S1", 1, time.Second, "3")}, 0},
		{"the right one first", []*saying{say("S1", 0, 3*time.Second, "3"), say("S1", 1, 2*time.Second, "Right")}, 0},
		{"other chats", []*saying{say("S1", 0, 3*time.Second, "3"), say("S2", 1, 2*time.Second, "3")}, 0},
	} {
		if got := disorders(test.all, []gap{{noon.Add(-30 * time.Second), noon.Add(-20 * time.Second)}}); len(got) != test.want {
			t.Errorf("%s: %q, want %d", test.name, got, test.want)
		}
	}
}
