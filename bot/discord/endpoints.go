package discord

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A route sends what discordgo addresses to Discord's API to another base URL,
// say a caching proxy. discordgo keeps its addresses in package variables;
// rewriting requests instead leaves those alone, so that two front ends in one
// process do not disturb each other. The limits learn from every answer.
type route struct {
	base   *url.URL
	next   http.RoundTripper
	limits *limiter
	log    *slog.Logger
}

// maxIdle is how many connections are kept for the next calls; net/http's own
// figure, two, would have most calls of a busy minute dial anew.
const maxIdle = 100

func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = maxIdle, maxIdle
	t.DialContext = (&net.Dialer{Timeout: dialFor}).DialContext
	return t
}

func newRoute(apiURL string, l *limiter, log *slog.Logger) (*route, error) {
	u, err := url.Parse(strings.TrimSuffix(apiURL, "/") + "/")
	if err != nil {
		return nil, errors.New("the address of Discord's API cannot be read") // err repeats it, and it may hold a secret
	}
	return &route{base: u, next: newTransport(), limits: l, log: log}, nil
}

// RoundTrip implements http.RoundTripper.
func (r *route) RoundTrip(q *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(q.URL.String(), discordgo.EndpointAPI)
	if !ok {
		// The path may hold an interaction's token and is not repeated here.
		return nil, fmt.Errorf("request to %s, which is not Discord's API", q.URL.Host)
	}
	to, err := url.Parse(r.base.String() + rest)
	if err != nil {
		return nil, fmt.Errorf("request to a malformed address at %s", r.base.Host)
	}
	q = q.Clone(q.Context())
	q.URL, q.Host = to, to.Host
	answer, err := r.next.RoundTrip(q)
	if err != nil {
		return nil, err
	}
	if r.limits.note(answer.StatusCode, answer.Header, time.Now()) {
		r.log.Warn("discord: nothing unsolicited is sent for a while", "status", answer.StatusCode)
	}
	completeLimit(answer)
	return answer, nil
}

// completeLimit gives a 429 what discordgo learns the pause from, where it has
// only what all of HTTP knows: headers for its buckets, and JSON for the caller.
func completeLimit(answer *http.Response) {
	h := answer.Header
	if answer.StatusCode != http.StatusTooManyRequests {
		return
	}
	after := retryAfter(h).Seconds()
	if h.Get("Retry-After") != "" && h.Get("X-RateLimit-Reset-After") == "" {
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", fmt.Sprint(after))
	}
	if !isJSON(h) {
		_ = answer.Body.Close() // a page for people
		answer.Body = io.NopCloser(strings.NewReader(fmt.Sprintf(`{"retry_after":%v}`, after)))
	}
}
