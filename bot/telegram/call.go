package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot"
)

const (
	callFor = 20 * time.Second // the longest a call may take
	pollFor = 30 * time.Second // how long a poll waits at the server; it allows 50 s
)

// call carries out a method of the Bot API. The error is one of those bot.FrontEnd
// names, or else as the library gives it, without the token.
func (f *FrontEnd) call(ctx context.Context, method string, p tgbotapi.Params) (json.RawMessage, error) {
	limit := callFor
	if method == "getUpdates" {
		limit += pollFor
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	// The library knows no contexts, so each call gets a client of its own that
	// holds one. Made by hand because the library's constructor already calls.
	api := &tgbotapi.BotAPI{Token: f.token, Client: &boundClient{ctx, f.http, f.token}}
	api.SetAPIEndpoint(f.endpoint)
	resp, err := api.MakeRequest(method, p)
	if err != nil {
		return nil, translate(method, err)
	}
	return resp.Result, nil
}

func (f *FrontEnd) callInto(ctx context.Context, into any, method string, p tgbotapi.Params) error {
	raw, err := f.call(ctx, method, p)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

// A boundClient makes requests within a context, and errors without the token:
// net/http puts the whole address into its own.
type boundClient struct {
	ctx   context.Context
	http  *http.Client
	token string
}

func (c *boundClient) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(r.WithContext(c.ctx))
	if err == nil {
		return resp, nil
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if strings.Contains(err.Error(), c.token) {
		err = errors.New(strings.ReplaceAll(err.Error(), c.token, "TOKEN"))
	}
	return nil, err
}

var errToken = errors.New("TELEGRAM_TOKEN: Telegram refused the token")

// refusesToken tells whether Telegram does not know the token: 401, or 404 for
// one that is not even formed like a token.
func refusesToken(err error) bool {
	code := refusal(err)
	return code == 401 || code == 404
}

// refusal is the code of Telegram's refusal, 0 if err is none, such as a network
// that is down.
func refusal(err error) int {
	var e *tgbotapi.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// passing tells whether a call that failed so may succeed later by itself.
func passing(err error) bool {
	var moved *bot.MovedError
	if errors.As(err, &moved) {
		return false
	}
	code := refusal(err)
	return code == 0 || code == 409 || code == 429 || code >= 500
}

// outOfReach are pieces of the 400s that say what a 403 says: trying again is
// of no use. The server does not document its descriptions; these are from its
// source (tdlib/telegram-bot-api, Client.cpp) and from td's server errors.
var outOfReach = []string{
	"chat not found", "PEER_ID_INVALID", "user not found", "user is deactivated", "group chat was deactivated",
	"not enough rights", "have no rights", "CHAT_WRITE_FORBIDDEN", "CHAT_RESTRICTED",
	"message thread not found", "TOPIC_DELETED", "TOPIC_CLOSED",
	"message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID", "there is no text in the message to edit",
}

// translate turns a refusal into an error of package bot where there is one.
func translate(method string, err error) error {
	var e *tgbotapi.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", method, err)
	}
	err = fmt.Errorf("%s: %d %w", method, e.Code, e)
	switch {
	case e.MigrateToChatID != 0:
		return &bot.MovedError{To: decimal(e.MigrateToChatID)}
	case e.Code == 429:
		return &bot.RetryError{After: time.Duration(max(e.RetryAfter, 1)) * time.Second, Err: err}
	case e.Code == 403:
		return fmt.Errorf("%w: %w", bot.ErrGone, err)
	case e.Code == 400:
		for _, s := range outOfReach {
			if strings.Contains(e.Message, s) {
				return fmt.Errorf("%w: %w", bot.ErrGone, err)
			}
		}
	}
	return err
}

// insist repeats try while it fails for a passing reason, with growing pauses or
// those that Telegram asks for, until ctx ends. It logs each failure. What
// Telegram itself refuses or delays is given up if the next try would be later
// than until (zero: never). A network that is down is waited for, since
// meanwhile there is nothing else to do.
func (f *FrontEnd) insist(ctx context.Context, until time.Time, try func() error) error {
	for n := 0; ; n++ {
		err := try()
		if err == nil || ctx.Err() != nil || !passing(err) {
			return err
		}
		d := pause(n, err)
		var retry *bot.RetryError
		refused := errors.As(err, &retry) || refusal(err) != 0
		if refused && !until.IsZero() && time.Now().Add(d).After(until) {
			return err
		}
		f.log.Warn("trying again", "err", err, "pause", d)
		if sleep(ctx, d) != nil {
			return err
		}
	}
}

// pause is how long to wait after failure number n: what Telegram asked for, or
// else 0.5 s doubling up to 30 s, less up to half at random so that many waiters
// do not come back together.
func pause(n int, err error) time.Duration {
	var retry *bot.RetryError
	if errors.As(err, &retry) {
		return retry.After
	}
	d := min(500*time.Millisecond<<min(n, 10), 30*time.Second)
	return d - rand.N(d/2)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
