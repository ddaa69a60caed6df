package telegram

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

const (
	// telegramRate is Telegram's own limit for all messages of a bot, a second; it is
	// published for broadcasts only, and what it tolerates beyond depends on the bot.
	telegramRate = 30
	// broadcastShare is how much of the limit messages take that nobody asked for: as
	// near to it as one that leaves late allows.
	broadcastShare = 28.6 / telegramRate
	// lead is how far answers may be ahead of the broadcasts that must make room
	// for them. It bounds how long a stream of answers holds a broadcast back.
	lead = time.Second
	// inLine is how many broadcasts wait for their turn with it already taken;
	// an answer goes ahead of them.
	inLine = 3

	// slowest is the least to which answers are slowed down, a second.
	slowest = 1
	// A rate that was halved grows in a second by a quarter, one at least, until it
	// is near the one that was refused, and from there by a hundredth.
	regain, near, creep, leastCreep = 0.25, 0.9, 0.01, 0.25
	// unlimited is the rate from which on answers are no longer held back.
	unlimited = 500

	// A 429 is the chat's alone, unless another chat gets one within this.
	suspicion = 3 * time.Second
	// longestHold bounds for how long everything stops after a 429 that concerns
	// all: after it one try tells more.
	longestHold = 5 * time.Second
)

var errBusy = errors.New("too many messages in all")

// A governor holds back messages for the sake of Telegram's limits for a whole
// bot. Answers leave at once, until 429s teach that they may not: then their rate
// is halved, and creeps up again. Broadcasts keep to a rate, in which answers
// count.
type governor struct {
	limit     rate.Limit // of broadcasts, a second, for all processes
	processes func() int // that share it

	waiting atomic.Int32  // broadcasts
	line    chan struct{} // holds one for each of them whose turn is taken

	mu      sync.Mutex
	most    rate.Limit    // of broadcasts, a second, for this process
	all     *rate.Limiter // what broadcasts keep to
	answers *rate.Limiter // nil: they leave at once
	tally   [2]int        // answers in the second that began at second, and in that before
	second  time.Time
	crept   time.Time // when the rates were last raised
	held    time.Time // nothing leaves before
	halved  time.Time
	ceiling rate.Limit // of answers, that was refused last
	accused string     // the chat of the last 429
	when    time.Time
}

// newGovernor makes one for a limit of so many messages a second, which so many
// processes share.
func newGovernor(limit float64, processes func() int) *governor {
	g := &governor{limit: rate.Limit(limit * broadcastShare), processes: processes, line: make(chan struct{}, inLine)}
	g.most = g.limit / rate.Limit(max(1, processes()))
	g.all = rate.NewLimiter(g.most, 1)
	return g
}

// share is this process's part of the limit, as many as it is shared among now. It is
// called with mu held.
func (g *governor) share(now time.Time) rate.Limit {
	most := g.limit / rate.Limit(max(1, g.processes()))
	if most != g.most {
		g.all.SetLimitAt(now, g.all.Limit()*most/g.most)
		g.most = most
	}
	return most
}

// wait returns when a message may leave. If that would be later than until, it
// returns a *chat.RetryError.
func (g *governor) wait(ctx context.Context, broadcast bool, until time.Time) error {
	if broadcast {
		if err := g.queue(ctx, until); err != nil {
			return err
		}
		defer func() { <-g.line }()
	}
	d, ok := g.reserve(broadcast, time.Now(), until)
	for ok && d > 0 {
		if !chat.Pause(ctx, d) {
			return ctx.Err()
		}
		now := time.Now()
		d = g.hold(now) // a 429 may have come meanwhile
		ok = d == 0 || !now.Add(d).After(until)
	}
	if !ok {
		return &chat.RetryError{After: d, Err: errBusy}
	}
	return nil
}

// queue waits for a place among the broadcasts whose turn is taken. Only a few
// take it ahead of time, so that answers between them are not behind many.
func (g *governor) queue(ctx context.Context, until time.Time) error {
	ahead := g.waiting.Add(1) - 1
	defer g.waiting.Add(-1)
	now := time.Now()
	g.mu.Lock()
	most := g.share(now)
	g.mu.Unlock()
	if d := time.Duration(float64(ahead) / float64(most) * float64(time.Second)); now.Add(d).After(until) {
		return &chat.RetryError{After: d, Err: errBusy}
	}
	t := time.NewTimer(until.Sub(now))
	defer t.Stop()
	select {
	case g.line <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C: // answers went ahead
		return &chat.RetryError{After: lead, Err: errBusy}
	}
}

