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
)

// An allowance keeps people from flooding. It lives in memory alone: a restart
// forgives everyone.
type allowance struct {
	mu      sync.Mutex
	people  map[string]*person
	pruned  time.Time
	pending map[string]bool // who has a search going on
}

type person struct {
	rate   *rate.Limiter
	silent time.Time // not answered before
	seen   time.Time
}

func newAllowance() *allowance {
	return &allowance{people: map[string]*person{}, pending: map[string]bool{}}
}

// take takes one request off a person's allowance. warn tells to say so, once;
// ok is false if the request is not to be answered.
func (a *allowance) take(key string, now time.Time) (ok, warn bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.prune(now)
	p := a.people[key]
	if p == nil {
		p = &person{rate: rate.NewLimiter(rate.Every(time.Minute/requestsPerMinute), requestsPerMinute)}
		a.people[key] = p
	}
	p.seen = now
	switch {
	case now.Before(p.silent):
		return false, false
	case p.rate.AllowN(now, 1):
		return true, false
	}
	p.silent = now.Add(silenceFor)
	return false, true
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

// search lets a person have one search at a time; end must be called if ok.
func (a *allowance) search(key string) (end func(), ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.pending[key] {
		return nil, false
	}
	a.pending[key] = true
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.pending, key)
	}, true
}
