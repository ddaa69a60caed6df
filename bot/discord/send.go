package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// A call is one request to the REST API.
type call struct {
	method, url string
	body        any
}

func (c call) path() string {
	path, _, _ := strings.Cut(c.url, "?")
	return path
}

// A fault is what a call that Discord did not carry out came to. Its text never
// holds the address called: that of an interaction is a secret.
type fault struct {
	status int           // of HTTP; 0 if there was no answer
	code   int           // Discord's own
	after  time.Duration // of a 429: the pause wanted
	text   string
}

func (e *fault) Error() string { return e.text }

// The codes of the errors that an interaction has had its first answer, and that a
// message is not there.
const (
	codeAcknowledged   = 40060
	codeUnknownMessage = 10008
)

// callFor is the longest a call may take.
const callFor = 20 * time.Second

// intents are what Discord is asked to tell of besides interactions: servers that the
// bot comes into and leaves, what is written to it in private, and messages in
// servers, of which those that name the bot have their text. None is privileged.
const intents = discordgo.IntentGuilds | discordgo.IntentDirectMessages | discordgo.IntentGuildMessages

// newSession makes a discordgo session that does nothing of its own accord: no
// state, no log, no reconnecting, no retries.
func newSession(token string, client *http.Client) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = client
	s.Identify.Intents = intents
	s.Identify.Properties.Browser, s.Identify.Properties.Device = "reckon", "reckon"
	s.Compress, s.StateEnabled = false, false
	s.ShouldReconnectOnError, s.ShouldReconnectVoiceOnSessionError = false, false
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.SyncEvents = true // else the order of events is lost
	s.LogLevel = -1     // it would print addresses that hold tokens
	return s, nil
}

// A rest makes the calls of the REST API.
type rest struct {
	session *discordgo.Session
	token   string
	log     *slog.Logger
	limits  *limiter
	draw    func(chat.Picture) ([]byte, error)

	grants     grants
	registered atomic.Pointer[commandIDs] // nil before they are
}

// commandIDs are those of the commands registered.
func (c *rest) commandIDs() commandIDs {
	if ids := c.registered.Load(); ids != nil {
		return *ids
	}
	return nil
}

func newREST(token, apiURL string, log *slog.Logger) (*rest, error) {
	l := newLimiter()
	route, err := newRoute(apiURL, l, log)
	if err != nil {
		return nil, err
	}
	s, err := newSession(token, &http.Client{Transport: route, Timeout: callFor})
	if err != nil {
		return nil, err
	}
	return &rest{session: s, token: token, log: log, limits: l}, nil
}

// do makes a call in a bucket that is locked, and decodes the answer into out
// unless that is nil.
func (c *rest) do(ctx context.Context, q call, bucket *discordgo.Bucket, out any) *fault {
	kind, body, err := c.encode(q.body)
	if err != nil {
		bucket.Unlock()
		return &fault{text: "discord: encoding a request: " + err.Error()}
	}
	answer, err := c.session.RequestWithLockedBucket(q.method, q.url, kind, body, bucket, 0, discordgo.WithContext(ctx))
	if err != nil {
		return c.fault(err)
	}
	if out == nil || len(answer) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return &fault{text: "discord: the answer is not the JSON expected"}
	}
	return nil
}

// encode makes the body of a request: a form where a picture goes with it.
func (c *rest) encode(body any) (kind string, raw []byte, err error) {
	if body == nil {
		return "application/json", nil, nil
	}
	p := pictureOf(body)
	if p == nil {
		raw, err = json.Marshal(body)
		return "application/json", raw, err
	}
	png, err := c.draw(*p)
	if err != nil {
		return "", nil, err
	}
	return discordgo.MultipartBodyWithJSON(body, []*discordgo.File{{Name: pictureFile, ContentType: "image/png", Reader: bytes.NewReader(png)}})
}

// pictureOf is the picture that goes with a body, nil if none does.
func pictureOf(body any) *chat.Picture {
	switch b := body.(type) {
	case message:
		return b.Picture
	case callback:
		return pictureOf(b.Data)
	}
	return nil
}

// fault says what went wrong without any secret.
func (c *rest) fault(err error) *fault {
	var (
		known   *fault
		rest    *discordgo.RESTError
		limited *discordgo.RateLimitError
		address *url.Error
	)
	out := &fault{}
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &rest):
		out.status, out.text = rest.Response.StatusCode, "discord: HTTP "+rest.Response.Status
		if rest.Message != nil && rest.Message.Code != 0 {
			out.code = rest.Message.Code
			out.text += fmt.Sprintf(", %d %s", rest.Message.Code, rest.Message.Message)
		}
	case errors.As(err, &limited):
		out.status, out.after = http.StatusTooManyRequests, limited.RetryAfter
		out.text = fmt.Sprintf("discord: too many requests, pause of %v wanted", limited.RetryAfter)
	case errors.As(err, &address):
		out.text = "discord: " + address.Err.Error()
	case strings.Contains(err.Error(), "HTTP 502"): // discordgo has no type for it
		out.status, out.text = http.StatusBadGateway, "discord: HTTP 502 Bad Gateway"
	default:
		out.text = "discord: " + err.Error()
	}
	return conceal(out, c.token)
}

// conceal takes a secret out of an error's text: a server may repeat in its
// message what it was asked.
func conceal(err *fault, secret string) *fault {
	err.text = strings.ReplaceAll(err.text, secret, "[token]")
	return err
}

// outward turns a fault into what chat.FrontEnd promises.
func outward(e *fault) error {
	switch {
	case e == nil:
		return nil
	case e.status == http.StatusTooManyRequests:
		return &chat.RetryError{After: e.after, Err: e}
	case gone[e.code] != "":
		return &chat.GoneError{What: gone[e.code], Err: e}
	}
	return e
}

// inTurn makes a call that counts in all of Discord's limits, or fails at once
// with a *chat.RetryError if one of them is known to be used up. Discord counts
// messages by channel, and new ones apart from edits.
func (c *rest) inTurn(ctx context.Context, key string, q call, out any) error {
	bucket, err := c.limits.take(ctx, q.method+" "+key)
	if err != nil {
		return err
	}
	return outward(c.do(ctx, q, bucket, out))
}
