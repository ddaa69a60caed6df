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
	// startFor is how long a post waits for the program to start: a new process is posted to
	// at once, and Discord allows three seconds.
	startFor = 2 * time.Second
	// pong answers a PING, by which Discord tests the end point.
	pong = `{"type":1}`

	// authorized is the event that somebody has added the application, to a server or for
	// themselves, and eventsOn is the status of an application that is told of it.
	authorized = "APPLICATION_AUTHORIZED"
	eventsOff  = 1
	eventsOn   = 2
	// tellFor is how long an event may take, of which Discord allows three seconds. It posts
	// again, for ten minutes, what is not taken in.
	tellFor = 2500 * time.Millisecond
)

// An application is Discord's record of the bot's own.
type application struct {
	ID        string `json:"id"`
	Key       string `json:"verify_key"`
	Endpoint  string `json:"interactions_endpoint_url"`
	CodeGrant bool   `json:"bot_require_code_grant"`
	Bot       struct {
		ID string `json:"id"`
	} `json:"bot"`
	Events string   `json:"event_webhooks_url"`
	Status int      `json:"event_webhooks_status"`
	Told   []string `json:"event_webhooks_types"`

	Verification string   `json:"role_connections_verification_url"`
	Redirects    []string `json:"redirect_uris"`
}

// A post is what Discord posts: an interaction, which has a token, or an event, whose type is 0
// if it is a test.
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

// An endpoint asks Discord to post interactions, and takes them in.
type endpoint struct {
	rest *rest
	url  string // empty: nothing is posted

	started chan struct{} // closed when key is known

	mu   sync.RWMutex
	key  ed25519.PublicKey                       // that posts are signed with
	take func(interaction []byte, now time.Time) // nil: nothing is taken in
	join func(ctx context.Context, server string) error
}

// post takes in a post. The first answer to an interaction is a call of its own (202 says
// so), as it is for one that came by the gateway.
func (e *endpoint) post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	now := time.Now()
	waiting, cancel := context.WithTimeout(ctx, startFor)
	defer cancel()
	select {
	case <-e.started:
	case <-waiting.Done():
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.key == nil {
		return http.StatusServiceUnavailable, nil
	}
	signature, err := hex.DecodeString(h.Get(signatureHeader))
	timestamp := h.Get(timestampHeader)
	if err != nil || len(signature) != ed25519.SignatureSize || !ed25519.Verify(e.key, append([]byte(timestamp), body...), signature) {
		return http.StatusUnauthorized, nil
	}
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if off := now.Sub(time.Unix(at, 0)); err != nil || off.Abs() > staleAfter {
		e.rest.log.Warn("discord: a post of another time is refused; see that the clock is right", "off", off)
		return http.StatusUnauthorized, nil
	}
	var p post
	err = json.Unmarshal(body, &p)
	isEvent := p.Token == "" && (p.Type == 0 || p.Event.Type != "")
	switch {
	case err != nil:
		return http.StatusBadRequest, nil
	case p.Type == discordgo.InteractionPing && !isEvent:
		return http.StatusOK, []byte(pong)
	case e.take == nil:
		return http.StatusServiceUnavailable, nil
	case isEvent && p.Event.Type == authorized && p.Event.Data.Guild.ID != "":
		ctx, cancel := context.WithTimeout(ctx, tellFor)
		defer cancel()
		if err := e.join(ctx, p.Event.Data.Guild.ID); err != nil {
			e.rest.log.Warn("discord: a new server is not greeted yet", "err", err)
			return http.StatusServiceUnavailable, nil
		}
		return http.StatusNoContent, nil
	case isEvent:
		return http.StatusNoContent, nil
	}
	e.take(body, now)
	return http.StatusAccepted, nil
}

// serve keeps the end point set and takes posts until ctx ends (nil) or Discord refuses the
// bot for good. It calls known with the application, once, and join for each server that the bot was added to.
// The end point stays set: other processes may serve it, or a later one.
func (e *endpoint) serve(
	ctx context.Context, known func(application), take func(interaction []byte, now time.Time), join func(ctx context.Context, server string) error,
) error {
	for ctx.Err() == nil {
		err := e.set(ctx, e.url, "discord: the interactions end point is not set; see that RECKON_URL is reached from outside", func(app application) error {
			if e.key != nil {
				return nil
			}
			key, err := hex.DecodeString(app.Key)
			if err != nil || len(key) != ed25519.PublicKeySize {
				return errors.New("discord: the application has no public key")
			}
			e.mu.Lock()
			e.key, e.take, e.join = key, take, join
			e.mu.Unlock()
			close(e.started) // it must answer before it can be set
			known(app)
			return nil
		})
		if final := refusal(err); final != nil {
			return final
		}
		chat.Pause(ctx, e.rest.timing.look)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.take = nil // PINGs are answered to the last
	return nil
}

// set sets where interactions are posted, unless that is set already; with an empty url they
// come by the gateway. It tries until it succeeds, ctx ends, or Discord refuses the token. Before
// each try it calls first, if not nil.
func (e *endpoint) set(ctx context.Context, url, complaint string, first func(application) error) error {
	return chat.Insist(ctx, chat.Backoff(e.rest.timing.menuShortest, e.rest.timing.menuLongest), e.rest.log.Error, complaint, isFinal, func() error {
		var app application
		err := e.rest.reach(ctx, discordgo.EndpointApplication("@me"), &app)
		if err == nil && first != nil {
			err = first(app)
		}
		if err != nil || app.Endpoint == url {
			e.setEvents(ctx, app, url)
			return err
		}
		change := map[string]any{"interactions_endpoint_url": nil}
		if url != "" {
			change["interactions_endpoint_url"] = url
		} else if app.Events == app.Endpoint { // the gateway tells of new servers, too
			change["event_webhooks_url"], change["event_webhooks_status"] = nil, eventsOff
		}
		err = e.rest.do(ctx, call{http.MethodPatch, discordgo.EndpointApplication("@me"), change}, nil)
		if err == nil {
			e.rest.log.Info("discord: the interactions end point is changed", "url", url)
			e.setEvents(ctx, app, url)
		}
		return err
	})
}

// setEvents has Discord post to the end point, too, that the bot was added to a server, unless its
// host has events posted elsewhere. The bot works without: then a server reads the greeting when
// somebody asks for it.
func (e *endpoint) setEvents(ctx context.Context, app application, url string) {
	told := slices.Contains(app.Told, authorized)
	elsewhere := app.Events != "" && app.Events != url && app.Events != app.Endpoint
	if url == "" || app.Key == "" || elsewhere || app.Events == url && app.Status == eventsOn && told {
		return
	}
	if !told {
		app.Told = append(app.Told, authorized)
	}
	change := map[string]any{"event_webhooks_url": url, "event_webhooks_status": eventsOn, "event_webhooks_types": app.Told}
	if err := e.rest.do(ctx, call{http.MethodPatch, discordgo.EndpointApplication("@me"), change}, nil); err == nil {
		e.rest.log.Info("discord: new servers are posted, too", "url", url)
	} else if ctx.Err() == nil {
		e.rest.log.Warn("discord: new servers are not greeted", "err", err)
	}
}
