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
	dialFor = 3 * time.Second  // the longest a connection may take to be made
	callFor = 20 * time.Second // the longest a call may take
	maxBody = 16 << 20         // how much of an answer is read, in bytes
)

// userAgent has the form that Discord wants.
const userAgent = "DiscordBot (reckon, " + discordgo.VERSION + ")"

// A rest makes the calls of the REST API.
type rest struct {
	http    *http.Client
	base    string // the address of the API, with a slash at its end
	token   string
	page    bool          // there is a page, which people may open
	figures []chat.Figure // by which roles are given there
	log     *slog.Logger
	limits  *limiter
	timing  timing
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	draw    func(chat.Picture) ([]byte, error)

	grants     grants
	registered atomic.Pointer[commandIDs] // nil before they are
	app        atomic.Pointer[string]     // the application's ID; nil before it is known
	activity   atomic.Bool                // the application has an Activity, which is the page
}

// A call is one request to the REST API. Its url is one of discordgo's end points.
type call struct {
	method, url string
	body        any
}

// A callback is a first answer as Discord takes it.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// bucket is the rate limit that a call counts in, and the interaction's token in it if it
// answers one: such calls count in no other limit. Discord counts messages by channel, and
// new ones apart from edits.
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

// do makes a call and decodes the answer into out unless that is nil. The error is a
// *chat.RetryError, a *chat.RefusedError or a *fault, or that of ctx.
func (c *rest) do(ctx context.Context, q call, out any) error {
	bucket, secret := q.bucket()
	if err := c.limits.take(ctx, bucket, secret == ""); err != nil {
		return err
	}
	kind, body, err := c.encode(q.body)
	if err != nil {
		return &fault{text: "discord: encoding a request: " + err.Error()}
	}
	got, err := c.send(ctx, q, kind, body)
	if c.limits.learn(bucket, got.status, got.header, time.Now()) {
		c.log.Warn("discord: nothing unsolicited is sent for a while", "status", got.status)
	}
	if err == nil && got.status < http.StatusMultipleChoices {
		if out != nil && len(got.body) > 0 && json.Unmarshal(got.body, out) != nil {
			return &fault{text: "discord: the answer is not the JSON expected"}
		}
		return nil
	}
	switch f := c.fault(err, got, secret); {
	case f.status == http.StatusTooManyRequests:
		return &chat.RetryError{After: f.after, Err: f}
	case gone[f.code] != "":
		return &chat.RefusedError{Gone: gone[f.code], Err: f}
	default:
		return f
	}
}

// An answer is one of HTTP. The zero value is none.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send makes a call by HTTP. discordgo's own session would keep a rate limit's bucket for
// each interaction for ever.
func (c *rest) send(ctx context.Context, q call, kind string, body []byte) (got answer, err error) {
	r, err := http.NewRequestWithContext(ctx, q.method, c.base+strings.TrimPrefix(q.url, discordgo.EndpointAPI), bytes.NewReader(body))
	if err != nil {
		return got, err
	}
	r.Header = http.Header{"Authorization": {"Bot " + c.token}, "User-Agent": {userAgent}}
	if body != nil { // Discord refuses an empty body of some kind
		r.Header.Set("Content-Type", kind)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return got, err
	}
	defer response.Body.Close()
	response.Body = http.MaxBytesReader(nil, response.Body, maxBody)
	got = answer{status: response.StatusCode, header: response.Header}
	got.body, err = io.ReadAll(response.Body)
	return got, err
}

// get makes a call that changes nothing.
func (c *rest) get(ctx context.Context, url string, into any) error {
	return c.do(ctx, call{http.MethodGet, url, nil}, into)
}

// reach is get, tried again while Discord is away, at the pauses of the gateway: slower ones,
// after something that Discord refuses, may have grown long when it is back.
func (c *rest) reach(ctx context.Context, url string, into any) error {
	answered := func(err error) bool {
		var f *fault
		return !errors.As(err, &f) || f.status != 0 && f.status < http.StatusInternalServerError
	}
	return chat.Insist(ctx, c.timing.reconnecting(), c.log.Warn, "discord: it is away", answered, func() error { return c.get(ctx, url, into) })
}

// encode makes the body of a request: a form where a picture or a file goes with it.
func (c *rest) encode(body any) (kind string, raw []byte, err error) {
	m, ok := body.(message)
	if b, is := body.(callback); is {
		m, ok = b.Data.(message)
	}
	file := m.File
	if ok && m.Picture != nil {
		png, err := c.draw(*m.Picture)
		if err != nil {
			return "", nil, err
		}
		file = &chat.File{Name: pictureFile, Type: "image/png", Data: png}
	}
	switch {
	case body == nil:
		return "application/json", nil, nil
	case file == nil:
		raw, err = json.Marshal(body)
		return "application/json", raw, err
	}
	return discordgo.MultipartBodyWithJSON(body, []*discordgo.File{{Name: file.Name, ContentType: file.Type, Reader: bytes.NewReader(file.Data)}})
}

// A fault is a call that failed. Its text holds no secret: not the address called, which
// for an interaction holds its token, nor what a server repeats of a request.
type fault struct {
	status int           // of HTTP; 0 if there was no answer
	code   int           // Discord's own
	after  time.Duration // of a 429: the pause wanted
	text   string
}

func (e *fault) Error() string { return e.text }

// fault describes what went wrong, without the token and other secrets.
func (c *rest) fault(err error, got answer, secrets ...string) *fault {
	var said struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"` // with fractions of a second, which the header lacks
	}
	_ = json.Unmarshal(got.body, &said) // the page of a proxy says nothing
	f := &fault{status: got.status, text: fmt.Sprintf("discord: HTTP %d %s", got.status, http.StatusText(got.status))}
	address, ok := errors.AsType[*url.Error](err)
	switch {
	case got.status == http.StatusTooManyRequests:
		f.after = retryAfter(got.header)
		if said.RetryAfter > 0 {
			f.after = time.Duration(said.RetryAfter * float64(time.Second))
		}
		f.text = fmt.Sprintf("discord: too many requests, pause of %v wanted", f.after)
	case got.status >= http.StatusBadRequest && said.Code != 0:
		f.code = said.Code
		f.text += fmt.Sprintf(", %d %s", f.code, said.Message)
	case got.status >= http.StatusBadRequest:
	case ok:
		f.text = "discord: " + address.Err.Error()
	case err != nil:
		f.text = "discord: " + err.Error()
	}
	for _, secret := range append(secrets, c.token) {
		if secret != "" {
			f.text = strings.ReplaceAll(f.text, secret, "[token]")
		}
	}
	return f
}

// gone is what the code of a Discord error says is gone. A refusal without a code, such as
// the page of a proxy, says nothing about the place. Missing Access is both a channel that
// the bot may not see and a server that removed it.
var gone = map[int]chat.Gone{
	10008:  chat.GoneMessage,   // Unknown Message
	50005:  chat.GoneMessage,   // Cannot edit a message authored by another user
	10003:  chat.GoneThread,    // Unknown Channel
	50083:  chat.GoneThread,    // Thread is archived
	160005: chat.GoneThread,    // Thread is locked
	50001:  chat.GoneRight,     // Missing Access
	50013:  chat.GoneRight,     // Missing Permissions
	10004:  chat.GoneCommunity, // Unknown Guild
	50007:  chat.GoneCommunity, // Cannot send messages to this user
	50278:  chat.GoneCommunity, // the same, for want of a server in common
}

// isCode reports whether a call failed with one of Discord's codes.
func isCode(err error, code int) bool {
	f, ok := errors.AsType[*fault](err)
	return ok && f.code == code
}
