package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// A responder answers interactions.
type responder struct {
	*rest
	pace   *pace
	broker chat.Broker
	h      chat.Handler
	menu   []chat.MenuCommand

	taking     atomic.Bool        // events are taken in
	answering  chat.Lanes[string] // by channel
	delivering chat.Lanes[string] // by interaction: none waits for another
}

// receive takes in one event. It returns at once; the answer is worked out
// in the order of events in its channel, but its clock runs from now on.
func (p *responder) receive(ctx context.Context, raw []byte, now time.Time) {
	chat.Guard(p.log, "an event", func() {
		if !p.taking.Load() {
			return
		}
		i, r, err := decode(raw)
		if errors.Is(err, errOther) {
			return
		}
		x := newExchange(p, i, now)
		if err != nil {
			p.log.Error("discord: an interaction that cannot be read", "id", i.ID, "err", err)
			if i.ID != "" && i.Token != "" {
				p.delivering.Add(i.ID, func() { x.apologize(ctx) })
			}
			return
		}
		x.deferLater(ctx, guessPrivate(r.Input, p.menu))
		p.answering.Add(i.ChannelID, func() { x.run(ctx, r) })
	})
}

// wait waits until all is answered and delivered or ctx ends, and tells which.
func (p *responder) wait(ctx context.Context) bool {
	return p.answering.Wait(ctx) && p.delivering.Wait(ctx)
}

// guessPrivate tells whether the reply to an input will most likely be for the
// person alone. It must be known when an answer is deferred, before there is
// one: what is typed, into a form or because a command demands it, is an answer.
func guessPrivate(in chat.Input, menu []chat.MenuCommand) bool {
	if in.Kind == chat.Submit {
		return true
	}
	for _, c := range menu {
		if in.Kind == chat.Command && c.Name == in.Name {
			typed := func(a chat.MenuArg) bool { return a.Required && len(a.Choices) == 0 }
			return c.Alone || slices.ContainsFunc(c.Args, typed)
		}
	}
	return false
}

// An exchange is one interaction and what Discord has been told about it.
type exchange struct {
	*responder
	received time.Time
	// buckets last as long as the exchange, as Discord's bucket for the answers
	// to one interaction does; so no bucket outlives its use.
	buckets *discordgo.RateLimiter

	timer *time.Timer
	mu    sync.Mutex // held while Discord is being told
	shown
	over bool // nothing more is to be deferred
}

func newExchange(p *responder, i interaction, received time.Time) *exchange {
	return &exchange{responder: p, received: received, buckets: discordgo.NewRatelimiter(), shown: shown{i: i, known: p.commandIDs()}}
}

// run asks the handler and has its reply delivered, for which the next event of
// the channel does not wait.
func (x *exchange) run(ctx context.Context, r chat.Request) {
	ctx, cancel := context.WithDeadline(ctx, x.received.Add(x.pace.tokenLife))
	var reply chat.Reply
	answered := chat.Guard(x.log, r.Key, func() { reply = x.h.Answer(ctx, r) })
	x.delivering.Add(x.i.ID, func() {
		defer cancel()
		if !answered {
			x.apologize(ctx)
			return
		}
		chat.Guard(x.log, r.Key, func() { x.finish(ctx, r, reply) })
	})
}

func (x *exchange) finish(ctx context.Context, r chat.Request, reply chat.Reply) {
	m, err := x.deliver(ctx, reply)
	if err != nil {
		x.log.Error("discord: a reply was not delivered", "key", r.Key, "err", err)
		if isRefused(err) {
			x.apologize(ctx)
		}
		return
	}
	if !reply.Silent {
		if reply.Ask == nil {
			x.grants.learn(&x.i, m.ID, x.received.Add(x.pace.tokenLife))
		}
		x.h.Delivered(ctx, r.Key, m)
	}
}

// apologize tells the person of an internal error.
func (x *exchange) apologize(ctx context.Context) {
	chat.Guard(x.log, "an apology", func() {
		reply := x.broker.Broken(x.i.Locale)
		reply.Audience, reply.Edit = chat.Asker, false
		if _, err := x.deliver(ctx, reply); err != nil {
			x.log.Error("discord: a person could not be told of a failure", "id", x.i.ID, "err", err)
		}
	})
}

// deferLater asks Discord for patience unless the answer comes first.
func (x *exchange) deferLater(ctx context.Context, private bool) {
	to, after := waitingOpenly, x.pace.deferAfter
	switch {
	case x.i.Message != nil: // then follow-ups choose who sees them
		to, after = waitingUpdate, x.pace.pressAfter
	case private && !x.i.private():
		to = waitingAlone
	}
	x.timer = time.AfterFunc(after, func() {
		chat.Guard(x.log, "a deferral", func() { x.deferNow(ctx, to) })
	})
}

func (x *exchange) deferNow(ctx context.Context, to state) {
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
		x.log.Warn("discord: deferring an answer", "id", x.i.ID, "err", err)
	}
}

// deliver shows a Reply. The Message is zero if the reply is none that could be
// edited later: a form, or one for the person alone.
func (x *exchange) deliver(ctx context.Context, r chat.Reply) (chat.Message, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.over = true
	if x.timer != nil {
		x.timer.Stop()
	}
	p := x.plan(r)
	id, err := x.carryOut(ctx, p.steps)
	if err != nil || !p.lasting || id == "" {
		return chat.Message{}, err
	}
	return chat.Message{Place: x.i.place(), ID: id}, nil
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
const (
	tries         = 8
	shortestPause = 100 * time.Millisecond
	longestPause  = 500 * time.Millisecond
)

// call makes the call of a step, again after a pause where that may help.
func (x *exchange) call(ctx context.Context, s step) (id string, err error) {
	if s.first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, x.received.Add(x.pace.firstBy))
		defer cancel()
	}
	again := func(err error, pause time.Duration) bool {
		end, limited := ctx.Deadline()
		return s.mayRepeat(err) && !(limited && time.Until(end) < pause)
	}
	err = chat.Retry(ctx, retry.WithMaxRetries(tries-1, chat.Backoff(shortestPause, longestPause)), again, func() (err error) {
		id, err = x.callOnce(ctx, s.call)
		return err
	})
	return id, err
}

// callOnce makes a call and returns the ID of the message made or changed.
func (x *exchange) callOnce(ctx context.Context, c call) (id string, err error) {
	bucket, wait := lockBucket(x.buckets, c.path())
	if bucket == nil {
		return "", &chat.RetryError{After: wait, Err: errors.New("discord: the interaction's rate limit is used up")}
	}
	var made struct {
		ID       string `json:"id"` // of a message
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"` // of a first answer
	}
	if failed := x.do(ctx, c, bucket, &made); failed != nil {
		return "", outward(conceal(failed, x.i.Token))
	}
	return cmp.Or(made.Resource.Message.ID, made.ID), nil
}

// mayRepeat tells whether a step may be tried again after a failure.
func (s step) mayRepeat(err error) bool {
	var wanted *chat.RetryError
	if errors.As(err, &wanted) {
		return true
	}
	var e *fault
	if s.once || !errors.As(err, &e) { // it may have had its effect
		return false
	}
	return e.status == 0 || e.status >= http.StatusInternalServerError
}
