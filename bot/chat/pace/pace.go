// Package pace keeps the calls of a bot within the limits of its network, so that the
// network need not refuse them. It knows no network: what a network allows is a value of
// Limits, and what a network refuses is told to the Limiter.
//
// A call waits for three things: the limits of its chat, the rate of all calls, and holds.
// A hold is a pause that the network has asked for, for one chat or for all.
//
// What a Limiter promises:
//
//   - Wait never waits beyond the time that it is given. If the call cannot leave by then,
//     Wait says so as early as it can, with an *EarlyError, and takes nobody's place.
//   - Delay reserves nothing, and Wait takes as long as Delay has said, unless others or a
//     refusal come between. Delay leaves out what bulk waits for besides its chat.
//   - A call that answers somebody waits for the limits of its chat, and for all others only
//     after a hold. It goes ahead of bulk, which makes room for it: at most a second of it,
//     so that bulk goes on however many answers there are.
//   - Bulk keeps to the rate of all calls, which all processes share equally.
//   - A refusal holds its own chat, for as long as the network asks, and nobody else. Only
//     when many chats are refused together a breaker holds all calls, for a few seconds.
//     Then they leave slowly at first.
//   - A call that waits when a refusal comes waits longer, or is sent away.
//   - A chat is forgotten when its limits are whole again.
//
// A Limiter reads the time from package time and starts no goroutine, so that tests can run
// it in the fake time of testing/synctest.
package pace

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// lead is how far answers may be ahead of the bulk that makes room for them. It bounds how
// long a stream of answers holds bulk back.
const lead = time.Second

// An EarlyError says that a call cannot leave in time, and after which pause to try again.
type EarlyError struct{ After time.Duration }

func (e *EarlyError) Error() string {
	return fmt.Sprintf("the rate limit allows no call for %v", e.After)
}

// A Limiter says when calls may leave. Many goroutines may use it.
type Limiter struct {
	limits Limits

	// waiting is how many bulk calls wait, and line holds one value for each of them whose
	// time is reserved.
	waiting atomic.Int32
	line    chan struct{}

	mu sync.Mutex
	// share is this process's part of the rate, to which bulk is limited.
	share   rate.Limit
	bulk    *rate.Limiter
	breaker breaker
	chats   map[chatKey]*chatState
	swept   time.Time
}

// New returns a Limiter for a network.
func New(limits Limits) *Limiter {
	if limits.Began.IsZero() {
		limits.Began = time.Now()
	}
	return &Limiter{
		limits:  limits,
		line:    make(chan struct{}, limits.Line),
		bulk:    rate.NewLimiter(rate.Limit(limits.Rate), 1),
		breaker: newBreaker(limits.Calm),
		chats:   map[chatKey]*chatState{},
	}
}

// Wait returns when the call may leave. If that would be later than until, it returns an
// *EarlyError, and if ctx ends, the error of ctx.
func (l *Limiter) Wait(ctx context.Context, c Call, until time.Time) error {
	if c.Bulk {
		if err := l.enterLine(ctx, c, until); err != nil {
			return err
		}
		defer func() { <-l.line }()
	}
	now := time.Now()
	at := l.reserve(c, now, until)
	for at.After(now) {
		if at.After(until) {
			return &EarlyError{After: at.Sub(now)}
		}
		if err := sleep(ctx, at.Sub(now)); err != nil {
			return err
		}
		// The network may have asked for a pause since.
		now = time.Now()
		at = l.heldUntil(c)
	}
	return nil
}

