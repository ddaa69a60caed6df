package discord

import (
	"bytes"
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

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

const (
	dialFor = 3 * time.Second  // the longest a connection may take to be made
	callFor = 20 * time.Second // the longest a call may take
	// maxIdle is how many connections are kept for the next calls. With net/http's two most
	// calls of a busy minute would dial anew.
	maxIdle = 100
)

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

func newREST(token, apiURL string, processes func() int, log *slog.Logger) (*rest, error) {
	base, err := url.Parse(strings.TrimSuffix(apiURL, "/") + "/")
	if err != nil {
		return nil, errors.New("the address of Discord's API cannot be read") // err repeats it, and it may hold a secret
	}
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = maxIdle, maxIdle
	t.DialContext = (&net.Dialer{Timeout: dialFor}).DialContext
	s.Client = &http.Client{Transport: &route{base: base, next: t}, Timeout: callFor}
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.LogLevel = -1 // it would print addresses that hold tokens
	return &rest{
		session: s, token: token, log: log, limits: newLimiter(processes),
		grants: grants{channels: map[string]grant{}, messages: map[string]grant{}},
	}, nil
}

// A route sends what discordgo addresses to Discord's API to another base URL, say a caching
// proxy. discordgo keeps its addresses in package variables; rewriting requests leaves those
// alone, so that two front ends in one process do not disturb each other.
type route struct {
	base *url.URL
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (r *route) RoundTrip(q *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(q.URL.String(), discordgo.EndpointAPI)
	to, err := url.Parse(r.base.String() + rest)
	if !ok || err != nil {
		// The path may hold an interaction's token and is not repeated here.
		return nil, fmt.Errorf("a malformed address at %s", q.URL.Host)
	}
	q = q.Clone(q.Context())
	q.URL, q.Host = to, to.Host
	got, err := r.next.RoundTrip(q)
	if a, ok := q.Context().Value(answerKey{}).(*answer); ok && err == nil {
		*a = answer{got.StatusCode, got.Header}
	}
	return got, err
}

// An answer is the part of an HTTP answer that discordgo does not hand on. Route leaves it
// in the *answer of the request's context.
type answer struct {
	status int // 0: there was no answer
	header http.Header
}

type answerKey struct{}

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
	var got answer
	free := discordgo.NewRatelimiter().LockBucket("") // discordgo's own buckets are kept for ever
	raw, err := c.session.RequestWithLockedBucket(q.method, q.url, kind, body, free, 0,
		discordgo.WithContext(context.WithValue(ctx, answerKey{}, &got)))
	if c.limits.learn(bucket, got.status, got.header, time.Now()) {
		c.log.Warn("discord: nothing unsolicited is sent for a while", "status", got.status)
	}
	if err == nil && out != nil && len(raw) > 0 && json.Unmarshal(raw, out) != nil {
		return &fault{text: "discord: the answer is not the JSON expected"}
	}
	if err == nil {
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

// get makes a call that changes nothing.
func (c *rest) get(ctx context.Context, url string, into any) error {
	return c.do(ctx, call{http.MethodGet, url, nil}, into)
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

// fault describes what went wrong, without the token and another secret.
func (c *rest) fault(err error, got answer, secrets ...string) *fault {
	var (
		refused *discordgo.RESTError
		limited *discordgo.RateLimitError
		address *url.Error
	)
	f := &fault{status: got.status, text: fmt.Sprintf("discord: HTTP %d %s", got.status, http.StatusText(got.status))}
	switch {
	case got.status == http.StatusTooManyRequests:
		f.after = retryAfter(got.header)
		if errors.As(err, &limited) && limited.RetryAfter > 0 { // the body has fractions of a second
			f.after = limited.RetryAfter
		}
		f.text = fmt.Sprintf("discord: too many requests, pause of %v wanted", f.after)
	case errors.As(err, &refused) && refused.Message != nil && refused.Message.Code != 0:
		f.code = refused.Message.Code
		f.text += fmt.Sprintf(", %d %s", f.code, refused.Message.Message)
	case got.status >= http.StatusBadRequest:
	case errors.As(err, &address):
		f.text = "discord: " + address.Err.Error()
	default:
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
	var f *fault
	return errors.As(err, &f) && f.code == code
}
