package storage

import (
	"context"
	"os"
	"sync"
	"time"
)

// SQLite writes over the write-ahead log from its beginning once all of it is folded into the file
// and nobody reads from it. While somebody always reads, it only grows. So a log that has become
// long has readers wait for a moment.

const (
	// longLog is the size of the log, in bytes, from which on readers wait: that to which SQLite
	// cuts it back by itself.
	longLog = 64 << 20
	// readersWait is how long readers wait at most for those before them to end.
	readersWait = 100 * time.Millisecond
	// checkLogEvery is how often the size is looked at, and shrinkAgain the pause after the log
	// could not be cut back, because somebody reads for long.
	checkLogEvery = time.Second
	shrinkAgain   = 10 * time.Second
	// otherReaders is how long it is waited for readers in other processes, in milliseconds.
	otherReaders = "100"
)

// busyTimeout is how long a connection waits for another process to end its transaction, in
// milliseconds.
const busyTimeout = "5000"

const busy = "busy_timeout(" + busyTimeout + ")"

// A readGate lets readers in, and can be closed for a moment until nobody reads. The zero value is
// open.
type readGate struct {
	mu      sync.Mutex
	readers int
	// opened is closed when the gate is open again; nil: it is open.
	opened chan struct{}
	// empty is closed when nobody reads any longer; nil: nobody waits for it.
	empty chan struct{}
}

// enter waits until the gate is open, and counts a reader.
func (g *readGate) enter(ctx context.Context) error {
	for {
		g.mu.Lock()
		opened := g.opened
		if opened == nil {
			g.readers++
			g.mu.Unlock()
			return nil
		}
		g.mu.Unlock()
		select {
		case <-opened:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// leave counts a reader no longer.
func (g *readGate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readers--
	if g.readers == 0 && g.empty != nil {
		close(g.empty)
		g.empty = nil
	}
}

// close lets nobody in until open is called, and waits until nobody reads. It reports whether that
// is so in time.
func (g *readGate) close(wait time.Duration) bool {
	g.mu.Lock()
	g.opened = make(chan struct{})
	if g.readers == 0 {
		g.mu.Unlock()
		return true
	}
	empty := make(chan struct{})
	g.empty = empty
	g.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-empty:
		return true
	case <-timer.C:
		return false
	}
}

func (g *readGate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.opened)
	g.opened = nil
	g.empty = nil
}

// A writeAheadLog is the log of a file.
type writeAheadLog struct {
	path    string
	readers readGate
	// limit is the size from which on it is long.
	limit int64
	// next is when the log is looked at again. Only the goroutine that may write uses it.
	next time.Time
}

// shrink cuts the log back if it is long, on the connection that writes, between two transactions.
func (l *writeAheadLog) shrink(conn *connection, now time.Time) error {
	if now.Before(l.next) {
		return nil
	}
	l.next = now.Add(checkLogEvery)
	info, err := os.Stat(l.path)
	if err != nil || info.Size() < l.limit {
		// Without a log there is nothing to cut.
		return nil
	}
	l.next = now.Add(shrinkAgain)
	nobodyReads := l.readers.close(readersWait)
	defer l.readers.open()
	if !nobodyReads {
		return nil
	}
	return cutLog(conn)
}

// cutLog folds the log into the file and empties it, unless another process reads.
func cutLog(conn *connection) error {
	if err := conn.do(`PRAGMA busy_timeout = ` + otherReaders); err != nil {
		return err
	}
	if err := conn.do(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return err
	}
	return conn.do(`PRAGMA busy_timeout = ` + busyTimeout)
}
