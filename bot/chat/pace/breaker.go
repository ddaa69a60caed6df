package pace

import (
	"math"
	"time"

	"golang.org/x/time/rate"
)

const (
	// A refusal does not say whether it is about one chat or about all. It is about all if
	// breakAfter chats are refused in a row until about the same time, or breakMany whatever
	// the times.
	breakAfter = 3
	breakMany  = 9
	sameTime   = 2 * time.Second
	// longestHold is the longest for which such a guess holds all calls.
	longestHold = 5 * time.Second
	// doubt is how long after a hold of all calls refusals count in all, not only in a row.
	doubt = 10 * time.Second
	// catchUp is how long what did not leave in its time may be made up for.
	catchUp = time.Second / 2
)

// A breaker holds all calls when the network refuses them whatever their chat. After the
// hold they leave at the careful rate, which doubles each second, so that those that wait leave
// within a few seconds. If calls are refused again in that time, or if the network itself said that
// all must wait, the rate does not double for the calm.
type breaker struct {
	calm time.Duration
	// refused has the chats refused since the network last took a call, and until when.
	refused map[string]time.Time
	// held is until when no call leaves, next when the next one leaves after it, and strict
	// that the rate does not double.
	held   time.Time
	next   time.Time
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
	again := since < b.calm && (b.strict || since > time.Second)
	b.hold(now.Add(min(pause, longestHold)), again)
}

func (b *breaker) hold(until time.Time, strict bool) {
	clear(b.refused)
	b.held = until
	b.next = until
	b.strict = strict
}

// slot returns when the next call may leave after the hold, or a little earlier than now if
// calls have not used their slots.
func (b *breaker) slot(now time.Time) time.Time { return latest(now.Add(-catchUp), b.next) }

// take gives a slot to a call. The next slot is as far behind it as the careful rate asks.
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
