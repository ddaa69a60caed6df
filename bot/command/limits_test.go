package command

import (
	"strconv"
	"testing"
	"time"
)

// A person has 120 requests a minute in private and 20 in groups, and a group has 10 puzzles. A person who asks for
// more is told how long to wait, and does not wait longer because they asked.
func TestLimits(t *testing.T) {
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		limit  Limit
		minute int
		wait   time.Duration
	}{
		{RequestsInPrivate, 120, time.Second}, {RequestsInGroups, 20, 3 * time.Second}, {Puzzles, 10, 6 * time.Second},
	} {
		var l Limits
		for i := range c.minute {
			if wait := l.Wait(c.limit, "ann", now, now); wait != 0 {
				t.Fatalf("limit %d: number %d waits %v", c.limit, i+1, wait)
			}
		}
		for range 1000 {
			if wait := l.Wait(c.limit, "ann", now, now); wait != c.wait {
				t.Fatalf("limit %d: one too many waits %v, not %v", c.limit, wait, c.wait)
			}
		}
		if wait := l.Wait(c.limit, "bob", now, now); wait != 0 {
			t.Errorf("limit %d: Bob waits %v for Ann", c.limit, wait)
		}
		later := now.Add(c.wait)
		if wait := l.Wait(c.limit, "ann", later, later); wait != 0 {
			t.Errorf("limit %d: after the wait there is another of %v", c.limit, wait)
		}
	}
}

// If one of several things exceeds its limit, none of them is counted.
func TestLimitsTogether(t *testing.T) {
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	var l Limits
	for range 10 {
		l.Wait(Puzzles, "group", now, now)
	}
	post := Count{What: Posts, Key: "ann", At: now}
	puzzle := Count{What: Puzzles, Key: "group", At: now}
	for range 20 {
		wait, exceeded := l.WaitForAll(now, post, puzzle)
		if wait != 6*time.Second || exceeded != Puzzles {
			t.Fatalf("the puzzle waits %v for limit %d", wait, exceeded)
		}
	}
	for i := range 7 {
		if wait := l.Wait(Posts, "ann", now, now); wait != 0 {
			t.Errorf("post %d waits %v, though no post was counted", i+1, wait)
		}
	}
	if wait, exceeded := l.WaitForAll(now, post, puzzle); exceeded != Posts || wait != 10*time.Second {
		t.Errorf("the post waits %v for limit %d", wait, exceeded)
	}
}

// A guess comes back every 24 seconds.
func TestGuesses(t *testing.T) {
	l := new(Limits)
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	for i := range 7 {
		if got := l.Allow(Guesses, "ann", now); got != (i < 5) {
			t.Errorf("guess %d: %v", i, got)
		}
	}
	if !l.Allow(Guesses, "ann", now.Add(24*time.Second)) || l.Allow(Guesses, "ann", now.Add(25*time.Second)) {
		t.Error("a guess does not come back every 24 seconds")
	}
}

// People who have not come for two minutes are forgotten. If the clock is set back, everybody is.
func TestLimitsForget(t *testing.T) {
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	for _, later := range []time.Duration{3 * time.Minute, -time.Hour} {
		l := new(Limits)
		for i := range 50 {
			l.Allow(Offers, strconv.Itoa(i), now)
		}
		if l.Allow(Offers, "ann", now.Add(30*time.Second)); len(l.actors) != 51 {
			t.Errorf("%d people are known half a minute later", len(l.actors))
		}
		if l.Allow(Offers, "bob", now.Add(later)); len(l.actors) != 1 {
			t.Errorf("%d people are known after %v", len(l.actors), later)
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
		at := typed.Add(time.Duration(minute) * time.Minute)
		if wait := l.Wait(RequestsInGroups, "ann", at, now); wait != 0 {
			t.Errorf("what was typed in minute %d waits %v", minute, wait)
		}
	}
}
