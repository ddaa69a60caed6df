package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// Codes of Discord's errors.
const (
	codeAcknowledged       = 40060 // the interaction has had its first answer
	codeUnknownMessage     = 10008
	codeUnknownInteraction = 10062 // too late for a first answer
	codeUnknownWebhook     = 10015 // the interaction's token has ended, or there was no first answer
	codeInvalidToken       = 50027
)

// A call that fails is tried again so often. With their pauses the tries fill the 3 s of a
// first answer.
const (
	tries         = 8
	shortestPause = 100 * time.Millisecond
	longestPause  = 500 * time.Millisecond
)

// A response is the answer to one interaction, as far as Discord has it.
type response struct {
	rest     *rest
	received time.Time

	expiry  *time.Timer // of the interaction's token
	defers  *time.Timer
	mu      sync.Mutex // held while Discord is called
	shown   shown
	replied bool // nothing is deferred any more
	failed  bool // the last try of a first answer had no effect, as far as Discord says so
	learned bool // another process's part is known
}

func newResponse(c *rest, i interaction, received time.Time) *response {
	return &response{rest: c, received: received, shown: shown{i: i, known: c.registered.Load()}}
}

// responses holds the responses to be delivered: *response by the ID of the interaction.
type responses struct{ all sync.Map }

// keep keeps a response until it is dropped or its token ends. If its interaction has one
// already, keep returns that, and fresh is false.
func (s *responses) keep(x *response) (kept *response, fresh bool) {
	x.expiry = time.AfterFunc(x.rest.timing.tokenLife, func() { s.drop(x.shown.i.ID) })
	if known, found := s.all.LoadOrStore(x.shown.i.ID, x); found {
		x.expiry.Stop()
		return known.(*response), false
	}
	return x, true
}

// drop forgets a response and returns it; nil if there is none.
func (s *responses) drop(id string) *response {
	known, found := s.all.LoadAndDelete(id)
	if !found {
		return nil
	}
	x := known.(*response)
	x.expiry.Stop()
	return x
}

// deferLater asks Discord for patience unless the reply comes first. People then read that
// the bot is thinking; after a press only the person who pressed does.
func (x *response) deferLater(ctx context.Context, private bool) {
	to, after := deferredOpenly, x.rest.timing.deferAfter
	if x.shown.i.Message != nil {
		private, after = true, x.rest.timing.pressAfter
	}
	if private && !x.shown.i.private() {
		to = deferredAlone
	}
	x.defers = time.AfterFunc(after, func() {
		chat.Guard(x.rest.log, "a deferral", func() { x.deferNow(ctx, to) })
	})
}

func (x *response) deferNow(ctx context.Context, to state) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.replied {
		return
	}
	_, err := x.call(ctx, x.shown.deferral(to))
	switch {
	case err == nil:
		x.shown.state = to
	case isCode(err, codeAcknowledged): // by another process, or by a try whose answer was lost
		x.shown.state, x.shown.resumed = x.shown.acknowledged(), true
	default:
		x.rest.log.Warn("discord: deferring an answer", "id", x.shown.i.ID, "err", err)
	}
}

// deliver shows a Reply. The Message is zero if the reply cannot be edited later: a form, or
// one for the person alone.
func (x *response) deliver(ctx context.Context, r chat.Reply) (chat.Message, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.replied = true
	if x.defers != nil {
		x.defers.Stop()
	}
	end := x.received.Add(x.rest.timing.tokenLife)
	if !time.Now().Before(end) { // as Discord would say
		return chat.Message{}, &fault{code: codeUnknownWebhook, text: "discord: the token of the interaction has ended"}
	}
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	if x.shown.state == unanswered && time.Since(x.received) >= x.rest.timing.firstBy { // too late for a first answer
		if x.failed {
			return chat.Message{}, &fault{code: codeUnknownInteraction, text: "discord: the interaction was not answered in time"}
		}
		x.shown.state, x.shown.resumed = x.shown.acknowledged(), true
	}
	if x.shown.resumed && !x.learned {
		if m, all, err := x.learn(ctx); all || err != nil {
			return m, err
		}
	}
	p := x.shown.plan(r)
	id, err := x.carryOut(ctx, p.steps)
	if err != nil || !p.lasting || id == "" {
		return chat.Message{}, err
	}
	return chat.Message{Place: x.shown.i.place(), ID: id}, nil
}

