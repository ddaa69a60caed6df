package web

import (
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A pace is how often something may be done.
type pace struct {
	every time.Duration
	burst int
}

var (
	// A school has one address: two classes may come at once, and after each answer of a
	// class everybody there takes the view.
	sessionPace = pace{3 * time.Second, 60}         // of an address: new sessions
	addressPace = pace{10 * time.Millisecond, 1500} // of an address: anything
	bookPace    = pace{100 * time.Millisecond, 60}  // of an address: pages of the book
	tablePace   = pace{10 * time.Second, 6}         // of an address: all answers at once
	findPace    = pace{6 * time.Second, 12}         // of an address: answers for the book
	rolesPace   = pace{time.Second, 20}             // of an address: ways to a role
	linkPace    = pace{200 * time.Millisecond, 40}  // of an address: previews and pictures of links
	actPace     = pace{time.Second, 30}             // of a session
	viewPace    = pace{100 * time.Millisecond, 60}
	valuePace   = pace{200 * time.Millisecond, 20}
)

const (
	// maxStreams is how many watch at a time, and maxPersonal how many streams of those a
	// person has.
	maxStreams, maxPersonal = 4000, 6
	// forgetAfter is after how long somebody who does nothing has all their requests again.
	forgetAfter = 10 * time.Minute
)

// limits keep sessions and addresses from flooding. They live in memory alone. The zero
// value is ready.
type limits struct {
	mu      sync.Mutex
	of      map[string]*allowance
	pruned  time.Time
	streams map[string]int // by person
	all     int            // streams
}

type allowance struct {
	*rate.Limiter
	seen time.Time
}

// allow counts something that a key does at a pace. wait is 0 if it is allowed.
func (l *limits) allow(key string, p pace, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.pruned) > time.Minute {
		l.pruned = now
		maps.DeleteFunc(l.of, func(_ string, a *allowance) bool { return now.Sub(a.seen) > forgetAfter })
	}
	if l.of == nil {
		l.of = map[string]*allowance{}
	}
	a := l.of[key]
	if a == nil {
		a = &allowance{Limiter: rate.NewLimiter(rate.Every(p.every), p.burst)}
		l.of[key] = a
	}
	a.seen = now
	if a.AllowN(now, 1) {
		return 0
	}
	return p.every
}

// stream counts a stream of a person until its end is called; ok is false if there are too
// many.
func (l *limits) stream(person string) (end func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= maxStreams || l.streams[person] >= maxPersonal {
		return nil, false
	}
	if l.streams == nil {
		l.streams = map[string]int{}
	}
	l.all++
	l.streams[person]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		if l.streams[person]--; l.streams[person] == 0 {
			delete(l.streams, person)
		}
	}, true
}

// address is where a request comes from: what a proxy on this machine or in a private network
// says last, or else the connection's other end. Of IPv6 a network is one address.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	ip := net.ParseIP(host)
	if ip != nil && (ip.IsLoopback() || ip.IsPrivate()) {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if said := net.ParseIP(strings.TrimSpace(all[len(all)-1])); said != nil {
			ip = said
		}
	}
	if ip == nil {
		return host
	}
	if ip.To4() == nil {
		ip = ip.Mask(net.CIDRMask(64, 128))
	}
	return ip.String()
}
