package command

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// requestsPerMinute is how many requests a person has a minute.
	requestsPerMinute = 20
	// silenceFor is how long a person over the limit is ignored.
	silenceFor = time.Minute
	// offersPerSecond is how often a person who types is offered something, and
	// offersAtOnce how often without a pause.
	offersPerSecond, offersAtOnce = 2, 30
	// guessEvery is how often a person may send a code of somebody else's, and
	// guessesAtOnce how many without a pause.
	guessEvery, guessesAtOnce = 24 * time.Second, 5
)

// Limits keep people from flooding. They live in memory alone: a restart forgives
// everyone.
type Limits struct {
	mu     sync.Mutex
	people map[string]*person
	pruned time.Time
}

type person struct {
	requests, offers, guesses *rate.Limiter

	silent time.Time // ignored until then
	seen   time.Time
}

// NewLimits makes limits that nobody has reached.
func NewLimits() *Limits {
	return &Limits{people: map[string]*person{}}
}

// Request counts a request of a person. ok is false if it is not to be answered; warn
// is true for the first such one, which is told why.
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

// Guess counts a code that a person sends, and reports whether they may.
func (l *Limits) Guess(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.person(key, now).guesses.AllowN(now, 1)
}

// Offer counts what a person is offered, and reports whether they may be.
func (l *Limits) Offer(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.person(key, now).offers.AllowN(now, 1)
}

// person returns the person of a key, and forgets, once a minute, everyone who has a
// full allowance again. It is called with mu held.
func (l *Limits) person(key string, now time.Time) *person {
	if d := now.Sub(l.pruned); d < 0 || d >= time.Minute {
		l.pruned = now
		for key, p := range l.people {
			if d := now.Sub(p.seen); d < 0 || d > 2*time.Minute {
				delete(l.people, key)
			}
		}
	}
	p := l.people[key]
	if p == nil {
		p = &person{
			requests: rate.NewLimiter(rate.Every(time.Minute/requestsPerMinute), requestsPerMinute),
			offers:   rate.NewLimiter(offersPerSecond, offersAtOnce),
			guesses:  rate.NewLimiter(rate.Every(guessEvery), guessesAtOnce),
		}
		l.people[key] = p
	}
	p.seen = now
	return p
}