// enterLine waits until a bulk call may reserve its time: its chat is free, and few others
// have reserved theirs, so that answers are not behind many.
func (l *Limiter) enterLine(ctx context.Context, c Call, until time.Time) error {
	for {
		now := time.Now()
		d := l.delay(c, now, 0, 0)
		if d <= 0 {
			break
		}
		if now.Add(d).After(until) {
			return &EarlyError{After: d}
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}

	ahead := l.waiting.Add(1) - 1
	defer l.waiting.Add(-1)
	now := time.Now()
	d := time.Duration(float64(ahead) / float64(l.adjust(now)) * float64(time.Second))
	if now.Add(d).After(until) {
		return &EarlyError{After: d}
	}
	t := time.NewTimer(until.Sub(now))
	defer t.Stop()
	select {
	case l.line <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		// Answers went ahead of it all the time.
		return &EarlyError{After: lead}
	}
}

// reserve returns when the call may leave, and takes that time unless it is later than until.
func (l *Limiter) reserve(c Call, now, until time.Time) time.Time {
	if c.Uncounted {
		return l.heldUntil(c)
	}
	share := l.adjust(now)
	l.mu.Lock()
	defer l.mu.Unlock()
	state := l.chat(c.key(), now)
	slot := l.breaker.slot(now)
	at := latest(now, slot, state.held)
	// No limit spaces calls of Kind Other: after a hold they would all leave at once, and be refused.
	spaced := c.Kind == Other && now.Sub(state.held) < lately
	if spaced {
		at = latest(at, state.next)
	}
	var limiters []*rate.Limiter
	if c.Bulk {
		limiters = append(limiters, l.bulk)
	}
	if c.Kind != Other {
		tally := &state.tallies[c.Kind]
		limiters = append(limiters, tally.burst)
		at = latest(at, tally.freeAt(0))
	}
	var reserved []*rate.Reservation
	for _, limiter := range limiters {
		r := limiter.ReserveN(now, 1)
		reserved = append(reserved, r)
		at = latest(at, now.Add(r.DelayFrom(now)))
	}
	if at.After(now) && at.After(until) {
		for _, r := range reserved {
			r.CancelAt(now)
		}
		return at
	}

	if c.Kind != Other && c.Group {
		state.tallies[c.Kind].add(at)
	}
	if spaced {
		state.next = at.Add(l.limits.Every)
	}
	state.idle = at.Add(l.limits.memory())
	l.breaker.take(slot, l.limits.careful(share))
	if !c.Bulk {
		l.makeRoom(now)
	}
	return at
}

// makeRoom counts an answer among the bulk, unless the answers are too far ahead already.
func (l *Limiter) makeRoom(now time.Time) {
	if r := l.bulk.ReserveN(now, 1); r.DelayFrom(now) > lead {
		r.CancelAt(now)
	}
}

// Delay returns how long a call would have to wait that comes now and has others for its chat
// ahead of it. For a bulk call that is the wait for its chat alone.
//
// It leaves out the short wait for a slot after a hold. An answer that asked again and again for a
// free slot would never get one, because the bulk that queues in Wait takes them all; so answers
// queue in Wait, too.
func (l *Limiter) Delay(c Call, ahead int) time.Duration {
	spare := 0
	if c.Minor {
		spare = l.limits.Spare
	}
	return l.delay(c, time.Now(), ahead, spare)
}

// delay is Delay for a call that must leave a part of its group's window unused.
func (l *Limiter) delay(c Call, now time.Time, ahead, spare int) time.Duration {
	if c.Uncounted {
		return max(0, l.heldUntil(c).Sub(now))
	}
	l.adjust(now)
	l.mu.Lock()
	defer l.mu.Unlock()
	state := l.chat(c.key(), now)
	at := latest(now, state.held)
	if c.Kind != Other {
		at = state.tallies[c.Kind].behind(ahead, spare, c.Group, now, at)
	}
	if !c.Bulk {
		at = latest(at, l.breaker.held)
	}
	return at.Sub(now)
}

// Accepted notes that the network took a call.
func (l *Limiter) Accepted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.breaker.accept(time.Now())
}

// Refused notes that the network refused a call for its limits and asks for a pause, without
// a word whether that is about the chat or about all. It is about the chat, until many
// chats are refused together.
func (l *Limiter) Refused(c Call, pause time.Duration) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hold(c, pause, now)
	l.breaker.refuse(c.Chat, pause, now)
}

// Hold holds the chat of a call. It replaces an earlier hold of the chat.
func (l *Limiter) Hold(c Call, pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hold(c, pause, time.Now())
}

func (l *Limiter) hold(c Call, pause time.Duration, now time.Time) {
	state := l.chat(c.key(), now)
	state.held = now.Add(pause)
	state.idle = state.held.Add(l.limits.memory())
}

// HoldAll holds all calls but the Uncounted ones: the network said that the pause is about all. It
// shortens no hold. It reports whether calls could leave until now.
func (l *Limiter) HoldAll(pause time.Duration) (begins bool) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	begins = !l.breaker.held.After(now)
	if until := now.Add(pause); until.After(l.breaker.held) {
		l.breaker.hold(until, true)
	}
	return begins
}

// Held returns how long holds keep the call from leaving; 0 if none does.
func (l *Limiter) Held(c Call) time.Duration {
	return max(0, time.Until(l.heldUntil(c)))
}

// heldUntil returns until when holds keep the call from leaving.
func (l *Limiter) heldUntil(c Call) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	var at time.Time
	if state := l.chats[c.key()]; state != nil {
		at = state.held
	}
	if !c.Uncounted {
		at = latest(at, l.breaker.held)
	}
	return at
}

// adjust brings the rate of bulk up to date with the number of processes, and returns this
// process's part of it.
func (l *Limiter) adjust(now time.Time) rate.Limit {
	share := rate.Limit(l.limits.Rate) / rate.Limit(max(1, l.limits.Processes()))
	l.mu.Lock()
	defer l.mu.Unlock()
	if share != l.share {
		l.share = share
		l.bulk.SetLimitAt(now, share)
	}
	return share
}

// chat returns what is known of a chat, and once in a while forgets chats that have become
// idle. It is called with mu held.
func (l *Limiter) chat(key chatKey, now time.Time) *chatState {
	if now.Sub(l.swept) > l.limits.memory() {
		l.swept = now
		for key, state := range l.chats {
			if state.idle.Before(now) {
				delete(l.chats, key)
			}
		}
	}
	state := l.chats[key]
	if state == nil {
		state = newChatState(&l.limits, now)
		l.chats[key] = state
	}
	return state
}

// sleep waits, and returns the error of ctx if it ends before.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}
