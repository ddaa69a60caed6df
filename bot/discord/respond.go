package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot"
)

// receive takes in one event. It returns at once; the answer is worked out
// in the order of events in its channel, but its clock runs from now on.
func (f *FrontEnd) receive(ctx context.Context, h bot.Handler, menu []bot.MenuCommand, raw []byte, now time.Time) {
	defer f.guard("an event")
	if !f.taking.Load() {
		return
	}
	i, r, err := decode(raw)
	if errors.Is(err, errOther) {
		return
	}
	x := newExchange(f, i, now)
	if err != nil {
		f.log.Error("discord: an interaction that cannot be read", "id", i.ID, "err", err)
		if i.ID != "" && i.Token != "" {
			f.lanes.Add(i.ID, func() { x.apologize(ctx) })
		}
		return
	}
	x.deferLater(ctx, guessPrivate(r.Input, menu))
	f.lanes.Add(i.ChannelID, func() { x.run(ctx, h, r) })
}

// guessPrivate tells whether the reply to an input will most likely be for the
// person alone. It must be known when an answer is deferred, before there is
// one: what is typed into a form is an answer, and what an administrator sets
// is of no interest to others.
func guessPrivate(in bot.Input, menu []bot.MenuCommand) bool {
	if in.Kind == bot.Submit {
		return true
	}
	for _, c := range menu {
		if in.Kind == bot.Command && c.Name == in.Name {
			return c.Admin
		}
	}
	return false
}

// An exchange is one interaction and what Discord has been told about it.
type exchange struct {
	f        *FrontEnd
	i        interaction
	received time.Time
	// limits lasts as long as the exchange, as Discord's bucket for the answers
	// to one interaction does; so no bucket outlives its use.
	limits *discordgo.RateLimiter

	timer *time.Timer
	mu    sync.Mutex // held while Discord is being told
	state state
	over  bool // nothing more is to be deferred
}

// state is what the person has been shown so far.
type state int

const (
	open          state = iota // nothing
	waitingUpdate              // nothing visible; follow-ups may come (type 6)
	waitingOpenly              // "is thinking…" for all to see (type 5)
	waitingAlone               // "is thinking…" for the person alone (type 5, ephemeral)
	answered                   // something: the event came twice, and Discord refused a second first answer
)

func newExchange(f *FrontEnd, i interaction, received time.Time) *exchange {
	return &exchange{f: f, i: i, received: received, limits: discordgo.NewRatelimiter()}
}

func (x *exchange) run(ctx context.Context, h bot.Handler, r bot.Request) {
	defer x.f.guard(r.Key)
	ctx, cancel := context.WithDeadline(ctx, x.received.Add(x.f.pace.tokenLife))
	defer cancel()
	reply, ok := x.answer(ctx, h, r)
	if !ok {
		x.apologize(ctx)
		return
	}
	m, err := x.deliver(ctx, reply)
	if err != nil {
		x.f.log.Error("discord: a reply was not delivered", "key", r.Key, "err", err)
		if isRefused(err) {
			x.apologize(ctx)
		}
		return
	}
	if !reply.Silent {
		h.Sent(ctx, r.Key, m)
	}
}

// answer asks the handler; ok is false if it panicked.
func (x *exchange) answer(ctx context.Context, h bot.Handler, r bot.Request) (reply bot.Reply, ok bool) {
	defer x.f.guard(r.Key)
	return h.Answer(ctx, r), true
}

// guard, when deferred, ends a panic of whatever it is about.
func (f *FrontEnd) guard(what string) {
	if p := recover(); p != nil {
		f.log.Error("discord: panic", "under", what, "panic", p, "stack", string(debug.Stack()))
	}
}

// apologize tells the person that something of ours broke.
func (x *exchange) apologize(ctx context.Context) {
	defer x.f.guard("an apology")
	reply := x.f.broken(x.i.Locale)
	reply.Audience, reply.Edit = bot.Asker, false
	if _, err := x.deliver(ctx, reply); err != nil {
		x.f.log.Error("discord: a person could not be told of a failure", "id", x.i.ID, "err", err)
	}
}

