package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// The headers of Discord's posts.
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

const (
	// staleAfter is how old a post may be, or how far ahead of our clock. Anybody who has
	// seen a post could repeat it within this time, and not later.
	staleAfter = 5 * time.Minute
	// startFor is how long a post waits for the program to start. Posts come to a new process at once,
	// and Discord allows three seconds.
	startFor = 2 * time.Second
	// pong answers a PING, with which Discord tests the end point.
	pong = `{"type":1}`

	// authorized is the event that somebody has added the application, to a server or for
	// themselves. The status of an application says whether Discord posts such events.
	authorized = "APPLICATION_AUTHORIZED"
	eventsOff  = 1
	eventsOn   = 2
	// eventFor is how long an event may take. Discord allows three seconds. If an event was not
	// accepted, Discord posts it again, for ten minutes.
	eventFor = 2500 * time.Millisecond
)

// An application is what Discord stores about the bot's application.
type application struct {
	ID        string `json:"id"`
	Key       string `json:"verify_key"`
	Endpoint  string `json:"interactions_endpoint_url"`
	CodeGrant bool   `json:"bot_require_code_grant"`
	Bot       struct {
		ID string `json:"id"`
	} `json:"bot"`
	EventsURL    string   `json:"event_webhooks_url"`
	EventsStatus int      `json:"event_webhooks_status"`
	EventTypes   []string `json:"event_webhooks_types"`

	Verification string   `json:"role_connections_verification_url"`
	Redirects    []string `json:"redirect_uris"`
}

// A post is what Discord posts: an interaction or an event. An event has no token. The type of an event is
// 0 if it is a test. Otherwise it is 1, which is also the type of an interaction that is a PING.
type post struct {
	Type  discordgo.InteractionType `json:"type"`
	Token string                    `json:"token"`
	Event struct {
		Type string `json:"type"`
		Data struct {
			Guild struct {
				ID string `json:"id"`
			} `json:"guild"`
		} `json:"data"`
	} `json:"event"`
}

// postHandlers take what Discord posts.
type postHandlers struct {
	interaction func(raw []byte, now time.Time)
	// added is called when the bot was added to a server.
	added func(ctx context.Context, server string) error
}

// An endpoint asks Discord to post interactions, and takes them in.
type endpoint struct {
	rest *rest
	// url is the address to which Discord posts; empty: it posts nothing.
	url string

	// started is closed when key is known.
	started chan struct{}

	mu sync.RWMutex
	// key is what posts are signed with.
	key ed25519.PublicKey
	// handlers is nil while posts are refused.
	handlers *postHandlers
}

// post handles a post and returns the answer to it. For an interaction it returns the status 202: the
// first answer is a call of its own, as for an interaction that came by the gateway.
func (e *endpoint) post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	now := time.Now()
	e.awaitStart(ctx)
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.key == nil {
		return http.StatusServiceUnavailable, nil
	}
	if !e.isSigned(h, body, now) {
		return http.StatusUnauthorized, nil
	}
	var p post
	if err := json.Unmarshal(body, &p); err != nil {
		return http.StatusBadRequest, nil
	}
	isEvent := p.Token == "" && (p.Type == 0 || p.Event.Type != "")
	if p.Type == discordgo.InteractionPing && !isEvent {
		return http.StatusOK, []byte(pong)
	}
	if e.handlers == nil {
		return http.StatusServiceUnavailable, nil
	}
	if isEvent {
		return e.postEvent(ctx, p), nil
	}
	e.handlers.interaction(body, now)
	return http.StatusAccepted, nil
}

// awaitStart waits until the key is known, but no longer than startFor.
func (e *endpoint) awaitStart(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, startFor)
	defer cancel()
	select {
	case <-e.started:
	case <-ctx.Done():
	}
}

// isSigned reports whether Discord has signed a post a short time ago.
func (e *endpoint) isSigned(h http.Header, body []byte, now time.Time) bool {
	signature, err := hex.DecodeString(h.Get(signatureHeader))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return false
	}
	timestamp := h.Get(timestampHeader)
	signed := append([]byte(timestamp), body...)
	if !ed25519.Verify(e.key, signed, signature) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	off := now.Sub(time.Unix(seconds, 0))
	if off.Abs() > staleAfter {
		e.rest.log.Warn("discord: a post of another time is refused; see that the clock is right", "off", off)
		return false
	}
	return true
}

