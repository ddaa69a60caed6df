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

// A Way leads to a database that is farther away, by half of a round trip there and half of
// it back, and that can be out of reach.
type Way struct {
	URL      string
	folder   string
	listener net.Listener
	trips    atomic.Int64

	mu    sync.Mutex
	state State
	open  chan struct{} // closed when it is open again
	ends  []net.Conn
	met   chan struct{} // a client met that it is not open
}

// A State is that of a Way.
type State int

const (
	Open   State = iota
	Cut          // every connection is ended
	Silent       // nothing passes, and no connection is ended
)

// Distant returns a way to a database. The connections on it end with their clients.
func Distant(database string, roundTrip time.Duration) (*Way, error) {
	u, err := url.Parse(database)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "far") // the path of a socket holds 107 bytes
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
	w := &Way{URL: u.String(), folder: folder, listener: listener, open: make(chan struct{}), met: make(chan struct{}, 1)}
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

// connect connects a client to the server, as far as the way's state lets it.
func (w *Way) connect(near net.Conn, server string, roundTrip time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state != Open {
		w.meet()
	}
	if w.state == Silent {
		w.ends = append(w.ends, near)
		return
	}
	far, err := net.Dial("unix", server)
	if w.state == Cut || err != nil {
		near.Close()
		if err == nil {
			far.Close()
		}
		return
	}
	w.ends = append(w.ends, near, far)
	var asks atomic.Bool // what passed last went to the server
	go carry(far, near, roundTrip/2, func() {
		w.pass()
		if !asks.Swap(true) {
			w.trips.Add(1)
		}
	})
	go carry(near, far, roundTrip/2, func() { w.pass(); asks.Store(false) })
}

// pass waits until the way is open.
func (w *Way) pass() {
	w.mu.Lock()
	open := w.open
	if w.state != Open {
		w.meet()
	}
	w.mu.Unlock()
	<-open
}

// meet notes that a client met that the way is not open. It is called with mu held.
func (w *Way) meet() {
	select {
	case w.met <- struct{}{}:
	default:
	}
}

// Become changes the state of the way. The connections of before end, unless it falls silent.
func (w *Way) Become(s State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state = s; s == Silent {
		w.open = make(chan struct{})
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

// Met returns a channel that receives when a client has met that the way is not open.
func (w *Way) Met() <-chan struct{} { return w.met }

// Trips returns how many round trips were made: how often a client asked, first or after
// an answer.
func (w *Way) Trips() int { return int(w.trips.Load()) }

// Stop closes the way.
func (w *Way) Stop() error { return errors.Join(w.listener.Close(), os.RemoveAll(w.folder)) }

// carry copies what comes, each piece so much later, until either end is closed. passes is
// called before each.
func carry(to, from net.Conn, later time.Duration, passes func()) {
	type piece struct {
		data []byte
		at   time.Time
	}
	pieces := make(chan piece, 1024)
	go func() {
		defer close(pieces)
		buffer := make([]byte, 64<<10)
		for {
			n, err := from.Read(buffer)
			if n > 0 {
				pieces <- piece{slices.Clone(buffer[:n]), time.Now().Add(later)}
			}
			if err != nil {
				return
			}
		}
	}()
	defer from.Close()
	defer to.Close()
	t, err := newTimer()
	if err == nil {
		defer t.stop()
	}
	for p := range pieces {
		if d := time.Until(p.at); d > 0 && err == nil {
			err = t.sleep(d)
		}
		if passes(); err == nil {
			_, err = to.Write(p.data)
		}
		if err != nil {
			from.Close() // ends the reader, which waits for nobody then
		}
	}
}