// learn asks Discord how far another process came with the answer before it ended. all
// reports that it showed the whole answer.
func (x *response) learn(ctx context.Context) (m chat.Message, all bool, err error) {
	var original posted
	err = x.rest.get(ctx, x.shown.original(), &original)
	alone := original.isAlone()
	switch {
	case isCode(err, codeUnknownMessage): // it was deleted
		x.shown.state = deferredUpdate
	case isLost(err) && time.Since(x.received) < x.rest.timing.firstBy: // nothing was shown
	case err != nil:
		return m, false, err
	case x.shown.i.Message != nil && original.ID == x.shown.i.Message.ID: // a press that was acknowledged, or the message redrawn
		x.shown.state = deferredUpdate
	case original.Flags&discordgo.MessageFlagsLoading == 0:
		if !alone {
			m = chat.Message{Place: x.shown.i.place(), ID: original.ID}
		}
		return m, true, nil
	case alone:
		x.shown.state = deferredAlone
	default:
		x.shown.state = deferredOpenly
	}
	x.learned = true
	return m, false, nil
}

// carryOut makes the calls of a plan and returns the ID of the message that the last one
// made or changed. Where Discord says that the interaction has its first answer, an earlier
// try took effect, or the event came twice; the step then says what is left to do.
func (x *response) carryOut(ctx context.Context, steps []step) (id string, err error) {
	for _, s := range steps {
		id, err = x.call(ctx, s)
		if isCode(err, codeAcknowledged) {
			x.shown.state = x.shown.acknowledged()
			return x.carryOut(ctx, s.instead)
		}
		erases := s.method == http.MethodDelete
		if err != nil && !(erases && isCode(err, codeUnknownMessage)) {
			return "", err
		}
		if erases { // a later step may be tried again
			x.shown.state = deferredUpdate
		}
	}
	return id, nil
}

// call makes the call of a step, again after a pause where that may help, and returns the ID
// of the message made or changed.
func (x *response) call(ctx context.Context, s step) (id string, err error) {
	if s.first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, x.received.Add(x.rest.timing.firstBy))
		defer cancel()
	}
	again := func(err error, pause time.Duration) bool {
		end, limited := ctx.Deadline()
		return s.mayRepeat(err) && pause <= longestWait && !(limited && time.Until(end) < pause)
	}
	var made struct {
		ID       string `json:"id"` // of a message
		Resource struct {
			Message struct{ ID string } `json:"message"`
		} `json:"resource"` // of a first answer
	}
	err = chat.Retry(ctx, retry.WithMaxRetries(tries-1, chat.Backoff(shortestPause, longestPause)), again, func() error {
		return x.rest.do(ctx, s.call, &made)
	})
	f, ok := errors.AsType[*fault](err)
	x.failed = s.first && ok && f.status >= http.StatusInternalServerError
	return cmp.Or(made.Resource.Message.ID, made.ID), err
}

// mayRepeat reports whether a step may be tried again after a failure.
func (s step) mayRepeat(err error) bool {
	if errors.As(err, new(*chat.RetryError)) {
		return true
	}
	f, ok := errors.AsType[*fault](err) // else it may have taken effect
	return ok && !s.once && (f.status == 0 || f.status >= http.StatusInternalServerError)
}

// isLost reports whether a call failed because Discord has forgotten the interaction.
func isLost(err error) bool {
	f, ok := errors.AsType[*fault](err)
	return ok && (f.status == http.StatusNotFound || slices.Contains([]int{codeUnknownWebhook, codeUnknownInteraction, codeInvalidToken}, f.code))
}
