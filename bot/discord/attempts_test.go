package discord

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Sessions are begun five seconds apart, forty in a row, and a thousand a day.
func TestStarts(t *testing.T) {
	s, now := newStarts(discordPace().identify, newDaily(startsADay, 1)), time.Unix(1_790_000_000, 0)
	begun := []time.Time{}
	for end := now.Add(48 * time.Hour); now.Before(end); now = now.Add(s.wait(now, false) + time.Millisecond) {
		if d := s.wait(now, false); d > 0 {
			t.Fatalf("after the wait at %v there is another of %v", now, d)
		}
		s.spend(now, 1)
		begun = append(begun, now)
	}
	if d := begun[startsAtOnce-1].Sub(begun[0]); d > startsAtOnce*5100*time.Millisecond {
		t.Errorf("forty in a row took %v", d)
	}
	for i, at := range begun {
		if i > 0 && at.Sub(begun[i-1]) < 5*time.Second {
			t.Fatalf("two within %v", at.Sub(begun[i-1]))
		}
		if i >= startsADay && at.Sub(begun[i-startsADay]) < 24*time.Hour {
			t.Fatalf("more than %d within a day", startsADay)
		}
	}
}

// To resume costs nothing, until so many resumes became new sessions that the
// day's are used up.
func TestResumesWaitForTheDay(t *testing.T) {
	s, now := newStarts(5*time.Second, newDaily(startsADay, 1)), time.Unix(1_790_000_000, 0)
	s.spend(now, 1)
	if d := s.wait(now, true); d != 0 {
		t.Errorf("a resume waits for %v", d)
	}
	s.spend(now, startsAtOnce)
	if d := s.wait(now, true); d < time.Minute {
		t.Errorf("with no session left a resume waits for %v", d)
	}
}

// However long Discord could not be reached, the next try is soon; what it was
// that failed is not held against what comes after.
func TestPauses(t *testing.T) {
	now, a := time.Unix(1_790_000_000, 0), newAttempts(discordPace())
	pause := func(err error) time.Duration {
		d, inVain := a.next(err, now)
		if inVain {
			t.Errorf("after %v the session is given up", err)
		}
		return d
	}
	unreached := errors.New("refused")
	var longest time.Duration
	for range 100 {
		longest = max(longest, pause(unreached))
	}
	if longest > 2*time.Second || longest < time.Second {
		t.Errorf("the longest pause before a dial is %v", longest)
	}
	var resumes []time.Duration
	for range haste + 2 {
		d := pause(nil)
		resumes, now = append(resumes, d), now.Add(d)
	}
	if slices.Max(resumes[:haste]) > 0 || slices.Max(resumes) != discordPace().longest {
		t.Errorf("pauses before resumes are %v", resumes)
	}
	if d := pause(unreached); d > time.Second/2 {
		t.Errorf("the first try after a connection that was lost comes after %v", d)
	}
	limited := &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: &discordgo.TooManyRequests{RetryAfter: time.Hour}}}
	if d := pause(limited); d != time.Hour {
		t.Errorf("Discord wants a pause of an hour, and gets %v", d)
	}
}

// A session is given up when the gateway says that it is over, or was reached
// so often in a row that it will not be resumed; never for an outage.
func TestInVain(t *testing.T) {
	a, now := newAttempts(discordPace()), time.Unix(1_790_000_000, 0)
	silent := &websocket.CloseError{Code: websocket.CloseAbnormalClosure}
	for round, err := range []error{silent, errUnready, silent} {
		for n := 1; n <= maxResumes; n++ {
			if _, inVain := a.next(err, now); inVain != (n == maxResumes) {
				t.Errorf("round %d: after %d connections given up: %v", round, n, inVain)
			}
			if _, inVain := a.next(errors.New("refused"), now); inVain {
				t.Error("given up for an outage")
			}
		}
	}
	for _, code := range []int{4006, 4007, 4009} {
		if _, inVain := a.next(&websocket.CloseError{Code: code}, now); !inVain {
			t.Errorf("%d does not end the session", code)
		}
	}
}
