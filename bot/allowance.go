package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// requestsPerMinute is how many requests a person has a minute.
	requestsPerMinute = 20
	// silenceFor is how long who has had more is not answered.
	silenceFor = time.Minute
	// offersPerSecond is how often a person who types is offered something, and
	// offersAtOnce how often without a pause.
	offersPerSecond, offersAtOnce = 2, 30
	// guessEvery is how often a person may send a code to be linked by, and
	// guessesAtOnce how many without a pause.
	guessEvery, guessesAtOnce = 24 * time.Second, 5
)

// An allowance keeps people from flooding. It lives in memory alone: a restart
// forgives everyone.
type allowance struct {
	mu     sync.Mutex
	people map[string]*person
	pruned time.Time
}

type person struct {
	rate   *rate.Limiter
	offers *rate.Limiter
	guess  *rate.Limiter
	silent time.Time // not answered before
	seen   time.Time
}

func newAllowance() *allowance {
	return &allowance{people: map[string]*person{}}
}

// take takes one request off a person's allowance. warn tells to say so, once;
// ok is false if the request is not to be answered.
func (a *allowance) take(key string, now time.Time) (ok, warn bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.person(key, now)
	switch {
	case now.Before(p.silent):
		return false, false
	case p.rate.AllowN(now, 1):
		return true, false
	}
	p.silent = now.Add(silenceFor)
	return false, true
}

// guess takes one code off a person's allowance, ok if there was one.
func (a *allowance) guess(key string, now time.Time) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.person(key, now).guess.AllowN(now, 1)
}

// offer takes one offering off a person's allowance, ok if there was one.
func (a *allowance) offer(key string, now time.Time) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.person(key, now).offers.AllowN(now, 1)
}

// person finds who asks now. It is called with mu held.
func (a *allowance) person(key string, now time.Time) *person {
	a.prune(now)
	p := a.people[key]
	if p == nil {
		p = &person{
			rate:   rate.NewLimiter(rate.Every(time.Minute/requestsPerMinute), requestsPerMinute),
			offers: rate.NewLimiter(offersPerSecond, offersAtOnce),
			guess:  rate.NewLimiter(rate.Every(guessEvery), guessesAtOnce),
		}
		a.people[key] = p
	}
	p.seen = now
	return p
}

// prune forgets, once a minute, whoever has a full allowance again.
func (a *allowance) prune(now time.Time) {
	if d := now.Sub(a.pruned); d >= 0 && d < time.Minute {
		return
	}
	a.pruned = now
	for key, p := range a.people {
		if d := now.Sub(p.seen); d < 0 || d > 2*time.Minute {
			delete(a.people, key)
		}
	}
}
