package pace

import (
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// A chatState is what is known of a chat.
type chatState struct {
	tallies [kinds]tally
	// held is until when the network has refused calls.
	held time.Time
	// next is when the next call of Kind Other may leave, if the chat was held lately.
	next time.Time
	// idle is when nothing in here matters any longer.
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
	// An earlier program may have used the burst up.
	burst.AllowN(limits.Began, limits.Burst)
	return burst
}

// A tally counts the calls of one kind for a chat.
type tally struct {
	limits *Limits
	burst  *rate.Limiter
	// times are when a group's last calls left: a ring of as many as its window takes, nil
	// before the first.
	times []time.Time
	// calls is how many calls of a group there were.
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

// freeAt returns from when on the window has room for one more call besides the spare ones.
func (t *tally) freeAt(spare int) time.Time {
	if t.times == nil {
		return time.Time{}
	}
	return t.times[(t.calls+spare)%t.limits.Window].Add(t.limits.Span)
}

// behind returns when a call may leave that comes now and has others of its kind ahead of it; at is
// the earliest time. It reserves nothing.
func (t *tally) behind(ahead, spare int, group bool, now, at time.Time) time.Time {
	tokens := t.burst.TokensAt(now)
	window := *t
	if ahead > 0 {
		window.times = slices.Clone(t.times)
	}
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
