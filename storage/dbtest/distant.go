package dbtest

import (
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// socket is the name of PostgreSQL's socket in a folder.
const socket = ".s.PGSQL.5432"

// A Way is a connection to a database that makes the database seem farther away: it delays what
// passes, by half a round trip in each direction. It can also make the database unreachable.
type Way struct {
	URL      string
	folder   string
	listener net.Listener
	trips    atomic.Int64

	mu    sync.Mutex
	state State
	// open is closed while things pass, so that nobody waits for it. When the way becomes Silent, it is a new
	// channel, and what wants to pass waits until that is closed.
	open chan struct{}
	// ends are the connections to clients and to the server.
	ends []net.Conn
	// met receives a value when a client wants to use the way while it is not open.
	met chan struct{}
}

// A State is the state of a Way.
type State int

const (
	Open State = iota
	// Cut: every connection is ended.
	Cut
	// Silent: nothing passes, and no connection is ended.
	Silent
	// Deaf: what clients ask reaches the server. When the answer comes, the connection is ended instead.
	Deaf
)

// Distant returns a way to a database. The connections on it end with their clients.
func Distant(database string, roundTrip time.Duration) (*Way, error) {
	u, err := url.Parse(database)
	if err != nil {
		return nil, err
	}
	// The name is short: the path of a socket holds 107 bytes.
	folder, err := os.MkdirTemp("", "far")
	if err != nil {
		return nil, err
	}
	options := u.Query()
	server := filepath.Join(options.Get("host"), socket)
	listener, err := net.Listen("unix", filepath.Join(folder, socket))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	options.Set("host", folder)
	u.RawQuery = options.Encode()
	w := &Way{
		URL:      u.String(),
		folder:   folder,
		listener: listener,
		open:     make(chan struct{}),
		met:      make(chan struct{}, 1),
	}
	close(w.open)
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			w.connect(near, server, roundTrip)
		}
	}()
	return w, nil
}

// connect connects a client to the server, if the way's state allows that.
func (w *Way) connect(near net.Conn, server string, roundTrip time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state != Open {
		w.meet()
	}
	switch w.state {
	case Silent:
		w.ends = append(w.ends, near)
		return
	case Cut, Deaf:
		near.Close()
		return
	}
	far, err := net.Dial("unix", server)
	if err != nil {
		near.Close()
		return
	}
	w.ends = append(w.ends, near, far)
	// asks means that what passed last went to the server.
	var asks atomic.Bool
	go carry(far, near, roundTrip/2, func() bool {
		w.pass()
		if !asks.Swap(true) {
			w.trips.Add(1)
		}
		return true
	})
	go carry(near, far, roundTrip/2, func() bool {
		isDeaf := w.pass() == Deaf
		asks.Store(false)
		return !isDeaf
	})
}

// pass waits as long as nothing passes, and returns the state that the way was in before it waited.
func (w *Way) pass() State {
	w.mu.Lock()
	open := w.open
	state := w.state
	if state != Open {
		w.meet()
	}
	w.mu.Unlock()
	<-open
	return state
}

// meet notes that a client wants to use the way while it is not open. It is called with mu held.
func (w *Way) meet() {
	select {
	case w.met <- struct{}{}:
	default:
	}
}

// Become changes the state of the way. It ends all connections, unless it becomes Silent or Deaf.
func (w *Way) Become(s State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = s
	if s == Silent {
		w.open = make(chan struct{})
		return
	}
	if s == Deaf {
		return
	}
	for _, end := range w.ends {
		end.Close()
	}
	w.ends = nil
	select {
	case <-w.open:
	default:
		close(w.open)
	}
}

// Met returns a channel that receives a value when a client wants to use the way while it is not open.
func (w *Way) Met() <-chan struct{} { return w.met }

// Trips returns how many round trips were made: how often a client asked for the first time or
// after an answer.
func (w *Way) Trips() int { return int(w.trips.Load()) }

// Stop closes the way.
func (w *Way) Stop() error { return errors.Join(w.listener.Close(), os.RemoveAll(w.folder)) }

// A piece is a part of what a connection carries, and when it arrives.
type piece struct {
	data []byte
	at   time.Time
}

// carry copies what comes from one connection to another, each piece after a delay, until either
// connection is closed. When a piece arrives, carry calls mayPass, and ends if that returns false.
func carry(to, from net.Conn, delay time.Duration, mayPass func() bool) {
	defer to.Close()
	pieces := make(chan piece, 1024)
	go read(from, delay, pieces)
	write(to, pieces, mayPass)
	// This ends the reader, which may wait for a piece to be taken.
	from.Close()
	for range pieces {
	}
}

// write writes each piece when it arrives, if mayPass returns true. It returns after the last piece, or
// when a piece may not pass or cannot be written.
func write(to net.Conn, pieces <-chan piece, mayPass func() bool) {
	t, err := newTimer()
	if err != nil {
		return
	}
	defer t.stop()
	for p := range pieces {
		if err := t.sleepUntil(p.at); err != nil {
			return
		}
		if !mayPass() {
			return
		}
		if _, err := to.Write(p.data); err != nil {
			return
		}
	}
}

// sleepUntil waits until a time, or not at all if it is past.
func (t timer) sleepUntil(at time.Time) error {
	d := time.Until(at)
	if d <= 0 {
		return nil
	}
	return t.sleep(d)
}

// read reads pieces from a connection until it is closed. They arrive at the other end after a delay.
func read(from net.Conn, delay time.Duration, pieces chan<- piece) {
	defer close(pieces)
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{slices.Clone(buffer[:n]), time.Now().Add(delay)}
		}
		if err != nil {
			return
		}
	}
}
