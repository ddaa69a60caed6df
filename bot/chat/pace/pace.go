// Package pace keeps the calls of a bot within the limits of its network, so that the
// network need not refuse them. It knows no network: a front end describes by Limits what its
// network allows, and tells the Limiter what the network refuses.
//
// A call waits for three things: the limits of its chat, the rate of all calls, and holds.
// A hold is a pause that the network has asked for, for one chat or for all. A bulk call is one that
// nobody waits for. All other calls answer somebody.
//
// What a Limiter promises:
//
//   - Wait never waits beyond the time that it is given. If the call cannot leave by then,
//     Wait returns an *EarlyError as early as it can, and uses up nothing of the limits.
//   - Delay reserves nothing. Wait takes as long as Delay has said, unless other calls or a
//     refusal come first. For a bulk call Delay tells only how long its chat makes it wait.
//   - A call that answers somebody waits for the limits of its chat, and for the rate of all calls
//     only after a hold. It goes ahead of bulk calls and makes them leave later. All answers together
//     make them leave at most a second later, so that bulk calls go on.
//   - Bulk calls keep to the rate of all calls, which all processes share equally.
//   - A refusal holds only its own chat, as long as the network asks. When many chats are refused
//     together, a breaker holds all calls for a few seconds. Then they leave slowly at first.
//   - If a refusal comes while a call waits, the call waits longer, or gets an *EarlyError.
//   - A chat is forgotten when it may have as many calls as a new one.
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

// lead is how much later bulk calls may leave because of answers, however many answers there are.
const lead = time.Second

// An EarlyError says that a call cannot leave in time. It may be tried again after a pause.
type EarlyError struct{ After time.Duration }

func (e *EarlyError) Error() string {
	return fmt.Sprintf("the rate limit allows no call for %v", e.After)
}

// A Limiter says when calls may leave. Many goroutines may use it.
type Limiter struct {
	limits Limits

	// waiting is how many bulk calls wait for the line.
	waiting atomic.Int32
	// line holds one value for each bulk call that has reserved its time.
	line chan struct{}

	// mu guards the fields below.
	mu sync.Mutex
	// share is this process's part of the rate.
	share rate.Limit
	// bulk limits bulk calls to share.
	bulk    *rate.Limiter
	breaker breaker
	chats   map[chatKey]*chatState
	// swept is when idle chats were last forgotten.
	swept time.Time
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

// Wait waits until the call may leave. If that would be later than until, it returns an *EarlyError. If
// ctx ends, it returns the error of ctx.
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

// enterLine waits until a bulk call may reserve its time: until its chat is free, and there is room in
// the line. Only few bulk calls reserve their time, so that answers go ahead of all others.
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
		// So far answers went ahead of the call.
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
	// Calls of Kind Other have no limit of their own. After a hold they would all leave at once, and
	// the network would refuse them. So they leave one by one for a while.
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

// makeRoom counts an answer as a bulk call, so that bulk calls leave later. It does nothing if they are
// later by lead already.
func (l *Limiter) makeRoom(now time.Time) {
	if r := l.bulk.ReserveN(now, 1); r.DelayFrom(now) > lead {
		r.CancelAt(now)
	}
}

// Delay returns how long a call would have to wait if it came now and some others for its chat were ahead
// of it. For a bulk call Delay counts only the wait for its chat.
//
// Delay leaves out the short wait for a slot after a hold, so that answers wait for slots in Wait, as
// bulk calls do. If an answer asked Delay again and again whether a slot is free, bulk calls would always
// take the slots before it.
func (l *Limiter) Delay(c Call, ahead int) time.Duration {
	spare := 0
	if c.Minor {
		spare = l.limits.Spare
	}
	return l.delay(c, time.Now(), ahead, spare)
}

// delay is Delay for a call after which the Window of its group must have room for as many more as
// spare.
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

// Accepted notes that the network accepted a call.
func (l *Limiter) Accepted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.breaker.accept(time.Now())
}

// Refused notes that the network refused a call because of its limits and asks for a pause. The
// network does not say whether the pause is for the chat or for all calls. The Limiter assumes that it
// is for the chat, until many chats are refused together.
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

// HoldAll holds all calls except for Uncounted ones: the network said that the pause is for all. It
// never shortens a hold. begins reports whether all calls were not held before.
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

// Held returns how long holds still keep the call from leaving; 0 if there are none.
func (l *Limiter) Held(c Call) time.Duration {
	return max(0, time.Until(l.heldUntil(c)))
}

// heldUntil returns when holds no longer keep the call from leaving.
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

// adjust returns this process's part of the rate, which depends on the number of processes, and limits
// bulk calls to it.
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

// chat returns the state of a chat. Now and then it forgets chats that have become idle. It is called
// with mu held.
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
