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
	// RequestsInPrivate are a person's requests in private and on the page, and RequestsInGroups those in
	// groups.
	RequestsInPrivate Limit = iota
	RequestsInGroups
	// Offers are the texts that a person types behind the bot's name. Each asks what the bot has to offer.
	Offers
	// Guesses are tries to guess something secret, such as somebody else's code.
	Guesses
	// Pointers are replies that send a person from a group to their private chat.
	Pointers
	// Puzzles are new puzzles of a group.
	Puzzles
	// Posts are messages that one person asks for in one group. A network lets a bot send a group only few messages a
	// minute.
	Posts
	// Chatter are lines to a person who talks in private without wanting anything.
	Chatter
	// Warnings say that somebody has to wait.
	Warnings
	// Notices are replies that tell a person in a group once more what they have been told.
	Notices
	// Exports are the files that a person gets in chats.
	Exports
	// numLimits is how many limits there are.
	numLimits
)

// newLimiters returns the limits of a person, or of a group, that has done nothing yet.
func newLimiters() [numLimits]*rate.Limiter {
	return [numLimits]*rate.Limiter{
		RequestsInPrivate: rate.NewLimiter(rate.Every(time.Minute/120), 120),
		RequestsInGroups:  rate.NewLimiter(rate.Every(time.Minute/20), 20),
		Offers:            rate.NewLimiter(2, 30),
		Guesses:           rate.NewLimiter(rate.Every(24*time.Second), 5),
		Pointers:          rate.NewLimiter(rate.Every(30*time.Second), 2),
		Puzzles:           rate.NewLimiter(rate.Every(time.Minute/10), 10),
		Posts:             rate.NewLimiter(rate.Every(10*time.Second), 7),
		// No limit may be over a longer time than forgetAfter.
		Chatter:  rate.NewLimiter(rate.Every(forgetAfter), 1),
		Warnings: rate.NewLimiter(rate.Every(time.Minute), 1),
		Notices:  rate.NewLimiter(rate.Every(10*time.Second), 1),
		Exports:  rate.NewLimiter(rate.Every(30*time.Second), 3),
	}
}

// Limits keep people from flooding. They live in memory alone: a restart forgives
// everyone. The zero value is ready to use.
type Limits struct {
	mu sync.Mutex
	// actors are those whose doings are counted, by a key that the caller makes: a person, a group, or a person with a
	// kind of message.
	actors map[string]*actor
	pruned time.Time
}

type actor struct {
	limiters [numLimits]*rate.Limiter
	seen     time.Time
}

// Wait counts something that somebody does at a time, and returns 0 if it is within the limit.
// Otherwise it is not counted, and Wait returns how long they have to wait from now on. at may be
// before now: after an outage, many requests that were made one by one come at once.
func (l *Limits) Wait(what Limit, key string, at, now time.Time) time.Duration {
	wait, _ := l.WaitForAll(now, Count{What: what, Key: key, At: at})
	return wait
}

// A Count is one thing to count: something that somebody, or a group, does at a time.
type Count struct {
	What Limit
	Key  string
	At   time.Time
}

// WaitForAll counts several things, as Wait counts one. If one of them exceeds its limit, none is counted, and
// WaitForAll returns how long to wait for that one.
func (l *Limits) WaitForAll(now time.Time, counts ...Count) (wait time.Duration, exceeded Limit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	reservations := make([]*rate.Reservation, len(counts))
	for i, c := range counts {
		limiter := l.actor(c.Key, now).limiters[c.What]
		reservations[i] = limiter.ReserveN(c.At, 1)
		delay := reservations[i].DelayFrom(c.At)
		if delay == 0 {
			continue
		}
		// Nothing is counted, not even the one that exceeds its limit.
		for n, counted := range counts[:i+1] {
			reservations[n].CancelAt(counted.At)
		}
		// A result of 0 would mean that nothing is exceeded.
		return max(delay-now.Sub(c.At), time.Second), c.What
	}
	return 0, 0
}

// Allow counts something that somebody does, and reports whether it is within the limit.
func (l *Limits) Allow(what Limit, key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.actor(key, now).limiters[what].AllowN(now, 1)
}

const (
	// Each pruneEvery those are forgotten who were not seen for forgetAfter. By then their limits are as if they had
	// never come.
	pruneEvery  = time.Minute
	forgetAfter = 2 * time.Minute
)

// actor returns the actor of a key, which may be a new one. It is called with mu held.
func (l *Limits) actor(key string, now time.Time) *actor {
	if !isWithin(pruneEvery, l.pruned, now) {
		l.pruned = now
		maps.DeleteFunc(l.actors, func(_ string, a *actor) bool { return !isWithin(forgetAfter, a.seen, now) })
	}
	if l.actors == nil {
		l.actors = map[string]*actor{}
	}
	p := l.actors[key]
	if p == nil {
		p = &actor{limiters: newLimiters()}
		l.actors[key] = p
	}
	p.seen = now
	return p
}

// isWithin reports whether a time is at most d ago. If the clock was set back since, it returns
// false.
func isWithin(d time.Duration, at, now time.Time) bool {
	ago := now.Sub(at)
	return ago >= 0 && ago <= d
}
