package command

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// silenceFor is how long a person over the limit of requests is ignored.
const silenceFor = time.Minute

// Limits keep people from flooding. They live in memory alone: a restart forgives
// everyone. The zero value is ready to use.
type Limits struct {
	mu     sync.Mutex
	people map[string]*person
	pruned time.Time
}

// A Limit is something that people may do only so often.
type Limit int

const (
	Requests Limit = iota
	Offers         // texts for which they want offers while they type
	Guesses        // codes of somebody else's
	Pointers       // words that send them from a group to their private chat
	Posts          // messages that they ask for in a group, which has few a minute for everyone
	Warnings       // that their posts are too many
	limits
)

type person struct {
	of     [limits]*rate.Limiter
	silent time.Time // ignored until then
	seen   time.Time
}

// Request counts a request that a person made at a time; after an outage many come at once
// that were made one by one. ok reports whether it is to be answered; warn is true for the
// first request over the limit, whose answer is the reason.
func (l *Limits) Request(key string, at, now time.Time) (ok, warn bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.person(key, now)
	switch {
	case at.Before(p.silent):
		return false, false
	case p.of[Requests].AllowN(at, 1):
		return true, false
	}
	p.silent = at.Add(silenceFor)
	return false, true
}

// Allow counts something that a person does, and reports whether it is within the limit.
func (l *Limits) Allow(what Limit, key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.person(key, now).of[what].AllowN(now, 1)
}

// person returns the person of a key. Once a minute it forgets everyone whose limits
// are as if they had never come. It is called with mu held.
func (l *Limits) person(key string, now time.Time) *person {
	if d := now.Sub(l.pruned); d < 0 || d >= time.Minute {
		l.pruned = now
		maps.DeleteFunc(l.people, func(_ string, p *person) bool {
			d := now.Sub(p.seen)
			return d < 0 || d > 2*time.Minute
		})
	}
	if l.people == nil {
		l.people = map[string]*person{}
	}
	p := l.people[key]
	if p == nil {
		p = &person{of: [limits]*rate.Limiter{
			Requests: rate.NewLimiter(rate.Every(time.Minute/20), 20), Offers: rate.NewLimiter(2, 30), Guesses: rate.NewLimiter(rate.Every(24*time.Second), 5),
			Pointers: rate.NewLimiter(rate.Every(30*time.Second), 2), Posts: rate.NewLimiter(rate.Every(10*time.Second), 7), Warnings: rate.NewLimiter(rate.Every(time.Minute), 1),
		}}
		l.people[key] = p
	}
	p.seen = now
	return p
}
