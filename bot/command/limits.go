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
	// RequestsInPrivate are a person's requests in private and on the page.
	RequestsInPrivate Limit = iota
	// RequestsInGroups are a person's requests in groups.
	RequestsInGroups
	// Offers are the texts that a person types behind the bot's name. Each asks what the bot has to offer.
	Offers
	// Guesses are tries to guess something secret, such as somebody else's code.
	Guesses
	// Pointers are replies that send a person from a group to their private chat.
	Pointers
	// Puzzles are new puzzles of a group.
	Puzzles
	// Posts are messages that one person asks for in one group. They are few, because a network lets a bot send
	// only some messages a minute to a group.
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

// newLimiters returns the limits of an actor that has done nothing yet. Each has a rate, and how many things may
// be done at once. After forgetAfter every limit is as it was at first, because then the actor is forgotten.
func newLimiters() [numLimits]*rate.Limiter {
	return [numLimits]*rate.Limiter{
		RequestsInPrivate: rate.NewLimiter(rate.Every(time.Minute/120), 120),
		RequestsInGroups:  rate.NewLimiter(rate.Every(time.Minute/20), 20),
		Offers:            rate.NewLimiter(rate.Every(time.Second/2), 30),
		Guesses:           rate.NewLimiter(rate.Every(24*time.Second), 5),
		Pointers:          rate.NewLimiter(rate.Every(30*time.Second), 2),
		Puzzles:           rate.NewLimiter(rate.Every(time.Minute/10), 10),
		Posts:             rate.NewLimiter(rate.Every(10*time.Second), 7),
		Chatter:           rate.NewLimiter(rate.Every(forgetAfter), 1),
		Warnings:          rate.NewLimiter(rate.Every(time.Minute), 1),
		Notices:           rate.NewLimiter(rate.Every(10*time.Second), 1),
		Exports:           rate.NewLimiter(rate.Every(30*time.Second), 3),
	}
}

// Limits keep people from flooding. They live in memory alone: a restart forgives
// everyone. The zero value is ready to use.
type Limits struct {
	mu sync.Mutex
	// actors are those whose doings are counted. Callers choose the key: a person, a group, or a person with a kind of
	// message.
	actors map[string]*actor
	// pruned is when actors were last forgotten: see forgetAfter.
	pruned time.Time
}

// An actor is somebody whose doings are counted.
type actor struct {
	limiters [numLimits]*rate.Limiter
	// seen is when they last did something.
	seen time.Time
}

// Wait counts something that somebody did at a time, and returns 0 if it is within the limit. Otherwise it
// does not count it, and returns how long they have to wait from now on. The time at may be before now: after
// an outage, many requests come at once that people made one by one.
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

// WaitForAll counts several things, as Wait counts one. If one of them exceeds its limit, none is counted.
// WaitForAll returns how long to wait for that one, and its limit.
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
		// The reservations are cancelled, that of the exceeded limit, too.
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
	// pruneEvery is how often actors are forgotten that were not seen for long.
	pruneEvery = time.Minute
	// forgetAfter is how long an actor must not have been seen to be forgotten. By then their limits are as if they
	// had never come.
	forgetAfter = 2 * time.Minute
)

// actor returns the actor of a key, and makes one if there is none. It is called with mu held.
func (l *Limits) actor(key string, now time.Time) *actor {
	if !isWithin(pruneEvery, l.pruned, now) {
		l.pruned = now
		maps.DeleteFunc(l.actors, func(_ string, a *actor) bool { return !isWithin(forgetAfter, a.seen, now) })
	}
	if l.actors == nil {
		l.actors = map[string]*actor{}
	}
	a := l.actors[key]
	if a == nil {
		a = &actor{limiters: newLimiters()}
		l.actors[key] = a
	}
	a.seen = now
	return a
}

// isWithin reports whether a time is at most d ago. It is false if the clock was set back since then.
func isWithin(d time.Duration, at, now time.Time) bool {
	ago := now.Sub(at)
	return ago >= 0 && ago <= d
}
