package pace

import (
	"math"
	"time"

	"golang.org/x/time/rate"
)

const (
	// A refusal does not say whether it is for one chat or for all calls. The breaker assumes that a
	// row of refusals is for all calls in two cases: breakAfter chats must wait until the same time,
	// give or take sameTime; or breakMany chats must wait, until any time.
	breakAfter = 3
	breakMany  = 9
	sameTime   = 2 * time.Second
	// longestHold is how long all calls are held at most, unless the network itself said that the
	// pause is for all.
	longestHold = 5 * time.Second
	// doubt is how long after a hold of all calls an accepted call does not end a row of refusals: the calls leave
	// slowly then, so that some are accepted even if there are too many for the network.
	doubt = 10 * time.Second
	// catchUp is how long after its time a slot may still be used, if no call has used it.
	catchUp = time.Second / 2
)

// A breaker holds all calls when the network refuses calls of many chats. Then, for as long as calm,
// calls leave in slots, first at the careful rate. The rate doubles each second, so that the calls that
// wait leave within a few seconds. If calls are refused again during calm, or if the network itself said
// that all calls must wait, the rate does not double.
type breaker struct {
	calm time.Duration
	// refused has the chats of a row of refusals, each with the end of its pause.
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

// accept notes that the network accepted a call, which ends a row of refusals: see doubt.
func (b *breaker) accept(now time.Time) {
	if now.Sub(b.held) > doubt {
		clear(b.refused)
	}
}

// refuse notes that the network refused a call of a chat, and asks for a pause. If it completes a row of
// refusals, all calls are held.
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

// hold holds all calls until a time. strict means that the rate does not double afterwards.
func (b *breaker) hold(until time.Time, strict bool) {
	clear(b.refused)
	b.held = until
	b.next = until
	b.strict = strict
}

// slot returns the time of the next slot. It may be a little earlier than now, if no call has used that
// slot yet.
func (b *breaker) slot(now time.Time) time.Time { return latest(now.Add(-catchUp), b.next) }

// take gives a slot to a call, and sets the time of the next one.
func (b *breaker) take(slot time.Time, careful rate.Limit) {
	b.next = slot.Add(b.gap(slot, careful))
}

// gap returns the time between a slot and the next one, by the careful rate.
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
