package discord

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

const (
	// perSecond keeps a tenth away from Discord's 50 requests a second, because
	// what leaves evenly does not arrive evenly.
	perSecond = 45

	// Discord shuts an address out after 10,000 invalid requests (401, 403, 429)
	// within ten minutes. What nobody asked for stops at half of that, so that
	// people are still answered when a thousand channels refuse the bot.
	maxInvalid    = 5_000
	invalidWindow = 10 * time.Minute

	// longestTurn is the longest that Deliver waits for a turn before it hands the
	// waiting back as a *chat.RetryError.
	longestTurn = 3 * time.Second

	// bucketLife is how long buckets are remembered. Discord's windows for
	// messages are a few seconds long.
	bucketLife = time.Hour
)

// A limiter keeps all that goes to the REST API within Discord's limits: the
// number of requests a second, in which the end points of interactions do not
// count, the pause wanted by a global 429, the number of invalid requests, and
// the buckets told of in headers.
type limiter struct {
	processes func() int // that share Discord's limits

	all     *rate.Limiter
	waiting atomic.Int64  // for a turn
	line    chan struct{} // holds the one whose turn is next
	buckets buckets

	mu      sync.Mutex
	stopped time.Time // nothing is to be sent before
	invalid recent
}

func newLimiter(processes func() int) *limiter {
	return &limiter{
		processes: processes,

		all:     rate.NewLimiter(perSecond, 1),
		line:    make(chan struct{}, 1),
		invalid: recent{slot: invalidWindow / slots},
	}
}

var (
	errPace    = errors.New("discord: the limit of requests a second is used up")
	errStopped = errors.New("discord: a global limit was hit")
	errInvalid = errors.New("discord: too many requests were refused")
	errBucket  = errors.New("discord: the rate limit is used up")
)

// take returns the bucket of a key, locked for one request whose turn it is. If
// that would take longer than longestTurn, it fails with a *chat.RetryError.
func (l *limiter) take(ctx context.Context, key string) (*discordgo.Bucket, error) {
	if err := l.open(time.Now()); err != nil {
		return nil, err
	}
	bucket, wait := l.buckets.lock(key)
	if wait > 0 {
		return nil, &chat.RetryError{After: wait, Err: errBucket}
	}
	err := l.turn(ctx)
	if err == nil {
		err = l.open(time.Now()) // a 429 may have come meanwhile
	}
	if err != nil {
		bucket.Remaining++
		bucket.Unlock()
		return nil, err
	}
	return bucket, nil
}

// turn waits for one of the requests of a second. One waits at a time, so that
// after a stall of the machine those that are overdue do not leave together.
func (l *limiter) turn(ctx context.Context) error {
	waiting := l.waiting.Add(1)
	defer l.waiting.Add(-1)
	share := perSecond / float64(max(1, l.processes()))
	if l.all.Limit() != rate.Limit(share) {
		l.all.SetLimit(rate.Limit(share))
	}
	if d := time.Duration(float64(waiting) / share * float64(time.Second)); d > longestTurn {
		return &chat.RetryError{After: d, Err: errPace}
	}
	select {
	case l.line <- struct{}{}:
		defer func() { <-l.line }()
		return l.all.Wait(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open tells by a *chat.RetryError until when nothing is to be sent that nobody
// asked for.
func (l *limiter) open(now time.Time) error {
	if d := l.pause(now); d > 0 {
		return &chat.RetryError{After: d, Err: errStopped}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.invalid.count(now) >= maxInvalid {
		return &chat.RetryError{After: invalidWindow / slots, Err: errInvalid}
	}
	return nil
}

// pause is how long a global 429 still wants nothing to be sent.
func (l *limiter) pause(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, l.stopped.Sub(now))
}

// note learns from an answer, and tells whether nothing may be sent for a while
// that might have been so far. That a resource is limited for all who use it
// (X-RateLimit-Scope: shared) is no fault of the bot's.
func (l *limiter) note(status int, h http.Header, now time.Time) (stopped bool) {
	limited := status == http.StatusTooManyRequests
	invalid := limited || status == http.StatusUnauthorized || status == http.StatusForbidden
	if !invalid || h.Get("X-RateLimit-Scope") == "shared" {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.invalid.add(now)
	stopped = l.invalid.count(now) == maxInvalid
	if until := now.Add(retryAfter(h)); limited && isGlobal(h) && until.After(l.stopped) {
		stopped = stopped || !l.stopped.After(now)
		l.stopped = until
	}
	return stopped
}

// isGlobal tells whether a 429 with this header is for all requests. One that is
// no JSON comes from what stands before Discord's API and shuts an address out.
func isGlobal(h http.Header) bool {
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global" ||
		!isJSON(h)
}

func isJSON(h http.Header) bool {
	return strings.HasPrefix(h.Get("Content-Type"), "application/json")
}

// retryAfter is the pause a 429 wants as its header has it, a second if it has
// none.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || seconds <= 0 {
		return time.Second
	}
	return time.Duration(seconds * float64(time.Second))
}

// slots is how finely recent counts.
const slots = 60

// recent counts what happened lately, up to slots times slot ago.
type recent struct {
	slot   time.Duration
	counts [slots]int
	begun  [slots]time.Time
}

func (r *recent) add(now time.Time) {
	begun := now.Truncate(r.slot)
	i := int(begun.UnixNano()/int64(r.slot)) % slots
	if !r.begun[i].Equal(begun) {
		r.begun[i], r.counts[i] = begun, 0
	}
	r.counts[i]++
}

func (r *recent) count(now time.Time) (n int) {
	for i, begun := range r.begun {
		if now.Sub(begun) <= slots*r.slot {
			n += r.counts[i]
		}
	}
	return n
}

// buckets keep to the rate limits Discord tells of in headers. discordgo's own
// limiter never forgets a bucket (about 450 bytes each), so it is replaced from
// time to time. The worst that costs is one 429. The zero value is ready.
type buckets struct {
	mu   sync.Mutex
	now  *discordgo.RateLimiter
	born time.Time
}

func (b *buckets) current(at time.Time) *discordgo.RateLimiter {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.now == nil || at.Sub(b.born) > bucketLife {
		b.now, b.born = discordgo.NewRatelimiter(), at
	}
	return b.now
}

// lock returns the bucket of a key, locked for one request, or how long to wait
// before asking again. discordgo's LockBucket would sleep instead, deaf to any
// context and with the bucket locked.
func (b *buckets) lock(key string) (*discordgo.Bucket, time.Duration) {
	return lockBucket(b.current(time.Now()), key)
}

func lockBucket(r *discordgo.RateLimiter, key string) (*discordgo.Bucket, time.Duration) {
	b := r.GetBucket(key)
	b.Lock()
	if wait := r.GetWaitTime(b, 1); wait > 0 {
		b.Unlock()
		return nil, wait
	}
	b.Remaining--
	return b, 0
}
