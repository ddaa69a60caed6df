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

// A responder takes interactions in.
type responder struct {
	*rest
	pace      *pace
	broker    chat.Broker
	exchanges *exchanges
	h         chat.Handler
	menu      []chat.MenuCommand

	taking atomic.Bool        // events are taken in
	lanes  chat.Lanes[string] // by channel
}

// receive takes in one event. It returns at once; the event is carried out in the
// order of events in its channel, but its clock runs from now on.
func (p *responder) receive(ctx context.Context, raw []byte, now time.Time) {
	chat.Guard(p.log, "an event", func() {
		if !p.taking.Load() {
			return
		}
		i, r, err := decode(raw)
		if errors.Is(err, errOther) {
			return
		}
		x := newExchange(p.rest, p.pace, i, now)
		if err != nil {
			p.log.Error("discord: an interaction that cannot be read", "id", i.ID, "err", err)
			if i.ID != "" && i.Token != "" {
				go chat.Guard(p.log, "an apology", func() { p.apologize(ctx, x) })
			}
			return
		}
		if !p.exchanges.keep(x) { // the event has come twice
			return
		}
		x.deferLater(ctx, guessPrivate(r.Input, p.menu))
		r.Event = i.event()
		p.lanes.Add(i.ChannelID, func() {
			chat.Guard(p.log, r.Key, func() { p.h.Take(ctx, r) })
		})
	})
}

// apologize tells the person that what they did cannot be read.
func (p *responder) apologize(ctx context.Context, x *exchange) {
	reply := p.broker.Broken(x.i.Locale)
	reply.Audience, reply.Edit = chat.Asker, false
	if _, err := x.deliver(ctx, reply); err != nil {
		p.log.Error("discord: a person could not be told of a failure", "id", x.i.ID, "err", err)
	}
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
	*rest
	pace     *pace
	received time.Time
	// buckets last as long as the exchange, as Discord's bucket for the answers
	// to one interaction does; so no bucket outlives its use.
	buckets *discordgo.RateLimiter

	end   *time.Timer // of its token
	timer *time.Timer
	mu    sync.Mutex // held while Discord is being told
	shown
	over   bool // nothing more is to be deferred
	learnt bool // what was shown before it was resumed
}

func newExchange(c *rest, p *pace, i interaction, received time.Time) *exchange {
	return &exchange{rest: c, pace: p, received: received, buckets: discordgo.NewRatelimiter(), shown: shown{i: i, known: c.commandIDs()}}
}

// exchanges are the interactions that were not answered yet.
type exchanges struct {
	mu  sync.Mutex
	all map[string]*exchange // by interaction
}

// keep keeps an exchange until it is dropped or its token ends. It tells whether
// its interaction is not in hand already.
func (s *exchanges) keep(x *exchange) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := x.i.ID
	if s.all[id] != nil {
		return false
	}
	if s.all == nil {
		s.all = map[string]*exchange{}
	}
	s.all[id] = x
	x.end = time.AfterFunc(x.pace.tokenLife, func() { s.drop(id) })
	return true
}

func (s *exchanges) drop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.all[id]; x != nil {
		x.end.Stop()
		delete(s.all, id)
	}
}

// leave leaves an exchange to whoever has begun it.
func (s *exchanges) leave(id string) {
	x := s.find(id)
	if x == nil {
		return
	}
	x.mu.Lock()
	x.over = true
	x.mu.Unlock()
	s.drop(id)
}

func (s *exchanges) find(id string) *exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[id]
}

// resume takes up the exchange of an event, also of one that another process has
// begun; nobody knows what that has shown.
func (s *exchanges) resume(c *rest, p *pace, i interaction, at time.Time) *exchange {
	if x := s.find(i.ID); x != nil {
		return x
	}
	x := newExchange(c, p, i, at)
	x.resumed = true
	s.keep(x)
	return x
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
		x.state = x.acknowledged()
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
	if x.resumed && !x.learnt {
		if m, shown, err := x.learn(ctx); shown || err != nil {
			return m, err
		}
	}
	if x.state == open && time.Since(x.received) >= x.pace.firstBy { // too late for a first answer, if there was none
		x.state = x.acknowledged()
	}
	p := x.plan(r)
	id, err := x.carryOut(ctx, p.steps)
	if err != nil || !p.lasting || id == "" {
		return chat.Message{}, err
	}
	return chat.Message{Place: x.i.place(), ID: id}, nil
}

