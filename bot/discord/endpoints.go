package discord

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// A route sends what discordgo addresses to Discord's API to another base URL,
// say a caching proxy. discordgo keeps its addresses in package variables;
// rewriting requests instead leaves those alone, so that two front ends in one
// process do not disturb each other.
type route struct {
	base *url.URL
	next http.RoundTripper
}

func newRoute(apiURL string, next http.RoundTripper) (*route, error) {
	u, err := url.Parse(strings.TrimSuffix(apiURL, "/") + "/")
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the Discord API address %q is not a http or https URL", apiURL)
	}
	return &route{base: u, next: next}, nil
}

// RoundTrip implements http.RoundTripper.
func (r *route) RoundTrip(q *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(q.URL.String(), DefaultAPIURL)
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
	return r.next.RoundTrip(q)
}
