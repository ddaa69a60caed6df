package telegram

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

// Telegram's limits are about 1 message a second in a chat (with short bursts)
// and 20 a minute in a group. The figures here keep a little away from them,
// because what leaves evenly does not arrive evenly.
const (
	chatEvery   = 1050 * time.Millisecond
	chatBurst   = 3
	groupMinute = 20
	minute      = 61 * time.Second
	// keptBack is how many of a group's messages a minute are kept from what is of
	// little importance.
	keptBack = 8
)

// action is what a gate counts: Telegram counts messages and edits apart.
type action int

const (
	sends action = iota
	edits
	actions
)

var errPace = errors.New("too many messages for this chat")

// A pace gives each message its time.
type pace struct {
	all       *governor
	processes func() int // that share Telegram's limits
	born      time.Time

	mu    sync.Mutex
	chats map[string]*chatPace
	swept time.Time
}

type chatPace struct {
	gates  [actions]gate
	banned time.Time // no call before this: the retry_after of a 429
	idle   time.Time // when nothing in here matters any more
}

type gate struct {
	second *rate.Limiter
	times  [groupMinute]time.Time // the last messages of a group, a ring
	n      int
}

// ago is when the last message but so many went, of groupMinute at most.
func (g *gate) ago(n int) time.Time { return g.times[(g.n+groupMinute-n)%groupMinute] }

func (g *gate) note(at time.Time) {
	g.times[g.n%groupMinute] = at
	g.n++
}

// newPace makes one for a limit of so many messages a second in all, which so many
// processes share.
func newPace(limit float64, processes func() int) *pace {
	return &pace{all: newGovernor(limit, processes), processes: processes, born: time.Now(), chats: map[string]*chatPace{}}
}

// inMinute is how many messages of a group's minute this process may send. No process
// knows what the others send.
func (p *pace) inMinute() int { return max(1, groupMinute/max(1, p.processes())) }

// wait returns when it is the caller's turn to act in the chat. If that would be
// later than until, it returns a *chat.RetryError at once. A broadcast is what
// answers nobody.
func (p *pace) wait(ctx context.Context, c chat.Place, a action, broadcast bool, until time.Time) error {
	if !broadcast {
		if err := p.turn(ctx, c, a, until); err != nil {
			return err
		}
		return p.all.wait(ctx, false, until)
	}
	// A turn in the chat that is taken and not used is lost, and broadcasts are
	// often sent away: they take it last.
	for {
		now := time.Now()
		d := p.untilTurn(c, a, now)
		switch {
		case now.Add(d).After(until):
			return &chat.RetryError{After: d, Err: errPace}
		case d > 0 && !chat.Pause(ctx, d):
			return ctx.Err()
		case d > 0:
			continue // another may have taken the turn meanwhile
		}
		if err := p.all.wait(ctx, true, until); err != nil {
			return err
		}
		return p.turn(ctx, c, a, until)
	}
}

// turn waits for a turn in the chat.
func (p *pace) turn(ctx context.Context, c chat.Place, a action, until time.Time) error {
	now := time.Now()
	d, ok := p.reserve(c, a, now, until)
	for ok && d > 0 {
		if !chat.Pause(ctx, d) {
			return ctx.Err()
		}
		now = time.Now()
		d = p.ban(c.Community, now) // a 429 may have come meanwhile
		ok = d == 0 || !now.Add(d).After(until)
	}
	if !ok {
		return &chat.RetryError{After: d, Err: errPace}
	}
	return nil
}

// untilTurn tells how long it is until the next turn in the chat.
func (p *pace) untilTurn(c chat.Place, a action, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	cp := p.chat(c.Community, now)
	g := &cp.gates[a]
	at := now.Add(untilToken(g.second, now, 0))
	for _, t := range []time.Time{cp.banned, g.ago(p.inMinute()).Add(minute)} {
		if at.Before(t) {
			at = t
		}
	}
	return at.Sub(now)
}

// reserve tells how long it is until the next turn in the chat, and takes it
// unless that is later than until.
func (p *pace) reserve(c chat.Place, a action, now, until time.Time) (time.Duration, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	cp := p.chat(c.Community, now)
	g := &cp.gates[a]
	r := g.second.ReserveN(now, 1)
	at := now.Add(r.DelayFrom(now))
	for _, t := range []time.Time{cp.banned, g.ago(p.inMinute()).Add(minute)} {
		if at.Before(t) {
			at = t
		}
	}
	d := at.Sub(now)
	if d > 0 && at.After(until) {
		r.CancelAt(now)
		return d, false
	}
	if !c.Private {
		g.note(at)
	}
	cp.idle = at.Add(minute)
	return d, true
}

// delay is how long a message to the chat would have to wait that comes now,
// behind others that wait for their turn already; kept is how many of the group's
// minute are not for it.
func (p *pace) delay(c chat.Place, a action, broadcast bool, now time.Time, ahead, kept int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	cp := p.chat(c.Community, now)
	g := &cp.gates[a]
	to := *g // as it will be
	most := p.inMinute()
	kept = kept * most / groupMinute
	at := now.Add(max(0, cp.banned.Sub(now)))
	for i := range ahead + 1 {
		if t := now.Add(untilToken(g.second, now, i)); t.After(at) {
			at = t
		}
		if c.Private {
			continue
		}
		if t := to.ago(most - kept).Add(minute); t.After(at) {
			at = t
		}
		to.note(at)
	}
	if broadcast { // it waits for the others of its kind when its turn in the chat has come
		return at.Sub(now)
	}
	return max(at.Sub(now), p.all.delay(now))
}

// punish notes that Telegram asked for a pause in the chat.
func (p *pace) punish(chat string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.all.refused(chat, d, now)
	cp := p.chat(chat, now)
	cp.banned = now.Add(d)
	cp.idle = cp.banned.Add(minute)
}

// ban is how long Telegram still wants nothing for the chat.
func (p *pace) ban(chat string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(0, p.chat(chat, now).banned.Sub(now))
}

// chat finds a chat's state, and once a minute drops those that have become idle.
func (p *pace) chat(id string, now time.Time) *chatPace {
	if now.Sub(p.swept) > minute {
		p.swept = now
		for id, cp := range p.chats {
			if cp.idle.Before(now) {
				delete(p.chats, id)
			}
		}
	}
	cp := p.chats[id]
	if cp == nil {
		cp = &chatPace{idle: now.Add(minute)}
		for a := range cp.gates {
			l := rate.NewLimiter(rate.Every(chatEvery), chatBurst)
			// What this program sent before it was started anew counts too.
			l.AllowN(p.born, chatBurst)
			cp.gates[a].second = l
		}
		p.chats[id] = cp
	}
	return cp
}