// deferLater asks Discord for patience unless the answer comes first.
func (x *exchange) deferLater(ctx context.Context, private bool) {
	to := waitingOpenly
	switch {
	case x.i.Message != nil: // then follow-ups choose who sees them
		to = waitingUpdate
	case private && !x.i.private():
		to = waitingAlone
	}
	x.timer = time.AfterFunc(x.f.pace.deferAfter, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.over {
			return
		}
		_, err := x.call(ctx, x.deferral(to))
		switch {
		case err == nil:
			x.state = to
		case isCode(err, codeAcknowledged):
			x.state = answered
		default:
			x.f.log.Warn("discord: deferring an answer", "id", x.i.ID, "err", err)
		}
	})
}

// deliver shows a Reply. The Message is zero if the reply is none that could be
// edited later: a form, or one for the person alone.
func (x *exchange) deliver(ctx context.Context, r bot.Reply) (bot.Message, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.over = true
	if x.timer != nil {
		x.timer.Stop()
	}
	p := x.plan(r)
	id, err := x.carryOut(ctx, p.steps)
	if err != nil || !p.lasting || id == "" {
		return bot.Message{}, err
	}
	return bot.Message{Chat: x.i.chat(), ID: id}, nil
}

// carryOut makes the calls of a plan and returns the ID of the message the last
// one made or changed. Where Discord says that the interaction is answered
// already, an earlier try had its effect, or the event came twice; the step
// then says what is left to do.
func (x *exchange) carryOut(ctx context.Context, steps []step) (id string, err error) {
	for _, s := range steps {
		id, err = x.call(ctx, s)
		if isCode(err, codeAcknowledged) {
			if s.instead == nil {
				return "", nil
			}
			return x.call(ctx, *s.instead)
		}
		if err != nil {
			return "", err
		}
	}
	return id, nil
}

func isCode(err error, code int) bool {
	var e *fault
	return errors.As(err, &e) && e.code == code
}

// isRefused tells that Discord understood a call and will not have it, as when
// a message breaks one of its rules.
func isRefused(err error) bool {
	var e *fault
	return errors.As(err, &e) && e.status == http.StatusBadRequest
}

// tries is how often a call is made that fails for no reason of its own. With
// their pauses they fill the 3 s of a first answer.
const tries = 8

// call makes the call of a step, again after a pause where that may help.
func (x *exchange) call(ctx context.Context, s step) (id string, err error) {
	if s.first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, x.received.Add(x.f.pace.firstBy))
		defer cancel()
	}
	var made struct {
		ID       string `json:"id"` // of a message
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"` // of a first answer
	}
	for n := 1; ; n++ {
		var failed *fault
		if bucket, wait := lockBucket(x.limits, s.path()); bucket != nil {
			failed = x.f.do(ctx, s.call, bucket, &made)
		} else {
			failed = &fault{status: http.StatusTooManyRequests, after: wait, text: "discord: the interaction's rate limit is used up"}
		}
		if failed == nil {
			return cmp.Or(made.Resource.Message.ID, made.ID), nil
		}
		wait, again := s.retryAfter(failed, n)
		end, limited := ctx.Deadline()
		if !again || n == tries || limited && time.Until(end) < wait || !pause(ctx, wait) {
			return "", conceal(failed, x.i.Token)
		}
	}
}

// retryAfter tells whether a step may be tried again after its n-th failure,
// and when.
func (s step) retryAfter(e *fault, n int) (time.Duration, bool) {
	switch {
	case e.status == http.StatusTooManyRequests:
		return e.after, true
	case s.once: // it may have had its effect
		return 0, false
	case e.status == 0, e.status >= http.StatusInternalServerError:
		return time.Duration(n) * 100 * time.Millisecond, true
	}
	return 0, false
}