// reserve takes the next turn and tells how long it is until then, or takes none
// if that is later than until.
func (g *governor) reserve(broadcast bool, now, until time.Time) (time.Duration, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.raise(now)
	l := g.answers
	if broadcast {
		l = g.all
	}
	d := max(0, g.held.Sub(now))
	var r *rate.Reservation
	if l != nil {
		r = l.ReserveN(now, 1)
		d = max(d, r.DelayFrom(now))
	}
	if d > 0 && now.Add(d).After(until) {
		if r != nil {
			r.CancelAt(now)
		}
		return d, false
	}
	if !broadcast {
		g.count(now)
	}
	return d, true
}

// count notes an answer, and has broadcasts make room for it.
func (g *governor) count(now time.Time) {
	if r := g.all.ReserveN(now, 1); r.DelayFrom(now) > lead {
		r.CancelAt(now)
	}
	g.turnSecond(now)
	g.tally[0]++
}

func (g *governor) turnSecond(now time.Time) {
	switch d := now.Sub(g.second); {
	case d < time.Second:
		return
	case d < 2*time.Second:
		g.tally[1] = g.tally[0]
	default:
		g.tally[1] = 0
	}
	g.tally[0], g.second = 0, now
}

// delay is how long an answer that comes now would be held back.
func (g *governor) delay(now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.raise(now)
	d := max(0, g.held.Sub(now))
	if g.answers != nil {
		d = max(d, untilToken(g.answers, now, 0))
	}
	return d
}

func (g *governor) hold(now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(0, g.held.Sub(now))
}

// refused learns from a 429. If another chat got one just before, it is the bot
// that is too fast: everything stops for a while and goes on half as fast.
func (g *governor) refused(chat string, after time.Duration, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	alone := g.accused == "" || g.accused == chat || now.Sub(g.when) > suspicion
	g.accused, g.when = chat, now
	// What was on its way when the rate was halved is no reason to halve it again.
	if alone || now.Before(g.held) || now.Sub(g.halved) < time.Second {
		return
	}
	g.turnSecond(now)
	g.halved, g.crept = now, now
	g.held = now.Add(min(after, longestHold))
	g.ceiling = rate.Limit(max(g.tally[0], g.tally[1]))
	if g.answers == nil {
		g.answers = rate.NewLimiter(g.ceiling, 1)
	}
	g.ceiling = min(g.ceiling, g.answers.Limit())
	g.answers.SetLimitAt(now, max(slowest, g.ceiling/2))
	g.all.SetLimitAt(now, max(slowest, g.all.Limit()/2))
}

// raise lets the rates creep up.
func (g *governor) raise(now time.Time) {
	g.share(now)
	if g.crept.Before(g.held) {
		g.crept = g.held
	}
	for ; now.Sub(g.crept) >= time.Second; g.crept = g.crept.Add(time.Second) {
		if g.answers == nil && g.all.Limit() == g.most {
			g.crept = now
			return
		}
		g.all.SetLimitAt(now, min(g.most, faster(g.all.Limit(), g.most)))
		if g.answers == nil {
			continue
		}
		g.answers.SetLimitAt(now, faster(g.answers.Limit(), g.ceiling))
		if g.answers.Limit() > unlimited {
			g.answers = nil
		}
	}
}

func faster(l, ceiling rate.Limit) rate.Limit {
	if l < near*ceiling {
		return min(l+max(1, regain*l), ceiling)
	}
	return l + max(leastCreep, creep*l)
}

// untilToken is how long it is until a limiter lets one more through, with so
// many ahead of it.
func untilToken(l *rate.Limiter, now time.Time, ahead int) time.Duration {
	missing := float64(1+ahead) - l.TokensAt(now)
	return time.Duration(max(0, missing) / float64(l.Limit()) * float64(time.Second))
}
