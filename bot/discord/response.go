package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// These say how often a call is tried, and how long the pauses between the tries are. All tries
// together take the 3 s that Discord allows for a first answer.
const (
	tries         = 8
	shortestPause = 100 * time.Millisecond
	longestPause  = 500 * time.Millisecond
)

// A response says how far the answer to an interaction has come.
type response struct {
	rest     *rest
	received time.Time

	// expiry fires when the interaction's token ends. defers fires when the answer has to be deferred.
	expiry *time.Timer
	defers *time.Timer

	// mu is held while Discord is called.
	mu       sync.Mutex
	exchange exchange
	// replied means that the reply is there, so the answer must not be deferred any more.
	replied bool
	// searches means that a long search goes on, and the person reads so once the answer is deferred.
	searches bool
	// failed means that the last try of a first answer had no effect: Discord said that it failed.
	failed bool
	// caughtUp means that this process knows how far another one came.
	caughtUp bool
}

func newResponse(c *rest, i interaction, received time.Time) *response {
	return &response{
		rest:     c,
		received: received,
		exchange: exchange{interaction: i, known: c.commands.Load()},
	}
}

// responses holds each *response that is to be delivered, by the ID of its interaction.
type responses struct{ all sync.Map }

// add holds a response until it is removed or its token ends. If its interaction has a response
// already, add returns that one, and fresh is false.
func (s *responses) add(x *response) (current *response, fresh bool) {
	id := x.exchange.interaction.ID
	x.expiry = time.AfterFunc(x.rest.timing.tokenLife, func() { s.remove(id) })
	other, found := s.all.LoadOrStore(id, x)
	if found {
		x.expiry.Stop()
		return other.(*response), false
	}
	return x, true
}

// remove removes a response and returns it; nil if there is none.
func (s *responses) remove(id string) *response {
	removed, found := s.all.LoadAndDelete(id)
	if !found {
		return nil
	}
	x := removed.(*response)
	x.expiry.Stop()
	return x
}

// deferLater makes the answer be deferred unless the reply comes soon. People then read that the bot is
// thinking. private means that only the person reads that, as always after a press.
func (x *response) deferLater(ctx context.Context, private bool) {
	after := x.rest.timing.deferAfter
	if x.exchange.interaction.Message != nil {
		private = true
		after = x.rest.timing.pressAfter
	}
	to := deferredOpenly
	if private && !x.exchange.interaction.private() {
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
	_, err := x.call(ctx, x.exchange.deferral(to))
	if isCode(err, codeAcknowledged) {
		// Another process has deferred the answer, or an earlier try has, and its response was
		// lost.
		x.exchange.state = x.exchange.stateOnceAnswered()
		x.exchange.resumed = true
		return
	}
	if err != nil {
		x.rest.log.Warn("discord: deferring an answer", "id", x.exchange.interaction.ID, "err", err)
		return
	}
	x.exchange.state = to
	if x.searches {
		x.showSearch(ctx)
	}
}

// search notes that a long search has begun. If it takes so long that the answer is deferred, the person reads how
// long it may take, instead of "is thinking…".
func (x *response) search(ctx context.Context) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.searches = true
	isDeferred := x.exchange.state == deferredOpenly || x.exchange.state == deferredAlone
	if isDeferred && !x.replied {
		x.showSearch(ctx)
	}
}

// showSearch shows in the deferred answer that a search goes on. The reply will replace that.
func (x *response) showSearch(ctx context.Context) {
	if _, err := x.call(ctx, x.exchange.patch(x.searchMessage())); err != nil {
		x.rest.log.Info("discord: showing a search", "id", x.exchange.interaction.ID, "err", err)
	}
}

func (x *response) searchMessage() message {
	return render(x.rest.searching(x.exchange.interaction.Locale), x.exchange.known)
}

// A shownMessage is a message of the bot's with its texts.
type shownMessage struct {
	ownMessage
	Components []struct {
		Content string `json:"content"`
	} `json:"components"`
}

// says reports whether a message has only the text of another one.
func (m *shownMessage) says(other message) bool {
	if len(m.Components) != 1 || len(other.Components) != 1 {
		return false
	}
	text, isText := other.Components[0].(discordgo.TextDisplay)
	return isText && m.Components[0].Content == text.Content
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
	if !time.Now().Before(end) {
		// The error is the one with which Discord would refuse the call.
		text := "discord: the token of the interaction has ended"
		return chat.Message{}, &apiError{code: codeUnknownWebhook, text: text}
	}
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	tooLate := time.Since(x.received) >= x.rest.timing.firstBy
	if x.exchange.state == unanswered && tooLate {
		if x.failed {
			// The last try had no effect, so there is no answer that this one could follow.
			text := "discord: the interaction was not answered in time"
			return chat.Message{}, &apiError{code: codeUnknownInteraction, text: text}
		}
		x.exchange.state = x.exchange.stateOnceAnswered()
		x.exchange.resumed = true
	}
	if x.exchange.resumed && !x.caughtUp {
		m, complete, err := x.catchUp(ctx)
		if complete || err != nil {
			return m, err
		}
	}
	p := x.exchange.plan(r)
	id, err := x.carryOut(ctx, p.steps)
	if err != nil || !p.lasting || id == "" {
		return chat.Message{}, err
	}
	return chat.Message{Place: x.exchange.interaction.place(), ID: id}, nil
}

