package command

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Limit is something that people may do only so often.
type Limit int

const (
	// Requests are all that a person asks of the bot.
	Requests Limit = iota
	// Offers are texts for which a person wants offers while they type.
	Offers
	// Guesses are tries at what a person is not told, such as a code of somebody else.
	Guesses
	// Pointers are replies that send a person from a group to their private chat.
	Pointers
	// Posts are messages that a person asks for in a group, which has few a minute for everyone.
	Posts
	// Warnings say that a person asks for too many posts.
	Warnings
	limits
)

// newLimiters returns the limits of a person who has done nothing yet.
func newLimiters() [limits]*rate.Limiter {
	return [limits]*rate.Limiter{
		Requests: rate.NewLimiter(rate.Every(time.Minute/20), 20),
		Offers:   rate.NewLimiter(2, 30),
		Guesses:  rate.NewLimiter(rate.Every(24*time.Second), 5),
		Pointers: rate.NewLimiter(rate.Every(30*time.Second), 2),
		Posts:    rate.NewLimiter(rate.Every(10*time.Second), 7),
		Warnings: rate.NewLimiter(rate.Every(time.Minute), 1),
	}
}

// Limits keep people from flooding. They live in memory alone: a restart forgives
// everyone. The zero value is ready to use.
type Limits struct {
	mu     sync.Mutex
	people map[string]*person
	pruned time.Time
}

type person struct {
	limiters [limits]*rate.Limiter
	// silent is until when the person is ignored.
	silent time.Time
	seen   time.Time
}

// silenceFor is how long a person over the limit of requests is ignored.
const silenceFor = time.Minute

// Request counts a request that a person made at a time. That may be before now: after an outage
// many requests come at once that were made one by one. ok reports whether to answer it. warn is
// true for the first request over the limit, which is answered with the reason.
func (l *Limits) Request(key string, at, now time.Time) (ok, warn bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.person(key, now)
	if at.Before(p.silent) {
		return false, false
	}
	if p.limiters[Requests].AllowN(at, 1) {
		return true, false
	}
	p.silent = at.Add(silenceFor)
	return false, true
}

// Allow counts something that a person does, and reports whether it is within the limit.
func (l *Limits) Allow(what Limit, key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.person(key, now).limiters[what].AllowN(now, 1)
}

const (
	// pruneEvery is how often people are forgotten who were not seen for forgetAfter. By then
	// their limits are as if they had never come.
	pruneEvery  = time.Minute
	forgetAfter = 2 * time.Minute
)

// person returns the person of a key. It is called with mu held.
func (l *Limits) person(key string, now time.Time) *person {
	if !isWithin(pruneEvery, l.pruned, now) {
		l.pruned = now
		maps.DeleteFunc(l.people, func(_ string, p *person) bool { return !isWithin(forgetAfter, p.seen, now) })
	}
	if l.people == nil {
		l.people = map[string]*person{}
	}
	p := l.people[key]
	if p == nil {
		p = &person{limiters: newLimiters()}
		l.people[key] = p
	}
	p.seen = now
	return p
}

// isWithin reports whether a time is at most d ago. It is not if the clock was set back since.
func isWithin(d time.Duration, at, now time.Time) bool {
	ago := now.Sub(at)
	return ago >= 0 && ago <= d
}