// postEvent takes in an event and returns the status that answers it.
func (e *endpoint) postEvent(ctx context.Context, p post) int {
	server := p.Event.Data.Guild.ID
	if p.Event.Type != authorized || server == "" {
		return http.StatusNoContent
	}
	ctx, cancel := context.WithTimeout(ctx, eventFor)
	defer cancel()
	if err := e.handlers.added(ctx, server); err != nil {
		e.rest.log.Warn("discord: a new server is not greeted yet", "err", err)
		return http.StatusServiceUnavailable
	}
	return http.StatusNoContent
}

// serve keeps the end point set and takes posts until ctx ends (then it returns nil) or Discord refuses
// the bot for good. When it begins to take posts, it calls begin with the application. The end point stays
// set, because other processes, or a later one, may serve it.
func (e *endpoint) serve(ctx context.Context, begin func(application), handlers *postHandlers) error {
	const complaint = "discord: the interactions end point is not set; see that RECKON_URL is reached from outside"
	for ctx.Err() == nil {
		err := e.set(ctx, e.url, complaint, func(app application) error {
			return e.start(app, begin, handlers)
		})
		if final := refusal(err); final != nil {
			return final
		}
		chat.Pause(ctx, e.rest.timing.endpointCheck)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	// A PING is answered until the process ends.
	e.handlers = nil
	return nil
}

// start begins to take posts, unless it has begun before. It is called before set changes the end point,
// because Discord accepts only an end point that answers.
func (e *endpoint) start(app application, begin func(application), handlers *postHandlers) error {
	if e.key != nil {
		return nil
	}
	key, err := hex.DecodeString(app.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return errors.New("discord: the application has no public key")
	}
	e.mu.Lock()
	e.key = key
	e.handlers = handlers
	e.mu.Unlock()
	close(e.started)
	begin(app)
	return nil
}

// set sets the address to which Discord posts interactions, unless it is set already. If url is empty,
// interactions come by the gateway. set tries until it succeeds, ctx ends, or Discord refuses the
// token. Before each try it calls prepare, unless that is nil. It logs each failure with the text complaint.
func (e *endpoint) set(ctx context.Context, url, complaint string, prepare func(application) error) error {
	pauses := chat.Backoff(e.rest.timing.menuShortest, e.rest.timing.menuLongest)
	return chat.Insist(ctx, pauses, e.rest.log.Error, complaint, isFinal, func() error {
		return e.trySet(ctx, url, prepare)
	})
}

func (e *endpoint) trySet(ctx context.Context, url string, prepare func(application) error) error {
	var app application
	if err := e.rest.reach(ctx, discordgo.EndpointApplication("@me"), &app); err != nil {
		return err
	}
	if prepare != nil {
		if err := prepare(app); err != nil {
			return err
		}
	}
	if app.Endpoint == url {
		e.setEvents(ctx, app, url)
		return nil
	}
	change := map[string]any{"interactions_endpoint_url": nil}
	if url != "" {
		change["interactions_endpoint_url"] = url
	} else if app.EventsURL == app.Endpoint {
		// The gateway tells of new servers, too.
		change["event_webhooks_url"] = nil
		change["event_webhooks_status"] = eventsOff
	}
	if err := e.change(ctx, change); err != nil {
		return err
	}
	e.rest.log.Info("discord: the interactions end point is changed", "url", url)
	e.setEvents(ctx, app, url)
	return nil
}

// setEvents makes Discord also tell the end point when the bot was added to a server. If events are
// posted to an address of the operator's own, it changes nothing. If it fails, the bot does not greet new
// servers by itself.
func (e *endpoint) setEvents(ctx context.Context, app application, url string) {
	if url == "" || app.Key == "" {
		return
	}
	isElsewhere := app.EventsURL != "" && app.EventsURL != url && app.EventsURL != app.Endpoint
	isTold := slices.Contains(app.EventTypes, authorized)
	isSet := app.EventsURL == url && app.EventsStatus == eventsOn && isTold
	if isElsewhere || isSet {
		return
	}
	types := app.EventTypes
	if !isTold {
		types = append(types, authorized)
	}
	err := e.change(ctx, map[string]any{
		"event_webhooks_url":    url,
		"event_webhooks_status": eventsOn,
		"event_webhooks_types":  types,
	})
	if err != nil {
		if ctx.Err() == nil {
			e.rest.log.Warn("discord: new servers are not greeted", "err", err)
		}
		return
	}
	e.rest.log.Info("discord: new servers are posted, too", "url", url)
}

// change changes the bot's application.
func (e *endpoint) change(ctx context.Context, fields map[string]any) error {
	return e.rest.do(ctx, call{http.MethodPatch, discordgo.EndpointApplication("@me"), fields}, nil)
}
