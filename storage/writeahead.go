package storage

import (
	"context"
	"os"
	"sync"
	"time"
)

// SQLite appends each transaction to the write-ahead log, and copies the log into the file from time to
// time. It starts the log from its beginning again when all of it is copied and nobody reads from it.
// While there is always somebody who reads, the log only grows. So when the log has become long, new
// readers have to wait for a moment.

const (
	// longLog is the size, in bytes, of a log that is long. After a long transaction SQLite itself cuts the
	// log back to this size, too (see keepLog).
	longLog = 64 << 20
	// readersWait is how long new readers wait for earlier ones to end.
	readersWait = 100 * time.Millisecond
	// checkLogEvery is how often the size of the log is checked.
	checkLogEvery = time.Second
	// shrinkAgain is the pause between two tries to cut the log back.
	shrinkAgain = 10 * time.Second
	// otherReadersWait is how long cutLog waits for readers in other processes, in milliseconds.
	otherReadersWait = "100"
)

// busyTimeout is how long a connection waits for another process to end its transaction, in
// milliseconds.
const busyTimeout = "5000"

// busy is the option that sets the busyTimeout of a new connection.
const busy = "busy_timeout(" + busyTimeout + ")"

// A readGate lets readers in, and can be closed for a moment until nobody reads. The zero value is
// open.
type readGate struct {
	mu      sync.Mutex
	readers int
	// opened is nil while the gate is open. Otherwise it is closed when the gate opens again.
	opened chan struct{}
	// empty is closed when the last reader leaves; nil: nobody waits for that.
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

// leave removes a reader from the count.
func (g *readGate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readers--
	if g.readers == 0 && g.empty != nil {
		close(g.empty)
		g.empty = nil
	}
}

// close lets nobody in until open is called. It waits until nobody reads any more, but at most for
// wait, and reports whether nobody reads then.
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

// A writeAheadLog is the write-ahead log of a database file.
type writeAheadLog struct {
	path    string
	readers readGate
	// limit is the size, in bytes, of a log that is long.
	limit int64
	// next is when shrink checks the size again. Only the goroutine with the turn to write uses it.
	next time.Time
}

// shrink cuts the log back if it is long, on the connection that writes, between two transactions.
func (l *writeAheadLog) shrink(conn *connection, now time.Time) error {
	if now.Before(l.next) {
		return nil
	}
	l.next = now.Add(checkLogEvery)
	info, err := os.Stat(l.path)
	if err != nil {
		// Without a log there is nothing to cut.
		return nil
	}
	if info.Size() < l.limit {
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

// cutLog copies the log into the file and empties the log, unless another process reads.
func cutLog(conn *connection) error {
	if err := conn.do(`PRAGMA busy_timeout = ` + otherReadersWait); err != nil {
		return err
	}
	if err := conn.do(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return err
	}
	return conn.do(`PRAGMA busy_timeout = ` + busyTimeout)
}