// learn asks Discord what another process has shown of the answer before it ended,
// and tells whether that was all of it.
func (x *exchange) learn(ctx context.Context) (m chat.Message, shown bool, err error) {
	var original struct {
		ID    string                 `json:"id"`
		Flags discordgo.MessageFlags `json:"flags"`
	}
	err = x.ask(ctx, call{http.MethodGet, x.original(), nil}, &original)
	alone := original.Flags&discordgo.MessageFlagsEphemeral != 0
	switch {
	case isCode(err, codeUnknownMessage): // it was taken back
		x.state = waitingUpdate
	case isLost(err) && time.Since(x.received) < x.pace.firstBy: // nothing
	case err != nil:
		return m, false, err
	case x.i.Message != nil && original.ID == x.i.Message.ID: // a press that was acknowledged, or the message redrawn
		x.state = waitingUpdate
	case original.Flags&discordgo.MessageFlagsLoading == 0:
		if !alone {
			m = chat.Message{Place: x.i.place(), ID: original.ID}
		}
		return m, true, nil
	case alone:
		x.state = waitingAlone
	default:
		x.state = waitingOpenly
	}
	x.learnt = true
	return m, false, nil
}

// carryOut makes the calls of a plan and returns the ID of the message the last
// one made or changed. Where Discord says that the interaction is answered
// already, an earlier try had its effect, or the event came twice; the step
// then says what is left to do.
func (x *exchange) carryOut(ctx context.Context, steps []step) (id string, err error) {
	for _, s := range steps {
		id, err = x.call(ctx, s)
		if isCode(err, codeAcknowledged) {
			x.state = x.acknowledged()
			return x.carryOut(ctx, s.instead)
		}
		if s.method == http.MethodDelete && isCode(err, codeUnknownMessage) { // as it is meant to be
			err = nil
		}
		if err != nil {
			return "", err
		}
		if s.method == http.MethodDelete { // should a later step be tried again
			x.state = waitingUpdate
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

// isLost tells that Discord knows an interaction no more.
func isLost(err error) bool {
	var e *fault
	if !errors.As(err, &e) {
		return false
	}
	switch e.code {
	case codeUnknownWebhook, codeUnknownInteraction, codeInvalidToken:
		return true
	}
	return e.status == http.StatusNotFound
}

// The codes of the errors that an interaction's time is over.
const (
	codeUnknownInteraction = 10062
	codeUnknownWebhook     = 10015
	codeInvalidToken       = 50027
)

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
		return s.mayRepeat(err) && pause <= longestTurn && !(limited && time.Until(end) < pause)
	}
	err = chat.Retry(ctx, retry.WithMaxRetries(tries-1, chat.Backoff(shortestPause, longestPause)), again, func() (err error) {
		id, err = x.callOnce(ctx, s.call)
		return err
	})
	return id, err
}

// ask makes a call, once, and decodes the answer into out.
func (x *exchange) ask(ctx context.Context, c call, out any) error {
	bucket, wait := lockBucket(x.buckets, c.path())
	if bucket == nil {
		return &chat.RetryError{After: wait, Err: errors.New("discord: the interaction's rate limit is used up")}
	}
	if failed := x.do(ctx, c, bucket, out); failed != nil {
		return outward(conceal(failed, x.i.Token))
	}
	return nil
}

// callOnce makes a call and returns the ID of the message made or changed.
func (x *exchange) callOnce(ctx context.Context, c call) (id string, err error) {
	var made struct {
		ID       string `json:"id"` // of a message
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"` // of a first answer
	}
	if err := x.ask(ctx, c, &made); err != nil {
		return "", err
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
