package telegram

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

// Telegram's limits are about 1 message a second in a chat, with short bursts, and 20
// a minute in a group. The figures here stay a little below them, because messages
// that leave evenly do not arrive evenly.
const (
	chatEvery   = 1050 * time.Millisecond
	chatBurst   = 3
	groupMinute = 20
	minute      = 61 * time.Second
	// keptBack is how many of a group's messages a minute minor ones leave to others.
	keptBack = 8
)

const (
	// telegramRate is Telegram's own limit for all messages of a bot, a second. It is
	// published for broadcasts only; how much more it tolerates depends on the bot.
	telegramRate = 30
	// broadcastShare is the part of the limit that broadcasts use: as near to it as one
	// that leaves late allows.
	broadcastShare = 28.6 / telegramRate
	// lead is how far answers may be ahead of the broadcasts that make room for them. It
	// bounds how long a stream of answers holds a broadcast back.
	lead = time.Second
	// inLine is how many broadcasts may have their time reserved; an answer goes ahead
	// of them.
	inLine = 3
)

// A 429 does not say whether it is about one chat or about all. It is about all if Telegram
// refuses breakAfter chats in a row until about the same time, or breakMany whatever the times:
// then all messages wait for as long as it asks, at most longestHold. After that they leave at
// this process's part of the limit, and twice as fast each second, so that those that wait
// are told within a few. If that is refused, too, they keep to the limit for a calm.
const (
	breakAfter  = 3
	breakMany   = 9
	sameTime    = 2 * time.Second
	longestHold = 5 * time.Second
	calm        = time.Minute
	// burst is how long what did not leave in its time may be made up for.
	burst = time.Second / 2
	// doubt is how long after a storm refusals count in all, not only in a row.
	doubt = 10 * time.Second
)

// action is what a limit counts: Telegram counts messages and edits apart.
type action int

const (
	sends action = iota
	edits
	counted             // how many of the above are counted in a chat
	reactions = counted // are not, nor are deletions
)

// deletions, behind the name of a chat, is what is deleted there: it is refused for itself.
const deletions = " deletions"

var errTooFast = errors.New("no message is allowed by Telegram yet")

// A rateLimit holds messages back so that Telegram need not refuse them. Answers are held
// back by the limits of their chat, and all together only while the breaker is open.
// Broadcasts, which answer nobody, also keep to a rate, in which answers count.
type rateLimit struct {
	limit     rate.Limit // of broadcasts, a second, for all processes
	processes func() int // that share it
	born      time.Time

	waiting atomic.Int32  // broadcasts
	line    chan struct{} // holds one for each broadcast whose time is reserved

	mu         sync.Mutex
	share      rate.Limit // this process's part of limit
	broadcasts *rate.Limiter
	refused    map[string]time.Time // the chats refused since Telegram last took a message, until when
	held       time.Time            // nothing leaves before
	next       time.Time            // when the next message leaves after it
	strict     bool                 // the limit is kept to after it
	chats      map[string]*chatLimit
	swept      time.Time
}

type chatLimit struct {
	counts [counted]count
	held   time.Time // nothing leaves before: the retry_after of a 429
	next   time.Time // no reaction leaves before, if that was lately: those that wait would be refused together
	idle   time.Time // when nothing in here matters any more
}

type count struct {
	second *rate.Limiter
	times  [groupMinute]time.Time // the last messages of a group, a ring
	n      int
}

// ago returns when the nth message from the end left; n is groupMinute at most.
func (c *count) ago(n int) time.Time { return c.times[(c.n+groupMinute-n)%groupMinute] }

func (c *count) note(at time.Time) {
	c.times[c.n%groupMinute] = at
	c.n++
}

// newRateLimit returns one for so many messages a second in all, which so many processes
// share. A group's messages are all sent by one process, so its minute is not shared.
func newRateLimit(limit float64, processes func() int) *rateLimit {
	l := &rateLimit{
		limit: rate.Limit(limit * broadcastShare), processes: processes, born: time.Now(),
		line: make(chan struct{}, inLine), refused: map[string]time.Time{}, chats: map[string]*chatLimit{},
	}
	l.broadcasts = rate.NewLimiter(l.limit, 1)
	return l
}

// wait returns when a message may leave for the chat. If that would be later than
// until, it returns a *chat.RetryError at once.
func (l *rateLimit) wait(ctx context.Context, p chat.Place, a action, broadcast bool, until time.Time) error {
	if broadcast {
		if err := l.queue(ctx, p, a, until); err != nil {
			return err
		}
		defer func() { <-l.line }()
	}
	now := time.Now()
	at, ok := l.reserve(p, a, broadcast, now, until)
	for ok && at.After(now) {
		if !chat.Pause(ctx, at.Sub(now)) {
			return ctx.Err()
		}
		now = time.Now()
		at = l.heldUntil(p.Community) // a 429 may have come
		ok = !at.After(now) || !at.After(until)
	}
	if !ok {
		return &chat.RetryError{After: at.Sub(now), Err: errTooFast}
	}
	return nil
}

// queue waits until a broadcast may reserve its time: its chat is free, and few others
// have reserved theirs, so that answers are not behind many.
func (l *rateLimit) queue(ctx context.Context, p chat.Place, a action, until time.Time) error {
	tooLate := func(d time.Duration) error { return &chat.RetryError{After: d, Err: errTooFast} }
	for d := l.delay(p, a, true, time.Now(), 0, 0); d > 0; d = l.delay(p, a, true, time.Now(), 0, 0) {
		if time.Now().Add(d).After(until) {
			return tooLate(d)
		}
		if !chat.Pause(ctx, d) {
			return ctx.Err()
		}
	}
	ahead := l.waiting.Add(1) - 1
	defer l.waiting.Add(-1)
	now := time.Now()
	if d := time.Duration(float64(ahead) / float64(l.adjust(now)) * float64(time.Second)); now.Add(d).After(until) {
		return tooLate(d)
	}
	t := time.NewTimer(until.Sub(now))
	defer t.Stop()
	select {
	case l.line <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C: // answers went ahead
		return tooLate(lead)
	}
}

