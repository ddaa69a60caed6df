package storage

import (
	"context"
	"database/sql"
	"os"
	"sync/atomic"
	"time"
)

// SQLite writes what is committed to a log, the write-ahead log. A commit that makes the log long enough also
// copies it into the database file. For a log of 16 MB that takes 20 to 50 ms, in which nobody else can write.
// So a goroutine copies most of the log a little earlier, on a connection of its own, while others write. The
// next commit then copies the few pages that were written meanwhile, and SQLite starts the log from its
// beginning again.

const (
	// copyPages is how many pages of the log must wait before the goroutine copies them. A commit copies the
	// log itself at 49152 pages (see the constant checkpoint). While old rows are cleared without a pause, some
	// 30,000 pages are written in a second. On a busy machine the goroutine takes half a second to copy and to
	// sync, so it must begin well before.
	copyPages = 12_000
	// tellEvery is how often the goroutine is told of a commit at most. Each time it looks at the log.
	tellEvery = 50 * time.Millisecond
	// copyPasses is how often the goroutine copies the log in a row. The first pass is long. Later ones copy what
	// was written meanwhile.
	copyPasses = 2
)

// A checkpointer copies the log of a file into the file while others write.
type checkpointer struct {
	db *sql.DB
	// file is the file of the database.
	file interface{ Sync() error }
	// after is how many pages must wait before the goroutine copies them.
	after int64
	// committed gets a value after a commit, unless it still holds one.
	committed chan struct{}
	// told is when committed was last given a value. Only the goroutine with the turn to write uses it.
	told time.Time
	// isAhead is set when the goroutine has copied the log, until finish copies the rest.
	isAhead atomic.Bool
	// ended is closed when the goroutine has ended.
	ended chan struct{}
}

// newCheckpointer starts the goroutine. It ends when close is called.
func newCheckpointer(db *sql.DB, file *os.File) *checkpointer {
	c := &checkpointer{
		db:        db,
		file:      file,
		after:     copyPages,
		committed: make(chan struct{}, 1),
		ended:     make(chan struct{}),
	}
	go c.run()
	return c
}

// tell tells the goroutine that there was a commit. The caller has the turn to write.
func (c *checkpointer) tell(now time.Time) {
	if now.Sub(c.told) < tellEvery {
		return
	}
	c.told = now
	select {
	case c.committed <- struct{}{}:
	default:
	}
}

// run copies the log when it is long enough. If that fails, SQLite itself copies the log within a commit,
// as it would without a checkpointer, and the commit says what is wrong. So run reports no error.
func (c *checkpointer) run() {
	defer close(c.ended)
	var conn *connection
	for range c.committed {
		if conn == nil {
			opened, err := newConnection(context.Background(), c.db)
			if err != nil {
				continue
			}
			conn = opened
		}
		if err := c.copy(conn); err != nil {
			_ = conn.close()
			conn = nil
		}
	}
	if conn != nil {
		_ = conn.close()
	}
}

// copy copies the log if it is long enough, and syncs the file. SQLite itself syncs the file only at the end of a
// pass during which nobody has written. While people play that is the pass of finish, and to sync 12,000 pages
// there would take 20 ms of processor.
func (c *checkpointer) copy(conn *connection) error {
	waiting, err := checkpointLog(conn, "NOOP")
	if err != nil || waiting < c.after {
		return err
	}
	for range copyPasses {
		if _, err := checkpointLog(conn, "PASSIVE"); err != nil {
			return err
		}
		if err := c.file.Sync(); err != nil {
			return err
		}
	}
	c.isAhead.Store(true)
	return nil
}

// finish copies what was written to the log while the goroutine copied it, on the connection that writes,
// between two transactions.
func (c *checkpointer) finish(conn *connection) error {
	if !c.isAhead.CompareAndSwap(true, false) {
		return nil
	}
	_, err := checkpointLog(conn, "PASSIVE")
	return err
}

// close ends the goroutine. No goroutine may have the turn to write.
func (c *checkpointer) close() {
	close(c.committed)
	<-c.ended
}

// checkpointLog copies the log in a mode of SQLite's, and returns how many pages still wait to be copied.
// With the mode NOOP it only counts them. Readers of older pages, and other connections that copy, may
// keep SQLite from copying all.
func checkpointLog(conn *connection, mode string) (waiting int64, err error) {
	err = conn.query(context.Background(), `PRAGMA wal_checkpoint(`+mode+`)`, nil, func(_ []string, values []any) error {
		// The values are: whether SQLite was kept from copying, the pages in the log, and how many of
		// them are copied.
		pages, _ := values[1].(int64)
		copied, _ := values[2].(int64)
		waiting = pages - copied
		return nil
	})
	return waiting, err
}
