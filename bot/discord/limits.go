package discord

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

const (
	// perSecond stays a little below Discord's 50 requests a second, because what leaves evenly
	// does not arrive evenly. Once Discord has refused a request for it, only carefully many
	// leave in a second, for a calm.
	perSecond = 48.2
	carefully = 45
	calm      = 10 * time.Second

	// Discord bans an address after 10,000 invalid requests (401, 403, 429) within ten
	// minutes. Unsolicited requests stop at half of that (what may come at once and what is
	// regained within the time), so that people are still answered when a thousand channels
	// refuse the bot.
	maxInvalid    = 2_500
	invalidWindow = 10 * time.Minute
	invalidPause  = 10 * time.Second

	// longestWait is the longest that a request waits here. A longer wait is handed back as a
	// *chat.RetryError.
	longestWait = 3 * time.Second

	// forgetEvery is how often buckets that are full again are forgotten.
	forgetEvery = time.Minute
)

var (
	errPerSecond = errors.New("discord: the limit of requests a second is used up")
	errStopped   = errors.New("discord: a global limit was hit")
	errRefused   = errors.New("discord: too many requests were refused")
	errBucket    = errors.New("discord: the rate limit is used up")
)

// A limiter keeps the calls of the REST API within Discord's rate limits: requests a second,
// the pause of a global 429, invalid requests, and the buckets that answers describe.
// Interactions have their buckets only; they do not count in the others.
type limiter struct {
	processes func() int // that share Discord's limits

	all     *rate.Limiter
	waiting atomic.Int64  // for one of the requests of a second
	line    chan struct{} // holds the next of them

	invalid *rate.Limiter // requests that may still be refused

	mu      sync.Mutex
	stopped time.Time            // no unsolicited request before this
	empty   map[string]time.Time // buckets that are used up, until when
	forgot  time.Time            // when full ones were forgotten last
}

func newLimiter(processes func() int) *limiter {
	return &limiter{
		processes: processes,
		all:       rate.NewLimiter(perSecond, 1),
		line:      make(chan struct{}, 1),
		invalid:   rate.NewLimiter(maxInvalid/rate.Limit(invalidWindow.Seconds()), maxInvalid),
		empty:     map[string]time.Time{},
	}
}

// take waits until a request of a bucket may be sent. It fails with a *chat.RetryError where
// that would take longer than longestWait.
func (l *limiter) take(ctx context.Context, bucket string, counts bool) error {
	if err := l.open(bucket, counts, time.Now()); err != nil || !counts {
		return err
	}
	if err := l.wait(ctx); err != nil {
		return err
	}
	return l.open(bucket, counts, time.Now()) // a 429 may have arrived since
}

// wait waits for one of the requests of a second. One request waits at a time, so that
// after a stall of the machine the overdue ones do not leave together.
func (l *limiter) wait(ctx context.Context) error {
	waiting := l.waiting.Add(1)
	defer l.waiting.Add(-1)
	l.mu.Lock()
	most := perSecond
	if time.Since(l.stopped) < calm {
		most = carefully
	}
	l.mu.Unlock()
	share := most / float64(max(1, l.processes()))
	if l.all.Limit() != rate.Limit(share) {
		l.all.SetLimit(rate.Limit(share))
	}
	if d := time.Duration(float64(waiting) / share * float64(time.Second)); d > longestWait {
		return &chat.RetryError{After: d, Err: errPerSecond}
	}
	select {
	case l.line <- struct{}{}:
		defer func() { <-l.line }()
		return l.all.Wait(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open returns a *chat.RetryError while a request of a bucket may not be sent.
func (l *limiter) open(bucket string, counts bool, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case counts && now.Before(l.stopped):
		return &chat.RetryError{After: l.stopped.Sub(now), Err: errStopped}
	case counts && l.invalid.TokensAt(now) < 1:
		return &chat.RetryError{After: invalidPause, Err: errRefused}
	case now.Before(l.empty[bucket]):
		return &chat.RetryError{After: l.empty[bucket].Sub(now), Err: errBucket}
	}
	return nil
}

// learn learns from an answer. It reports whether unsolicited requests are stopped now that
// were not before. A limit on a resource that many bots share (X-RateLimit-Scope: shared)
// is no fault of ours.
func (l *limiter) learn(bucket string, status int, h http.Header, now time.Time) (stopped bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.forgot) > forgetEvery {
		maps.DeleteFunc(l.empty, func(_ string, until time.Time) bool { return now.After(until) })
		l.forgot = now
	}
	limited := status == http.StatusTooManyRequests
	// A 429 that is no JSON comes from a proxy before the API, which bans addresses.
	global := limited && (h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global" ||
		!strings.HasPrefix(h.Get("Content-Type"), "application/json"))
	if after, ok := seconds(h, "X-RateLimit-Reset-After"); ok && !global && (limited || h.Get("X-RateLimit-Remaining") == "0") {
		l.empty[bucket] = now.Add(after)
	} else if after, ok := seconds(h, "Retry-After"); ok && limited && !global {
		l.empty[bucket] = now.Add(after)
	}
	if !limited && status != http.StatusUnauthorized && status != http.StatusForbidden || h.Get("X-RateLimit-Scope") == "shared" {
		return false
	}
	stopped = l.invalid.AllowN(now, 1) && l.invalid.TokensAt(now) < 1
	if until := now.Add(retryAfter(h)); global && until.After(l.stopped) {
		stopped = stopped || !l.stopped.After(now)
		l.stopped = until
	}
	return stopped
}

// retryAfter is the pause that the header of a 429 asks for; a second if it asks for none.
func retryAfter(h http.Header) time.Duration {
	if after, ok := seconds(h, "Retry-After"); ok {
		return after
	}
	return time.Second
}

// seconds reads a header of some seconds, more than none.
func seconds(h http.Header, name string) (time.Duration, bool) {
	n, err := strconv.ParseFloat(h.Get(name), 64)
	return time.Duration(n * float64(time.Second)), err == nil && n > 0
}