// reserve returns when the next message may leave for the chat, and takes that time
// unless it is later than until.
func (l *rateLimit) reserve(p chat.Place, a action, broadcast bool, now, until time.Time) (time.Time, bool) {
	l.adjust(now)
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.chat(p.Community, now)
	turn := latest(now.Add(-burst), l.next)
	at := latest(now, turn, c.held)
	paced := a == reactions && now.Sub(c.held) < minute
	if paced {
		at = latest(at, c.next)
	}
	var limiters []*rate.Limiter
	if broadcast {
		limiters = append(limiters, l.broadcasts)
	}
	if a < counted {
		limiters = append(limiters, c.counts[a].second)
		at = latest(at, c.counts[a].ago(groupMinute).Add(minute))
	}
	var taken []*rate.Reservation
	for _, limiter := range limiters {
		r := limiter.ReserveN(now, 1)
		taken = append(taken, r)
		at = latest(at, now.Add(r.DelayFrom(now)))
	}
	if at.After(now) && at.After(until) {
		for _, r := range taken {
			r.CancelAt(now)
		}
		return at, false
	}
	if a < counted && !p.Private {
		c.counts[a].note(at)
	}
	if paced {
		c.next = at.Add(chatEvery)
	}
	c.idle = at.Add(minute)
	l.next = turn.Add(l.gap(turn))
	if !broadcast { // broadcasts make room for it
		if r := l.broadcasts.ReserveN(now, 1); r.DelayFrom(now) > lead {
			r.CancelAt(now)
		}
	}
	return at, true
}

// gap is the time between a message that leaves at a time after the hold and the next one.
func (l *rateLimit) gap(at time.Time) time.Duration {
	since := at.Sub(l.held)
	if since > calm {
		return 0
	}
	faster := 1.0
	if !l.strict {
		faster = math.Exp2(since.Seconds())
	}
	return time.Duration(float64(time.Second) / float64(l.share) / faster)
}

// delay returns how long a message to the chat would have to wait that comes now, behind
// others that wait already; kept is how many of the group's minute it must leave. It leaves
// out the few moments of a recovery, for which messages queue in wait: to ask again and
// again for a free moment would let the broadcasts of that queue starve the answers.
func (l *rateLimit) delay(p chat.Place, a action, broadcast bool, now time.Time, ahead, kept int) time.Duration {
	l.adjust(now)
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.chat(p.Community, now)
	to := c.counts[a] // a copy, to note those ahead in
	at := latest(now, c.held)
	for i := range ahead + 1 {
		if missing := float64(1+i) - to.second.TokensAt(now); missing > 0 {
			at = latest(at, now.Add(time.Duration(missing*float64(chatEvery))))
		}
		if !p.Private {
			at = latest(at, to.ago(groupMinute-kept).Add(minute))
			to.note(at)
		}
	}
	if !broadcast { // which waits for the limits of all when its chat is free
		at = latest(at, l.held)
	}
	return at.Sub(now)
}

// learn notes whether Telegram took a message for the chat.
func (l *rateLimit) learn(community string, err error) {
	retry, ok := errors.AsType[*chat.RetryError](err)
	if err != nil && !ok {
		return // the failure says nothing about limits
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		if now.Sub(l.held) > doubt {
			clear(l.refused)
		}
		return
	}
	c := l.chat(community, now)
	c.held = now.Add(retry.After)
	c.idle = c.held.Add(minute)
	if now.Before(l.held) {
		return // it was sent before the hold
	}
	l.refused[strings.TrimSuffix(community, deletions)] = c.held
	together := 0
	for _, until := range l.refused {
		if c.held.Sub(until).Abs() <= sameTime {
			together++
		}
	}
	if together >= breakAfter || len(l.refused) >= breakMany {
		since := now.Sub(l.held)
		l.strict = since < calm && (l.strict || since > time.Second)
		clear(l.refused)
		l.held = now.Add(min(retry.After, longestHold))
		l.next = l.held
	}
}

// heldUntil returns until when a 429 forbids messages to the chat.
func (l *rateLimit) heldUntil(community string) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return latest(l.held, l.chat(community, time.Now()).held)
}

// adjust brings the rates up to date and returns this process's rate of broadcasts.
func (l *rateLimit) adjust(now time.Time) rate.Limit {
	share := l.limit / rate.Limit(max(1, l.processes()))
	l.mu.Lock()
	defer l.mu.Unlock()
	if share != l.share {
		l.share = share
		l.broadcasts.SetLimitAt(now, share)
	}
	return share
}

// chat finds what is known of a chat, and once a minute drops chats that have become
// idle. It is called with mu held.
func (l *rateLimit) chat(id string, now time.Time) *chatLimit {
	if now.Sub(l.swept) > minute {
		l.swept = now
		for id, c := range l.chats {
			if c.idle.Before(now) {
				delete(l.chats, id)
			}
		}
	}
	c := l.chats[id]
	if c == nil {
		c = &chatLimit{idle: now.Add(minute)}
		for a := range c.counts {
			c.counts[a].second = rate.NewLimiter(rate.Every(chatEvery), chatBurst)
			// What this program sent before it was started anew counts too.
			c.counts[a].second.AllowN(l.born, chatBurst)
		}
		l.chats[id] = c
	}
	return c
}

func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }
