package web

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

// The paces of an address. They are for a school, which has one address: two classes may come at the same
// time, and after each answer in a class everybody there loads the view.
var (
	// addressPace is the pace of all requests with a session.
	addressPace = chat.Pace{Interval: 10 * time.Millisecond, Burst: 1500}
	// sessionPace is the pace of new sessions. The new people at an address share it. A person who comes back
	// does not share it with anybody: see paceKey.
	sessionPace = chat.Pace{Interval: 3 * time.Second, Burst: 120}
	// linkPace is the pace of previews and pictures of links.
	linkPace = chat.Pace{Interval: 200 * time.Millisecond, Burst: 40}
)

// The paces of a person.
var (
	actPace   = chat.Pace{Interval: time.Minute / 120, Burst: 120}
	viewPace  = chat.Pace{Interval: 100 * time.Millisecond, Burst: 60}
	valuePace = chat.Pace{Interval: 200 * time.Millisecond, Burst: 20}
)

const (
	// maxStreams is how many streams there may be in all.
	maxStreams = 4000
	// maxNearby is how many streams one address may have, such as a school's.
	maxNearby = 500
	// maxPersonal is how many streams one person may have.
	maxPersonal = 6
	// forgetAfter is how long a key makes no request before its allowance is forgotten. By then it is full
	// again.
	forgetAfter = 10 * time.Minute
)

// limits keeps people and addresses from sending too many requests. It is only in memory. The zero
// value is ready.
type limits struct {
	mu sync.Mutex
	// allowances has what each key may still send. A key is a kind of request and who makes it, a person or
	// an address: "view telegram:42". All requests of a key have the same pace.
	allowances map[string]*allowance
	// pruned is when old allowances were last deleted.
	pruned time.Time
	// streams is how many streams each person and each address has.
	streams map[streamOwner]int
	// allStreams is how many streams there are.
	allStreams int
}

// An allowance limits the requests of a key.
type allowance struct {
	*rate.Limiter
	used time.Time
}

// wait counts a request of a key, which has the pace p (see limits.allowances). It returns 0 if the request is
// allowed. If the request comes too soon, wait returns after how long, at most, the next one is allowed.
func (l *limits) wait(key string, p chat.Pace, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.pruned) > time.Minute {
		l.pruned = now
		maps.DeleteFunc(l.allowances, func(_ string, a *allowance) bool {
			return now.Sub(a.used) > forgetAfter
		})
	}
	if l.allowances == nil {
		l.allowances = map[string]*allowance{}
	}
	a := l.allowances[key]
	if a == nil {
		a = &allowance{Limiter: rate.NewLimiter(rate.Every(p.Interval), p.Burst)}
		l.allowances[key] = a
	}
	a.used = now
	if !a.AllowN(now, 1) {
		return p.Interval
	}
	return 0
}

// A streamOwner is a person or an address that has streams. The other field is empty.
type streamOwner struct {
	person  string
	address string
}

// openStream counts a stream of a person at an address, until closeStream is called. ok is false if there are
// too many.
func (l *limits) openStream(person, address string) (closeStream func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	byPerson := streamOwner{person: person}
	byAddress := streamOwner{address: address}
	isFull := l.allStreams >= maxStreams
	hasTooMany := l.streams[byPerson] >= maxPersonal || l.streams[byAddress] >= maxNearby
	if isFull || hasTooMany {
		return nil, false
	}
	if l.streams == nil {
		l.streams = map[streamOwner]int{}
	}
	l.allStreams++
	l.streams[byPerson]++
	l.streams[byAddress]++
	return func() { l.closeStream(byPerson, byAddress) }, true
}

func (l *limits) closeStream(owners ...streamOwner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.allStreams--
	for _, owner := range owners {
		l.streams[owner]--
		if l.streams[owner] == 0 {
			delete(l.streams, owner)
		}
	}
}
