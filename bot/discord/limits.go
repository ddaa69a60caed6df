package discord

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
	"reckon/bot/chat/pace"
)

const (
	// Discord takes 50 requests a second. Requests that leave evenly do not arrive evenly, so
	// perSecond is a little less. After Discord has refused a request because of that limit,
	// carefulPerSecond leave in a second until the calm is over.
	perSecond        = 48.2
	carefulPerSecond = 45
	calm             = 10 * time.Second

	// Discord bans an address after 10,000 invalid requests (401, 403, 429) within ten minutes. Half of
	// that number is kept for answers to people, even when a thousand channels refuse the bot. So
	// requests that answer nobody may use only the other half: maxInvalid at once, and as many again
	// within invalidWindow.
	maxInvalid    = 2_500
	invalidWindow = 10 * time.Minute
	invalidPause  = 10 * time.Second

	// longestWait is how long a request waits here at most. Instead of a longer wait it gets a
	// *chat.RetryError.
	longestWait = 3 * time.Second
)

var (
	errPerSecond = errors.New("discord: the limit of requests a second is used up")
	errStopped   = errors.New("discord: a global limit was hit")
	errRefused   = errors.New("discord: too many requests were refused")
	errBucket    = errors.New("discord: the rate limit is used up")
)

// A limiter keeps the calls of the REST API within Discord's rate limits: requests a second,
// the pause of a global 429, invalid requests, and the buckets that responses describe. Calls that
// answer an interaction count in their bucket alone.
type limiter struct {
	// pace keeps all limits, except for the limit of invalid requests. Its chats are Discord's buckets.
	pace *pace.Limiter
	// invalid has a token for each request that may still be refused.
	invalid *rate.Limiter
}

// newLimiter returns a limiter; processes returns how many share Discord's limits.
func newLimiter(processes func() int) *limiter {
	return &limiter{
		pace: pace.New(pace.Limits{
			Rate:      perSecond,
			Processes: processes,
			Line:      1,
			Calm:      calm,
			Careful:   carefulPerSecond,
		}),
		invalid: rate.NewLimiter(maxInvalid/rate.Limit(invalidWindow.Seconds()), maxInvalid),
	}
}

// wait waits until the limits of a bucket and of all requests allow one more. If Discord has said that a
// limit is used up, or if the wait would be longer than longestWait, wait fails with a *chat.RetryError.
func (l *limiter) wait(ctx context.Context, bucket string) error {
	if err := l.check(bucket); err != nil {
		return err
	}
	// A pace.Limiter keeps only bulk calls to its Rate. Discord limits all requests, so all calls
	// are bulk here.
	c := pace.Call{Chat: bucket, Kind: pace.Other, Bulk: true}
	err := l.pace.Wait(ctx, c, time.Now().Add(longestWait))
	if early, ok := errors.AsType[*pace.EarlyError](err); ok {
		return &chat.RetryError{After: early.After, Err: errPerSecond}
	}
	if err != nil {
		return err
	}
	// Other requests may have been refused since.
	return l.check(bucket)
}

// checkBucket returns a *chat.RetryError while a bucket is used up.
func (l *limiter) checkBucket(bucket string) error {
	if d := l.pace.Held(pace.Call{Chat: bucket, Uncounted: true}); d > 0 {
		return &chat.RetryError{After: d, Err: errBucket}
	}
	return nil
}

// check returns a *chat.RetryError while a bucket, or a limit of all requests, is used up.
func (l *limiter) check(bucket string) error {
	if err := l.checkBucket(bucket); err != nil {
		return err
	}
	if d := l.pace.Held(pace.Call{Chat: bucket}); d > 0 {
		return &chat.RetryError{After: d, Err: errStopped}
	}
	if l.invalid.Tokens() < 1 {
		return &chat.RetryError{After: invalidPause, Err: errRefused}
	}
	return nil
}

// learn notes what a response says about the limits. It reports whether requests that answer nobody are
// stopped from now on.
func (l *limiter) learn(bucket string, status int, h http.Header) (stopped bool) {
	limited := status == http.StatusTooManyRequests
	global := limited && isGlobal(h)
	after, usedUp := bucketPause(limited, h)
	if usedUp && !global {
		l.pace.Hold(pace.Call{Chat: bucket}, after)
	}
	// A limit on a resource that many bots share is no fault of ours.
	shared := h.Get("X-RateLimit-Scope") == "shared"
	isRefused := status == http.StatusUnauthorized || status == http.StatusForbidden
	invalid := limited || isRefused
	if !invalid || shared {
		return false
	}
	hadToken := l.invalid.Allow()
	wasLastToken := hadToken && l.invalid.Tokens() < 1
	isHold := global && l.pace.HoldAll(retryAfter(h))
	return wasLastToken || isHold
}

// isGlobal reports whether a 429 is about all requests. If its body is no JSON, a proxy in front of the
// API has sent it, which bans addresses.
func isGlobal(h http.Header) bool {
	isJSON := strings.HasPrefix(h.Get("Content-Type"), "application/json")
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global" || !isJSON
}

// bucketPause returns how long a bucket stays used up, according to a response; usedUp is false if the
// response does not say so. limited means that the response is a 429.
func bucketPause(limited bool, h http.Header) (after time.Duration, usedUp bool) {
	if limited || h.Get("X-RateLimit-Remaining") == "0" {
		after, usedUp = seconds(h, "X-RateLimit-Reset-After")
	}
	if limited && !usedUp {
		after, usedUp = seconds(h, "Retry-After")
	}
	return after, usedUp
}

// retryAfter returns the pause that the header of a 429 asks for, or a second if it asks for none.
func retryAfter(h http.Header) time.Duration {
	if after, ok := seconds(h, "Retry-After"); ok {
		return after
	}
	return time.Second
}

// seconds reads a header with a number of seconds, and reports whether there is one above 0.
func seconds(h http.Header, name string) (time.Duration, bool) {
	n, err := strconv.ParseFloat(h.Get(name), 64)
	return time.Duration(n * float64(time.Second)), err == nil && n > 0
}
