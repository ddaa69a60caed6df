package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	// dialFor is how long it may take to connect.
	dialFor = 3 * time.Second
	// callFor is how long a call may take.
	callFor = 20 * time.Second
	// pollFor is how long a poll waits at the server, which allows 50 s.
	pollFor = 30 * time.Second

	// maxBody is how many bytes of a response are read: about ten times as many as a hundred long
	// messages have. The library itself sets no limit.
	maxBody = 16 << 20

	// The pauses between tries. The longest is short, because people may wait that long even after an
	// outage is over.
	shortestPause = 500 * time.Millisecond
	longestPause  = 4 * time.Second
)

// A client makes the calls of the Bot API.
type client struct {
	token string
	// endpoint is a format string for the token and the method, as the library wants it.
	endpoint string
	http     *http.Client
	log      *slog.Logger
}

// call calls a method, with files if there are any, and decodes the result unless into is nil. The error
// is one of those that chat.FrontEnd names, or one of the library's. It never holds the token.
func (c *client) call(ctx context.Context, into any, method string, p tgbotapi.Params, files ...tgbotapi.RequestFile) error {
	limit := callFor
	if method == "getUpdates" {
		limit += pollFor
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	// The library knows no contexts, so each call gets a client of its own that holds its context. The
	// BotAPI is made by hand because the library's constructor would already make a call.
	bound := &boundClient{ctx: ctx, http: c.http, token: c.token}
	api := &tgbotapi.BotAPI{Token: c.token, Client: bound}
	api.SetAPIEndpoint(c.endpoint)
	var response *tgbotapi.APIResponse
	var err error
	if len(files) == 0 {
		response, err = api.MakeRequest(method, p)
	} else {
		response, err = api.UploadFiles(method, p, files)
	}
	if err != nil {
		// If the Bot API is away, a proxy in front of it may answer with a page of its own.
		isAway := bound.outage != ""
		if !isAway && isOtherServer(err, response) {
			return fmt.Errorf("%s: %w", method, errNotAPI)
		}
		err = translate(method+bound.outage, err, response)
		return bound.response.wrap(err)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(response.Result, into); err != nil {
		return bound.response.wrap(fmt.Errorf("%s: %w", method, err))
	}
	return nil
}

// errNotAPI means that something answers that is no Bot API.
var errNotAPI = errors.New("what answers is no Bot API: correct TELEGRAM_API_URL")

// isOtherServer reports whether a call failed because the server that answers is no Bot API. If it serves web
// pages, already the first character is no JSON. If it is another API, its JSON has no error code. The code is
// taken from the response, because the library leaves it out of the error of an upload.
func isOtherServer(err error, response *tgbotapi.APIResponse) bool {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if ok {
		return syntax.Offset == 1
	}
	_, isRefusal := errors.AsType[*tgbotapi.Error](err)
	return isRefusal && response != nil && response.ErrorCode == 0
}

// A responseError is about a response with status 200 that could not be read: it was too long, too
// slow, cut off, or not what the method returns.
type responseError struct {
	err error
	// head is how the response begins.
	head []byte
}

func (e *responseError) Error() string { return e.err.Error() }
func (e *responseError) Unwrap() error { return e.err }

// isCut reports whether the rest of the response did not arrive, so that another try may succeed.
func (e *responseError) isCut() bool {
	if errors.As(e.err, new(*http.MaxBytesError)) {
		return false
	}
	return !errors.As(e.err, new(*json.SyntaxError)) && !errors.As(e.err, new(*json.UnmarshalTypeError))
}

// maxHead is how much of a response is kept for a responseError, in bytes.
const maxHead = 256

// A responseBody is the body of a response. It keeps the beginning of what was read.
type responseBody struct {
	io.ReadCloser
	head []byte
}

func (b *responseBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	kept := min(n, maxHead-len(b.head))
	b.head = append(b.head, p[:kept]...)
	return n, err
}

// wrap wraps an error in a *responseError. If there was no response to read, b is nil, and wrap returns
// the error as it is.
func (b *responseBody) wrap(err error) error {
	if b == nil {
		return err
	}
	return &responseError{err: err, head: b.head}
}

// A boundClient makes requests within a context and limits the length of responses. It removes the
// token from errors: those of net/http hold the whole address.
type boundClient struct {
	ctx   context.Context
	http  *http.Client
	token string
	// outage is ": HTTP" with the status, if the server, or a proxy in front of it, has answered with a
	// status of 500 or more. Otherwise it is empty.
	outage string
	// response is the body of a response with status 200; nil: there is none.
	response *responseBody
}

func (c *boundClient) Do(r *http.Request) (*http.Response, error) {
	response, err := c.http.Do(r.WithContext(c.ctx))
	if err != nil {
		return nil, &url.Error{Op: r.Method, URL: r.URL.Host, Err: c.withoutToken(err)}
	}
	body := &responseBody{ReadCloser: http.MaxBytesReader(nil, response.Body, maxBody)}
	response.Body = body
	if response.StatusCode == http.StatusOK {
		c.response = body
	}
	if response.StatusCode >= http.StatusInternalServerError {
		c.outage = ": HTTP " + response.Status
	}
	return response, nil
}

// withoutToken returns the cause of an error of net/http. It removes the token from the text.
func (c *boundClient) withoutToken(err error) error {
	cause := err
	if address, ok := errors.AsType[*url.Error](err); ok {
		cause = address.Err
	}
	if strings.Contains(cause.Error(), c.token) {
		return errors.New(strings.ReplaceAll(cause.Error(), c.token, "TOKEN"))
	}
	return cause
}

// translate turns a refusal into an error of package chat, if there is one for it. The library leaves
// out the code of a refused upload, so translate takes the code from the response.
func translate(method string, err error, response *tgbotapi.APIResponse) error {
	e, ok := errors.AsType[*tgbotapi.Error](err)
	if !ok {
		return fmt.Errorf("%s: %w", method, err)
	}
	if response != nil {
		e.Code = response.ErrorCode
	}
	err = fmt.Errorf("%s: %d %w", method, e.Code, e)
	switch {
	case e.MigrateToChatID != 0:
		return &chat.MovedError{To: decimal(e.MigrateToChatID)}
	case e.Code == http.StatusTooManyRequests:
		seconds := max(e.RetryAfter, 1)
		return &chat.RetryError{After: time.Duration(seconds) * time.Second, Err: err}
	case e.Code != http.StatusBadRequest && e.Code != http.StatusForbidden:
		return err
	}
	for _, r := range refusals {
		if r.describes(e.Message) {
			return &chat.RefusedError{Gone: r.gone, Err: err}
		}
	}
	if e.Code == http.StatusForbidden {
		// If the description says nothing else, the bot was blocked or removed.
		return &chat.RefusedError{Gone: chat.GoneCommunity, Err: err}
	}
	return err
}

// A refusalKind is a kind of final refusal. It says what is gone. The server's description of such a
// refusal has one of the pieces.
type refusalKind struct {
	gone   chat.Gone
	pieces []string
}

func (k refusalKind) describes(message string) bool {
	return slices.ContainsFunc(k.pieces, func(piece string) bool { return strings.Contains(message, piece) })
}

// The descriptions are not documented; these are from the server's source
// (tdlib/telegram-bot-api, Client.cpp) and from td's server errors.
var refusals = []refusalKind{
	{chat.GoneMessage, []string{
		"message to edit not found",
		"message can't be edited",
		"there is no text in the message to edit",
		"MESSAGE_ID_INVALID",
	}},
	{chat.GoneThread, []string{
		"message thread not found",
		"TOPIC_DELETED",
		"TOPIC_CLOSED",
		"TOPIC_ID_INVALID",
	}},
	{chat.GoneRight, []string{
		"not enough rights",
		"have no rights",
		"need administrator rights",
		"CHAT_WRITE_FORBIDDEN",
		"CHAT_RESTRICTED",
		// One of these descriptions is CHAT_SEND_PLAIN_FORBIDDEN.
		"CHAT_SEND_",
		"USER_BANNED_IN_CHANNEL",
	}},
	{chat.GoneCommunity, []string{
		"chat not found",
		"group chat was deactivated",
		"user not found",
		"user is deactivated",
		"PEER_ID_INVALID",
	}},
}

// statusOf returns the status with which Telegram refused a call. It is 0 for other errors, such as
// a network that is down or a response that cannot be read.
func statusOf(err error) int {
	if e, ok := errors.AsType[*tgbotapi.Error](err); ok {
		return e.Code
	}
	return 0
}

var errToken = errors.New("TELEGRAM_TOKEN: Telegram refused the token")

// refusesToken reports whether Telegram does not know the token. The status is 401, or 404 if the
// token does not even have the form of a token.
func refusesToken(err error) bool {
	code := statusOf(err)
	return code == http.StatusUnauthorized || code == http.StatusNotFound
}

// insist repeats a call until it succeeds, fails in a way that is final, or ctx ends.
func (c *client) insist(ctx context.Context, into any, method string, p tgbotapi.Params) error {
	pauses := chat.Backoff(shortestPause, longestPause)
	return chat.Insist(ctx, pauses, c.log.Warn, "trying again", isFinal, func() error {
		return c.call(ctx, into, method, p)
	})
}

// isFinal reports whether a call that failed with this error would always fail.
func isFinal(err error) bool {
	code := statusOf(err)
	mayPass := code == http.StatusTooManyRequests || code >= http.StatusInternalServerError
	isRefused := code != 0
	return isRefused && !mayPass
}
