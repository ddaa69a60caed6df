package command

import (
	"strconv"
	"testing"
	"time"
)

// A person has twenty requests a minute. The first one over the limit is told the
// reason, the others of the next minute are ignored.
func TestRequestsAreLimited(t *testing.T) {
	l, now := new(Limits), time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	for i := range 20 {
		if ok, warn := l.Request("ann", now, now); !ok || warn {
			t.Fatalf("request %d: %v, %v", i, ok, warn)
		}
	}
	for _, c := range []struct {
		after    time.Duration
		key      string
		ok, warn bool
	}{
		{0, "ann", false, true}, {0, "ann", false, false}, {0, "bob", true, false},
		{59 * time.Second, "ann", false, false}, {time.Minute, "ann", true, false},
	} {
		if ok, warn := l.Request(c.key, now.Add(c.after), now.Add(c.after)); ok != c.ok || warn != c.warn {
			t.Errorf("%s after %v: %v, %v", c.key, c.after, ok, warn)
		}
	}
	for i := range 7 {
		if got := l.Allow(Guesses, "ann", now); got != (i < 5) {
			t.Errorf("guess %d: %v", i, got)
		}
	}
	if !l.Allow(Guesses, "ann", now.Add(24*time.Second)) || l.Allow(Guesses, "ann", now.Add(25*time.Second)) {
		t.Error("a guess does not come back every 24 seconds")
	}
}

// People who have not come for two minutes are forgotten, also when the clock has been
// set back.
func TestLimitsForget(t *testing.T) {
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	for _, later := range []time.Duration{3 * time.Minute, -time.Hour} {
		l := new(Limits)
		for i := range 50 {
			l.Allow(Offers, strconv.Itoa(i), now)
		}
		if l.Allow(Offers, "ann", now.Add(30*time.Second)); len(l.people) != 51 {
			t.Errorf("%d people are known half a minute later", len(l.people))
		}
		if l.Allow(Offers, "bob", now.Add(later)); len(l.people) != 1 {
			t.Errorf("%d people are known after %v", len(l.people), later)
		}
	}
}

// What people typed one by one during an outage comes at once after it, and none of it is
// too much.
func TestRequestsAfterOutage(t *testing.T) {
	var l Limits
	typed := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	now := typed.Add(time.Hour)
	for minute := range 60 {
		if ok, _ := l.Request("ann", typed.Add(time.Duration(minute)*time.Minute), now); !ok {
			t.Errorf("what was typed in minute %d is ignored", minute)
		}
	}
}
