package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	callFor = 20 * time.Second // the longest a call may take
	pollFor = 30 * time.Second // how long a poll waits at the server; it allows 50 s

	// maxBody is how much of an answer is read, in bytes: some ten times what a
	// hundred long messages take. The library itself knows no limit.
	maxBody = 16 << 20

	// The pauses between the tries of a call.
	shortestPause = 500 * time.Millisecond
	longestPause  = 30 * time.Second

	// outageFor is how long a call is tried again that the network fails, if the
	// server answers others meanwhile.
	outageFor = 10 * time.Minute
)

// A client makes the calls of the Bot API.
type client struct {
	token      string
	endpoint   string // a format of token and method, as the library wants it
	http       *http.Client
	log        *slog.Logger
	lastAnswer atomic.Int64 // when the server last answered anything, in Unix nanoseconds
}

// call carries out a method. The error is one of those chat.FrontEnd names, or
// else as the library gives it, without the token.
func (c *client) call(ctx context.Context, method string, p tgbotapi.Params) (json.RawMessage, error) {
	return c.do(ctx, method, func(api *tgbotapi.BotAPI) (*tgbotapi.APIResponse, error) {
		return api.MakeRequest(method, p)
	})
}

// request carries out a method that the library has a type for.
func (c *client) request(ctx context.Context, method string, r tgbotapi.Chattable) error {
	_, err := c.do(ctx, method, func(api *tgbotapi.BotAPI) (*tgbotapi.APIResponse, error) {
		return api.Request(r)
	})
	return err
}

// upload carries out a method with a PNG in a field of its form.
func (c *client) upload(ctx context.Context, into any, method string, p tgbotapi.Params, field string, png []byte) error {
	file := tgbotapi.RequestFile{Name: field, Data: tgbotapi.FileBytes{Name: field + ".png", Bytes: png}}
	raw, err := c.do(ctx, method, func(api *tgbotapi.BotAPI) (*tgbotapi.APIResponse, error) {
		resp, err := api.UploadFiles(method, p, []tgbotapi.RequestFile{file})
		var refused *tgbotapi.Error
		if errors.As(err, &refused) && resp != nil { // of uploads the library leaves the code out
			refused.Code = resp.ErrorCode
		}
		return resp, err
	})
	if err != nil {
		return err
	}
	return decodeInto(into, method, raw)
}

func decodeInto(into any, method string, raw json.RawMessage) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

func (c *client) callInto(ctx context.Context, into any, method string, p tgbotapi.Params) error {
	raw, err := c.call(ctx, method, p)
	if err != nil {
		return err
	}
	return decodeInto(into, method, raw)
}

func (c *client) do(
	ctx context.Context, method string, fn func(*tgbotapi.BotAPI) (*tgbotapi.APIResponse, error),
) (json.RawMessage, error) {
	limit := callFor
	if method == "getUpdates" {
		limit += pollFor
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	// The library knows no contexts, so each call gets a client of its own that
	// holds one. Made by hand because the library's constructor already calls.
	api := &tgbotapi.BotAPI{Token: c.token, Client: &boundClient{ctx, c.http, c.token}}
	api.SetAPIEndpoint(c.endpoint)
	resp, err := fn(api)
	if !unreachable(err) {
		c.lastAnswer.Store(time.Now().UnixNano())
	}
	if err != nil {
		return nil, translate(method, err)
	}
	return resp.Result, nil
}

// A boundClient makes requests within a context, answers of a limited length, and
// errors without the token: net/http puts the whole address into its own.
type boundClient struct {
	ctx   context.Context
	http  *http.Client
	token string
}

func (c *boundClient) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(r.WithContext(c.ctx))
	if err == nil {
		resp.Body = http.MaxBytesReader(nil, resp.Body, maxBody)
		return resp, nil
	}
	cause := err
	var address *url.Error
	if errors.As(err, &address) {
		cause = address.Err
	}
	if strings.Contains(cause.Error(), c.token) {
		cause = errors.New(strings.ReplaceAll(cause.Error(), c.token, "TOKEN"))
	}
	return nil, &url.Error{Op: r.Method, URL: r.URL.Host, Err: cause}
}

var errToken = errors.New("TELEGRAM_TOKEN: Telegram refused the token")

// refusesToken tells whether Telegram does not know the token: 401, or 404 for
// one that is not even formed like a token.
func refusesToken(err error) bool {
	code := refusal(err)
	return code == 401 || code == 404
}

// refusal is the code of Telegram's refusal, 0 if err is none, such as a network
// that is down or an answer that cannot be read.
func refusal(err error) int {
	var e *tgbotapi.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// unreachable tells whether err is the network's: the server may not even have
// been asked. An answer that cannot be read is an answer.
func unreachable(err error) bool {
	var e net.Error
	return errors.As(err, &e)
}

// passing tells whether a call that failed so may succeed later by itself.
func passing(err error) bool {
	var moved *chat.MovedError
	if errors.As(err, &moved) {
		return false
	}
	code := refusal(err)
	return code == 0 || code == 409 || code == 429 || code >= 500
}

// translate turns a refusal into an error of package chat where there is one.
func translate(method string, err error) error {
	var e *tgbotapi.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", method, err)
	}
	err = fmt.Errorf("%s: %d %w", method, e.Code, e)
	switch {
	case e.MigrateToChatID != 0:
		return &chat.MovedError{To: decimal(e.MigrateToChatID)}
	case e.Code == 429:
		return &chat.RetryError{After: time.Duration(max(e.RetryAfter, 1)) * time.Second, Err: err}
	}
	if what := goneBy(e.Code, e.Message); what != "" {
		return &chat.GoneError{What: what, Err: err}
	}
	return err
}

// insist repeats try while it fails for a passing reason, and logs each failure.
// What the server refuses, delays or answers unreadably is given up if the next
// try would be later than until (zero: never). A server out of reach is waited
// for until ctx ends, since meanwhile there is nothing else to do; if it answers
// other calls, this one is given up as well, though later.
func (c *client) insist(ctx context.Context, until time.Time, try func() error) error {
	begun := time.Now()
	again := func(err error, pause time.Duration) bool {
		limit := until
		if unreachable(err) && !until.IsZero() {
			if limit = begun.Add(outageFor); c.lastAnswer.Load() <= begun.UnixNano() {
				limit = time.Time{}
			}
		}
		if !passing(err) || !limit.IsZero() && time.Now().Add(pause).After(limit) {
			return false
		}
		c.log.Warn("trying again", "err", err, "pause", pause)
		return true
	}
	return chat.Retry(ctx, chat.Backoff(shortestPause, longestPause), again, try)
}
