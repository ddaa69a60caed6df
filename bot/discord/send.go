package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot"
)

// A call is one request to the REST API.
type call struct {
	method, url string
	body        any
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

// Codes of Discord's JSON errors.
const (
	codeUnknownChannel   = 10003
	codeUnknownMessage   = 10008
	codeUnknownInterct   = 10062
	codeAcknowledged     = 40060
	codeMissingAccess    = 50001
	codeCannotMessage    = 50007
	codeLacksPermissions = 50013
)

// gone holds the codes that say a chat or message is out of reach.
var gone = map[int]bool{
	codeUnknownChannel: true, codeUnknownMessage: true, codeMissingAccess: true,
	codeCannotMessage: true, codeLacksPermissions: true,
}

// do makes a call in a bucket that is locked, and decodes the answer into out
// unless that is nil.
func (f *FrontEnd) do(ctx context.Context, c call, bucket *discordgo.Bucket, out any) *fault {
	var body []byte
	if c.body != nil {
		var err error
		if body, err = json.Marshal(c.body); err != nil {
			bucket.Unlock()
			return &fault{text: "discord: encoding a request: " + err.Error()}
		}
	}
	answer, err := f.session.RequestWithLockedBucket(c.method, c.url, "application/json", body, bucket, 0, discordgo.WithContext(ctx))
	if err != nil {
		return f.fault(err)
	}
	if out == nil || len(answer) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return &fault{text: "discord: the answer is not the JSON expected"}
	}
	return nil
}

// fault says what went wrong without any secret.
func (f *FrontEnd) fault(err error) *fault {
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
	return conceal(out, f.token)
}

// conceal takes a secret out of an error's text: a server may repeat in its
// message what it was asked.
func conceal(err *fault, secret string) *fault {
	err.text = strings.ReplaceAll(err.text, secret, "[token]")
	return err
}

// outward turns a fault into what bot.FrontEnd promises.
func outward(e *fault) error {
	switch {
	case e == nil:
		return nil
	case e.status == http.StatusTooManyRequests:
		return &bot.RetryError{After: e.after, Err: e}
	case gone[e.code], e.status == http.StatusForbidden, e.status == http.StatusNotFound:
		return fmt.Errorf("%w: %w", bot.ErrGone, e)
	}
	return e
}

// Post implements bot.FrontEnd. Discord takes a second message of the same
// nonce within a few minutes for the first one.
func (f *FrontEnd) Post(ctx context.Context, c bot.Chat, nonce string, r bot.Reply) (bot.Message, error) {
	if r.Silent {
		return bot.Message{}, nil
	}
	m := render(r)
	m.Nonce, m.EnforceNonce = shortNonce(nonce), nonce != ""
	var made struct {
		ID string `json:"id"`
	}
	err := f.inBucket(ctx, c.ID, call{http.MethodPost, discordgo.EndpointChannelMessages(c.ID), m}, &made)
	if err != nil {
		return bot.Message{}, err
	}
	return bot.Message{Chat: c, ID: made.ID}, nil
}

// Edit implements bot.FrontEnd.
func (f *FrontEnd) Edit(ctx context.Context, m bot.Message, r bot.Reply) error {
	if r.Silent {
		return nil
	}
	return f.inBucket(ctx, m.Chat.ID, call{http.MethodPatch, discordgo.EndpointChannelMessage(m.Chat.ID, m.ID), render(r)}, nil)
}

// inBucket makes a call within a rate limit, or fails at once with a
// *bot.RetryError if the limit is known to be used up. Discord counts messages
// by channel, so a channel's ID names its bucket.
func (f *FrontEnd) inBucket(ctx context.Context, key string, c call, out any) error {
	bucket, wait := f.posts.lock(key)
	if wait > 0 {
		return &bot.RetryError{After: wait, Err: errors.New("discord: the rate limit is used up")}
	}
	return outward(f.do(ctx, c, bucket, out))
}

// maxNonce is the number of characters a nonce may have.
const maxNonce = 25

func shortNonce(nonce string) string {
	if len(nonce) <= maxNonce {
		return nonce
	}
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:])[:maxNonce]
}
