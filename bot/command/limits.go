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
// everyone.
type Limits struct {
	mu     sync.Mutex
	people map[string]*person
	pruned time.Time
}

type person struct {
	requests *rate.Limiter
	offers   *rate.Limiter // while they type
	guesses  *rate.Limiter // codes of somebody else's

	silent time.Time // ignored until then
	seen   time.Time
}

// NewLimits makes limits that nobody has reached.
func NewLimits() *Limits { return &Limits{people: map[string]*person{}} }

// Request counts a request of a person. ok reports whether it is to be answered; warn is
// true for the first request over the limit, whose answer is the reason.
func (l *Limits) Request(key string, now time.Time) (ok, warn bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.person(key, now)
	switch {
	case now.Before(p.silent):
		return false, false
	case p.requests.AllowN(now, 1):
		return true, false
	}
	p.silent = now.Add(silenceFor)
	return false, true
}

// Guess counts a code that a person sends, and reports whether it is within the limit.
func (l *Limits) Guess(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.person(key, now).guesses.AllowN(now, 1)
}

// Offer counts a text for which a person wants offers, and reports whether it is within
// the limit.
func (l *Limits) Offer(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.person(key, now).offers.AllowN(now, 1)
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
	p := l.people[key]
	if p == nil {
		p = &person{
			requests: rate.NewLimiter(rate.Every(time.Minute/20), 20),
			offers:   rate.NewLimiter(2, 30),
			guesses:  rate.NewLimiter(rate.Every(24*time.Second), 5),
		}
		l.people[key] = p
	}
	p.seen = now
	return p
}
