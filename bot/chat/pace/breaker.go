package pace

import (
	"math"
	"time"

	"golang.org/x/time/rate"
)

const (
	// A refusal does not say whether it is for one chat or for all calls. It counts as one for all if
	// breakAfter chats in a row are refused until the same time, give or take sameTime. It also does
	// if breakMany chats in a row are refused until any time.
	breakAfter = 3
	breakMany  = 9
	sameTime   = 2 * time.Second
	// longestHold is how long all calls are held at most if the network did not say so itself.
	longestHold = 5 * time.Second
	// doubt is how long after a hold of all calls a call that the network takes does not end the row
	// of refusals.
	doubt = 10 * time.Second
	// catchUp is how far back slots go that no call has used.
	catchUp = time.Second / 2
)

// A breaker holds all calls when the network refuses calls of many chats. After the hold, calls leave
// in slots at the careful rate. The rate doubles each second, so that the calls that wait leave
// within a few seconds. It does not double during the calm if calls are refused again in that time,
// or if the network itself said that all calls must wait.
type breaker struct {
	calm time.Duration
	// refused has the chats that were refused since the network last took a call, each with the end
	// of its pause.
	refused map[string]time.Time
	// held is the end of the hold of all calls.
	held time.Time
	// next is the time of the next slot after the hold.
	next time.Time
	// strict means that the rate does not double.
	strict bool
}

func newBreaker(calm time.Duration) breaker {
	return breaker{calm: calm, refused: map[string]time.Time{}}
}

func (b *breaker) accept(now time.Time) {
	if now.Sub(b.held) > doubt {
		clear(b.refused)
	}
}

func (b *breaker) refuse(chat string, pause time.Duration, now time.Time) {
	if now.Before(b.held) {
		// The call left before the hold.
		return
	}
	until := now.Add(pause)
	b.refused[chat] = until
	together := 0
	for _, other := range b.refused {
		if until.Sub(other).Abs() <= sameTime {
			together++
		}
	}
	if together < breakAfter && len(b.refused) < breakMany {
		return
	}
	since := now.Sub(b.held)
	isCalm := since < b.calm
	// In the first second the rate has not doubled yet, so doubling is not the cause.
	wasFaster := since > time.Second
	strict := isCalm && (b.strict || wasFaster)
	b.hold(now.Add(min(pause, longestHold)), strict)
}

func (b *breaker) hold(until time.Time, strict bool) {
	clear(b.refused)
	b.held = until
	b.next = until
	b.strict = strict
}

// slot returns the time of the next slot. It may be a little earlier than now if calls have not used
// their slots.
func (b *breaker) slot(now time.Time) time.Time { return latest(now.Add(-catchUp), b.next) }

// take gives a slot to a call. The careful rate says how long after it the next slot is.
func (b *breaker) take(slot time.Time, careful rate.Limit) {
	b.next = slot.Add(b.gap(slot, careful))
}

// gap returns the time between a slot and the next one.
func (b *breaker) gap(slot time.Time, careful rate.Limit) time.Duration {
	since := slot.Sub(b.held)
	if since > b.calm {
		return 0
	}
	faster := 1.0
	if !b.strict {
		faster = math.Exp2(since.Seconds())
	}
	return time.Duration(float64(time.Second) / float64(careful) / faster)
}
