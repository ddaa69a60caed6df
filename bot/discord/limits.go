package discord

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// limiterLife is how long a limiter's buckets are remembered. Discord's windows
// for messages are a few seconds long.
const limiterLife = time.Hour

// A limiter keeps to the rate limits Discord tells of in headers, per bucket.
// discordgo's own limiter never forgets a bucket (about 450 bytes each), so it
// is replaced from time to time. The worst that costs is one 429. The zero
// value is ready.
type limiter struct {
	mu   sync.Mutex
	now  *discordgo.RateLimiter
	born time.Time
}

func (l *limiter) current(at time.Time) *discordgo.RateLimiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil || at.Sub(l.born) > limiterLife {
		l.now, l.born = discordgo.NewRatelimiter(), at
	}
	return l.now
}

// lock returns the bucket of a key, locked for one request, or how long to wait
// before asking again. discordgo's LockBucket would sleep instead, deaf to any
// context and with the bucket locked.
func (l *limiter) lock(key string) (*discordgo.Bucket, time.Duration) {
	return lockBucket(l.current(time.Now()), key)
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
