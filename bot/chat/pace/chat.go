package pace

import (
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// A chatState is what a Limiter knows about a chat.
type chatState struct {
	tallies [counted]tally
	// held is the end of the chat's hold.
	held time.Time
	// next is when the next call of Kind Other may leave, if the chat was held lately.
	next time.Time
	// idle is when the state may be forgotten.
	idle time.Time
}

func newChatState(limits *Limits, now time.Time) *chatState {
	state := &chatState{idle: now.Add(limits.memory())}
	for kind := range state.tallies {
		state.tallies[kind] = tally{limits: limits, burst: newBurst(limits)}
	}
	return state
}

func newBurst(limits *Limits) *rate.Limiter {
	if limits.Every == 0 {
		return rate.NewLimiter(rate.Inf, 1)
	}
	burst := rate.NewLimiter(rate.Every(limits.Every), limits.Burst)
	// An earlier process may have used up the burst.
	burst.AllowN(limits.Began, limits.Burst)
	return burst
}

// A tally counts the calls of one kind for a chat.
type tally struct {
	limits *Limits
	burst  *rate.Limiter
	// times is a ring buffer with the times when a group's last calls left: as many as the window
	// allows. It is nil before the first call.
	times []time.Time
	// calls is how many calls of a group there were in all.
	calls int
}

// add notes when a call of a group leaves.
func (t *tally) add(at time.Time) {
	if t.limits.Window == 0 {
		return
	}
	if t.times == nil {
		t.times = make([]time.Time, t.limits.Window)
	}
	t.times[t.calls%t.limits.Window] = at
	t.calls++
}

// freeAt returns when the window has room for one more call and, after it, for as many more as
// spare.
func (t *tally) freeAt(spare int) time.Time {
	if t.times == nil {
		return time.Time{}
	}
	return t.times[(t.calls+spare)%t.limits.Window].Add(t.limits.Span)
}

// behind returns when a call that comes now may leave if some others of its kind are ahead of it, but
// never a time before at. spare is as for freeAt, and group means that the chat has a Window. behind
// reserves nothing.
func (t *tally) behind(ahead, spare int, group bool, now, at time.Time) time.Time {
	tokens := t.burst.TokensAt(now)
	window := *t
	if ahead > 0 {
		window.times = slices.Clone(t.times)
	}
	// Each of the calls ahead, and then the call itself, needs a token and room in the window.
	for i := range ahead + 1 {
		if missing := float64(1+i) - tokens; missing > 0 {
			at = latest(at, now.Add(time.Duration(missing*float64(t.limits.Every))))
		}
		if group {
			at = latest(at, window.freeAt(spare))
		}
		if group && i < ahead {
			window.add(at)
		}
	}
	return at
}

func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }
