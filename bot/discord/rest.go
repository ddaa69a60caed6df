package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

const (
	// dialFor is how long it may take to connect, and callFor how long a call may take.
	dialFor = 3 * time.Second
	callFor = 20 * time.Second
	// maxBody is how much of a response is read, in bytes.
	maxBody = 16 << 20
)

// userAgent has the form that Discord wants.
const userAgent = "DiscordBot (reckon, " + discordgo.VERSION + ")"

// A rest makes the calls of the REST API.
type rest struct {
	http *http.Client
	// base is the address of the API, with a slash at its end.
	base  string
	token string
	// hasPage means that there is a page, which people may open. figures are the figures for which
	// servers give roles.
	hasPage bool
	figures []chat.Figure
	log     *slog.Logger
	limits  *limiter
	timing  timing
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	draw    func(chat.Picture) ([]byte, error)
	// searching returns what is shown during a long search.
	searching func(locale string) chat.Reply

	grants grants
	// commands has the IDs of the commands, and app is the application's ID. They are nil until they
	// are known.
	commands atomic.Pointer[commandIDs]
	app      atomic.Pointer[string]
	// named is closed once commands is set.
	named chan struct{}
	// activity means that the application has an Activity, which is the page.
	activity atomic.Bool
}

// A call is one request to the REST API. Its url is one of discordgo's end points.
type call struct {
	method string
	url    string
	body   any
}

// A callback is a first answer as Discord takes it.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// bucket returns the rate limit in which a call is counted. Discord counts messages by channel, and
// counts new messages and edits separately. If the call answers an interaction, secret is the
// interaction's token: such calls are counted in no other limit.
func (q call) bucket() (bucket, secret string) {
	path, _, _ := strings.Cut(strings.TrimPrefix(q.url, discordgo.EndpointAPI), "?")
	part := strings.Split(path, "/")
	switch part[0] {
	case "channels":
		path = part[1]
	case "interactions", "webhooks":
		secret = part[2]
	}
	return q.method + " " + path, secret
}

// do makes a call and decodes the response into out unless that is nil. The error is a
// *chat.RetryError, a *chat.RefusedError or an *apiError, or that of ctx.
func (c *rest) do(ctx context.Context, q call, out any) error {
	bucket, secret := q.bucket()
	if err := c.wait(ctx, bucket, secret); err != nil {
		return err
	}
	kind, body, err := c.encode(q.body)
	if err != nil {
		return &apiError{text: "discord: encoding a request: " + err.Error()}
	}
	got, err := c.send(ctx, q, kind, body)
	if c.limits.learn(bucket, got.status, got.header) {
		c.log.Warn("discord: nothing unsolicited is sent for a while", "status", got.status)
	}
	if err != nil || got.status >= http.StatusMultipleChoices {
		return c.callError(err, got, secret)
	}
	if out == nil || len(got.body) == 0 {
		return nil
	}
	if json.Unmarshal(got.body, out) != nil {
		return &apiError{text: notJSON}
	}
	return nil
}

// notJSON is the text of the error if a call succeeds, but the response is no JSON.
const notJSON = "discord: the response is not the JSON expected"

// isOtherServer reports whether a call failed because what answers is not Discord. Discord knows the paths of all our
// calls, so a 404 of Discord's has a code that says what is not found.
func isOtherServer(err error) bool {
	f, ok := errors.AsType[*apiError](err)
	if !ok {
		return false
	}
	isNotFound := f.status == http.StatusNotFound || f.status == http.StatusMethodNotAllowed
	isUnknownPath := isNotFound && f.code == 0
	return isUnknownPath || f.text == notJSON
}

// wait waits until the rate limits allow a call. bucket and secret are those of call.bucket.
func (c *rest) wait(ctx context.Context, bucket, secret string) error {
	answersInteraction := secret != ""
	if answersInteraction {
		return c.limits.checkBucket(bucket)
	}
	return c.limits.wait(ctx, bucket)
}

// callError returns the error of a call that failed: it says whether to try again, or what is gone.
func (c *rest) callError(err error, got httpResponse, secret string) error {
	f := c.apiError(err, got, secret)
	if f.status == http.StatusTooManyRequests {
		return &chat.RetryError{After: f.after, Err: f}
	}
	if gone[f.code] != "" {
		return &chat.RefusedError{Gone: gone[f.code], Err: f}
	}
	return f
}

// An httpResponse is a response with its body. The zero value means that there was none.
type httpResponse struct {
	status int
	header http.Header
	body   []byte
}

// send makes a call by HTTP. discordgo's own session would keep a rate limit's bucket for
// each interaction for ever.
func (c *rest) send(ctx context.Context, q call, kind string, body []byte) (httpResponse, error) {
	address := c.base + strings.TrimPrefix(q.url, discordgo.EndpointAPI)
	r, err := http.NewRequestWithContext(ctx, q.method, address, bytes.NewReader(body))
	if err != nil {
		return httpResponse{}, err
	}
	r.Header = http.Header{"Authorization": {"Bot " + c.token}, "User-Agent": {userAgent}}
	// Discord refuses an empty body that has a type.
	if body != nil {
		r.Header.Set("Content-Type", kind)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return httpResponse{}, err
	}
	defer response.Body.Close()
	got := httpResponse{status: response.StatusCode, header: response.Header}
	got.body, err = io.ReadAll(http.MaxBytesReader(nil, response.Body, maxBody))
	return got, err
}

// get makes a call that changes nothing.
func (c *rest) get(ctx context.Context, url string, into any) error {
	return c.do(ctx, call{http.MethodGet, url, nil}, into)
}

// reach is get, repeated while Discord is away. Its pauses are the short ones of the gateway, so that the
// bot does not wait long when Discord is back.
func (c *rest) reach(ctx context.Context, url string, into any) error {
	return chat.Insist(ctx, c.timing.reconnecting(), c.log.Warn, "discord: it is away",
		func(err error) bool { return !isOutage(err) },
		func() error { return c.get(ctx, url, into) })
}

// encode returns the body of a request: a form if a picture or a file goes with it.
func (c *rest) encode(body any) (kind string, raw []byte, err error) {
	if body == nil {
		return "application/json", nil, nil
	}
	file, err := c.fileOf(body)
	if err != nil {
		return "", nil, err
	}
	if file == nil {
		raw, err := json.Marshal(body)
		return "application/json", raw, err
	}
	return discordgo.MultipartBodyWithJSON(body, []*discordgo.File{{
		Name:        file.Name,
		ContentType: file.Type,
		Reader:      bytes.NewReader(file.Data),
	}})
}

// fileOf returns the file that goes with a body, or the picture, drawn; nil if there is none.
func (c *rest) fileOf(body any) (*chat.File, error) {
	// If the body is no message and has none, m is zero.
	m, _ := body.(message)
	if b, ok := body.(callback); ok {
		m, _ = b.Data.(message)
	}
	if m.Picture == nil {
		return m.File, nil
	}
	png, err := c.draw(*m.Picture)
	if err != nil {
		return nil, err
	}
	return &chat.File{Name: pictureFile, Type: "image/png", Data: png}, nil
}

// An apiError is the error of a call. Its text holds no secret. So it leaves out the address, which
// holds the token of an interaction, and removes tokens from what a server says.
type apiError struct {
	// status is the HTTP status; 0: there was no response. code is Discord's own code of the error.
	status int
	code   int
	// after is the pause that a 429 asks for.
	after time.Duration
	text  string
}

func (e *apiError) Error() string { return e.text }

// apiError describes what went wrong, without the token and other secrets.
func (c *rest) apiError(err error, got httpResponse, secrets ...string) *apiError {
	// RetryAfter has fractions of a second, which the header lacks.
	var said struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"`
	}
	// The page of a proxy is no JSON, and says nothing.
	_ = json.Unmarshal(got.body, &said)
	f := &apiError{status: got.status}
	switch {
	case got.status == http.StatusTooManyRequests:
		f.after = retryAfter(got.header)
		if said.RetryAfter > 0 {
			f.after = time.Duration(said.RetryAfter * float64(time.Second))
		}
		f.text = fmt.Sprintf("discord: too many requests, pause of %v wanted", f.after)
	case got.status >= http.StatusBadRequest && said.Code != 0:
		f.code = said.Code
		f.text = fmt.Sprintf("%s, %d %s", statusText(got.status), f.code, said.Message)
	case got.status >= http.StatusBadRequest || err == nil:
		f.text = statusText(got.status)
	default:
		// The address may hold a token.
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err
		}
		f.text = "discord: " + err.Error()
	}
	for _, secret := range append(secrets, c.token) {
		if secret != "" {
			f.text = strings.ReplaceAll(f.text, secret, "[token]")
		}
	}
	return f
}

func statusText(status int) string {
	return fmt.Sprintf("discord: HTTP %d %s", status, http.StatusText(status))
}

// Codes of Discord's errors.
const (
	codeUnknownChannel = 10003
	codeUnknownGuild   = 10004
	codeUnknownMessage = 10008
	// codeUnknownWebhook means that the interaction's token has ended, or that there was no first
	// answer.
	codeUnknownWebhook = 10015
	// codeUnknownInteraction means that it is too late for a first answer.
	codeUnknownInteraction = 10062
	codeTooManyPins        = 30003
	// codeAcknowledged means that the interaction has had its first answer.
	codeAcknowledged = 40060
	// codeMissingAccess is for a channel that the bot may not see, and also for a server that has
	// removed the bot.
	codeMissingAccess      = 50001
	codeNotAuthor          = 50005
	codeCannotMessage      = 50007
	codeMissingPermissions = 50013
	codeInvalidToken       = 50027
	codeThreadArchived     = 50083
	// codeNoCommonServer is codeCannotMessage if no server has both the person and the bot.
	codeNoCommonServer = 50278
	codeThreadLocked   = 160005
)

// gone says what is gone, by the code of a Discord error. A refusal without a code, such as the page of a
// proxy, says nothing about the place.
var gone = map[int]chat.Gone{
	codeUnknownMessage:     chat.GoneMessage,
	codeNotAuthor:          chat.GoneMessage,
	codeUnknownChannel:     chat.GoneThread,
	codeThreadArchived:     chat.GoneThread,
	codeThreadLocked:       chat.GoneThread,
	codeMissingAccess:      chat.GoneRight,
	codeMissingPermissions: chat.GoneRight,
	codeUnknownGuild:       chat.GoneCommunity,
	codeCannotMessage:      chat.GoneCommunity,
	codeNoCommonServer:     chat.GoneCommunity,
}

// isCode reports whether a call failed with one of Discord's codes.
func isCode(err error, code int) bool {
	f, ok := errors.AsType[*apiError](err)
	return ok && f.code == code
}

// statusOf returns the HTTP status of a call that failed; 0 if it has none.
func statusOf(err error) int {
	f, ok := errors.AsType[*apiError](err)
	if !ok {
		return 0
	}
	return f.status
}

// isOutage reports whether a call failed because Discord is away.
func isOutage(err error) bool {
	f, ok := errors.AsType[*apiError](err)
	return ok && (f.status == 0 || f.status >= http.StatusInternalServerError)
}

// isRefused reports whether Discord has refused a call and would refuse it again.
func isRefused(err error) bool {
	status := statusOf(err)
	isClientError := status >= http.StatusBadRequest && status < http.StatusInternalServerError
	return isClientError && status != http.StatusTooManyRequests
}