// catchUp asks Discord how far another process came with the answer before it ended. complete means that
// the other process has shown the whole answer. m is the message; zero if only the person sees it.
func (x *response) catchUp(ctx context.Context) (m chat.Message, complete bool, err error) {
	var original shownMessage
	err = x.rest.get(ctx, x.exchange.original(), &original)
	wasDeleted := isCode(err, codeUnknownMessage)
	nothingShown := isLost(err) && time.Since(x.received) < x.rest.timing.firstBy
	isKnown := err == nil || wasDeleted || nothingShown
	if !isKnown {
		return chat.Message{}, false, err
	}
	// If a press was deferred, or its message was edited, the original is the message that was pressed.
	pressed := x.exchange.interaction.Message
	isPressed := pressed != nil && original.ID == pressed.ID
	isWaiting := original.Flags&discordgo.MessageFlagsLoading != 0 || original.says(x.searchMessage())
	switch {
	case wasDeleted:
		x.exchange.state = deferredUpdate
	case nothingShown:
		// The first answer may still come from this process.
	case isPressed:
		x.exchange.state = deferredUpdate
	case isWaiting && original.isEphemeral():
		x.exchange.state = deferredAlone
	case isWaiting:
		x.exchange.state = deferredOpenly
	case original.isEphemeral():
		return chat.Message{}, true, nil
	default:
		return chat.Message{Place: x.exchange.interaction.place(), ID: original.ID}, true, nil
	}
	x.caughtUp = true
	return chat.Message{}, false, nil
}

// carryOut makes the calls of a plan. It returns the ID of the message that the last call made or
// changed. If Discord says that the interaction has its first answer already, an earlier try took
// effect, or the event came twice. Then carryOut goes on with the steps that the field instead has.
func (x *response) carryOut(ctx context.Context, steps []step) (id string, err error) {
	for _, s := range steps {
		id, err = x.call(ctx, s)
		if isCode(err, codeAcknowledged) {
			x.exchange.state = x.exchange.stateOnceAnswered()
			return x.carryOut(ctx, s.instead)
		}
		if s.method == http.MethodDelete {
			if err != nil && !isCode(err, codeUnknownMessage) {
				return "", err
			}
			// Now people see nothing. If a later step fails, the next plan begins from there.
			x.exchange.state = deferredUpdate
			continue
		}
		if err != nil {
			return "", err
		}
	}
	return id, nil
}

// call makes the call of a step. If the call fails in a way that may pass, it tries again after a pause.
// It returns the ID of the message that was made or changed.
func (x *response) call(ctx context.Context, s step) (id string, err error) {
	if s.first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, x.received.Add(x.rest.timing.firstBy))
		defer cancel()
	}
	// The ID of a first answer is in its resource.
	var made struct {
		ID       string `json:"id"`
		Resource struct {
			Message struct{ ID string } `json:"message"`
		} `json:"resource"`
	}
	pauses := retry.WithMaxRetries(tries-1, chat.Backoff(shortestPause, longestPause))
	mayRetry := func(err error, pause time.Duration) bool {
		end, limited := ctx.Deadline()
		inTime := !limited || time.Until(end) >= pause
		return s.mayRepeat(err) && pause <= longestWait && inTime
	}
	err = chat.Retry(ctx, pauses, mayRetry, func() error {
		return x.rest.do(ctx, s.call, &made)
	})
	x.failed = s.first && statusOf(err) >= http.StatusInternalServerError
	return cmp.Or(made.Resource.Message.ID, made.ID), err
}

// mayRepeat reports whether a step may be tried again after a failure.
func (s step) mayRepeat(err error) bool {
	if errors.As(err, new(*chat.RetryError)) {
		return true
	}
	return isOutage(err) && !s.once
}

// isLost reports whether a call failed because Discord has forgotten the interaction.
func isLost(err error) bool {
	f, ok := errors.AsType[*apiError](err)
	if !ok {
		return false
	}
	switch f.code {
	case codeUnknownWebhook, codeUnknownInteraction, codeInvalidToken:
		return true
	}
	return f.status == http.StatusNotFound
}
