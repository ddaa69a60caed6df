package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// The headers of what Discord posts.
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

// staleAfter is how old a post may be, or how far ahead of our clock. Whoever has seen
// one could post it again; after this time nobody can.
const staleAfter = 5 * time.Minute

// pong answers Discord's question whether the end point works.
const pong = `{"type":1}`

// An application is what Discord tells of the bot's own.
type application struct {
	ID        string `json:"id"`
	Key       string `json:"verify_key"`
	Endpoint  string `json:"interactions_endpoint_url"`
	CodeGrant bool   `json:"bot_require_code_grant"`
}

// An endpoint has Discord post interactions, and takes them in.
type endpoint struct {
	*rest
	pace *pace
	url  string // empty: nothing is posted

	begun chan struct{} // closed when posts are taken in for the first time

	mu   sync.RWMutex
	key  ed25519.PublicKey                       // that posts are signed with; nil: not known yet
	take func(interaction []byte, now time.Time) // nil: nothing is taken in
}

// beginFor is how long a post waits for the program to begin: a process that has just
// been started is given some at once, and Discord gives them three seconds.
const beginFor = 2 * time.Second

// post takes in what was posted. The first answer to an interaction is a call of its
// own (202 says so), as it is for one that came by the gateway.
func (e *endpoint) post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	now := time.Now()
	waiting, cancel := context.WithTimeout(ctx, beginFor)
	defer cancel()
	select {
	case <-e.begun:
	case <-waiting.Done():
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.key == nil {
		return http.StatusServiceUnavailable, nil
	}
	if !e.signed(h, body, now) {
		return http.StatusUnauthorized, nil
	}
	var sort struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if err := json.Unmarshal(body, &sort); err != nil {
		return http.StatusBadRequest, nil
	}
	if sort.Type == discordgo.InteractionPing {
		return http.StatusOK, []byte(pong)
	}
	if e.take == nil {
		return http.StatusServiceUnavailable, nil
	}
	e.take(body, now)
	return http.StatusAccepted, nil
}

// signed tells whether Discord has posted a body, and lately.
func (e *endpoint) signed(h http.Header, body []byte, now time.Time) bool {
	signature, err := hex.DecodeString(h.Get(signatureHeader))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return false
	}
	timestamp := h.Get(timestampHeader)
	if !ed25519.Verify(e.key, append([]byte(timestamp), body...), signature) {
		return false
	}
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if off := now.Sub(time.Unix(at, 0)); off.Abs() > staleAfter {
		e.log.Warn("discord: what was posted at another time is refused; see that the clock is right", "off", off)
		return false
	}
	return true
}

// open has posts checked by a key, and interactions taken in. It is called once.
func (e *endpoint) open(key ed25519.PublicKey, take func([]byte, time.Time)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.key, e.take = key, take
	close(e.begun)
}

// serve has interactions posted, of the application that known is told, until ctx ends
// (nil) or Discord refuses the bot for good. The end point stays set: other processes
// may serve it, or a later one.
func (e *endpoint) serve(ctx context.Context, known func(application string), take func([]byte, time.Time)) error {
	begun := false
	for ctx.Err() == nil {
		err := e.insist(ctx, "discord: the interactions end point is not set; see that RECKON_URL is reached from outside", func() error {
			app, err := e.application(ctx)
			if err != nil {
				return err
			}
			if !begun { // it must answer before it can be set
				key, err := hex.DecodeString(app.Key)
				if err != nil || len(key) != ed25519.PublicKeySize {
					return errors.New("discord: the application has no public key")
				}
				e.open(key, take)
				known(app.ID)
				begun = true
			}
			return e.set(ctx, app, e.url)
		})
		if final := refusal(err); final != nil {
			return final
		}
		chat.Pause(ctx, e.pace.look)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.take = nil // PINGs are answered to the last
	return nil
}

// remove has interactions come by the gateway again.
func (e *endpoint) remove(ctx context.Context) {
	_ = e.insist(ctx, "discord: whether interactions come by the gateway is not known", func() error {
		app, err := e.application(ctx)
		if err != nil {
			return err
		}
		return e.set(ctx, app, "")
	})
}

// insist tries until it succeeds, ctx ends, or Discord refuses the token.
func (e *endpoint) insist(ctx context.Context, complaint string, try func() error) error {
	again := func(err error, pause time.Duration) bool {
		if refusal(err) != nil {
			return false
		}
		e.log.Error(complaint, "err", err, "pause", pause)
		return true
	}
	return chat.Retry(ctx, e.pace.menu(), again, try)
}

func (c *rest) application(ctx context.Context) (app application, err error) {
	err = c.get(ctx, applicationURL, &app)
	return app, err
}

var applicationURL = discordgo.EndpointAPI + "applications/@me"

// set sets where interactions are posted, empty for nowhere, unless it is so.
func (e *endpoint) set(ctx context.Context, app application, url string) error {
	if app.Endpoint == url {
		return nil
	}
	change := map[string]any{"interactions_endpoint_url": nil}
	if url != "" {
		change["interactions_endpoint_url"] = url
	}
	err := e.inTurn(ctx, applicationURL, call{http.MethodPatch, applicationURL, change}, nil)
	if err == nil {
		e.log.Info("discord: the interactions end point is changed", "url", url)
	}
	return err
}
