package storage

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sethvargo/go-retry"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrConflict says that a transaction was aborted because of another one. Nothing of it is kept, and
// it will probably succeed if it is run again.
var ErrConflict = errors.New("another transaction was in the way")

// These are the codes of PostgreSQL's errors that are conflicts: deadlocks (40P01), snapshots
// (40001), and two transactions that insert the same row (23505).
var conflicts = []string{"40P01", "40001", "23505"}

const (
	// triesOfConflict is how often a transaction is run if it conflicts each time.
	triesOfConflict = 8
	// conflictPause is the pause before the second try. Each further pause is about twice as long.
	conflictPause = 5 * time.Millisecond
)

// Retry calls fn until it returns no ErrConflict, but at most eight times. It returns the last
// error.
func Retry(ctx context.Context, fn func() error) error {
	pauses := retry.WithMaxRetries(triesOfConflict-1, retry.WithJitterPercent(50, retry.NewExponential(conflictPause)))
	return retry.Do(ctx, pauses, func(context.Context) error {
		err := fn()
		if errors.Is(err, ErrConflict) {
			return retry.RetryableError(err)
		}
		return err
	})
}

// Unavailable reports whether an error says that the database could not be reached, was locked or
// read-only, or had no room. The same transaction may succeed later. Usually nothing of the failed one is
// kept. But one that failed during its commit may have been committed all the same. The key of its request
// tells: the key is stored only if the transaction was committed.
func Unavailable(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return true
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return isUnavailable(refused.Code) && !lacksParameter(refused)
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	if errors.As(err, &connect) || errors.As(err, &network) {
		return true
	}
	return slices.ContainsFunc(connectionErrors, func(lost error) bool { return errors.Is(err, lost) })
}

// connectionErrors say that a connection was lost or does not answer.
var connectionErrors = []error{errSilent, driver.ErrBadConn, net.ErrClosed, io.EOF, io.ErrUnexpectedEOF}

// isUnavailable reports whether a code of PostgreSQL's says that the server cannot work at the
// moment: it has no connection (08) or no room (53), is shut down (57), or is read-only (25006). A
// cancelled statement (57014) says nothing about the server.
func isUnavailable(code string) bool {
	switch code {
	case "57014":
		return false
	case "25006":
		return true
	}
	class := code[:2]
	return slices.Contains([]string{"08", "53", "57"}, class)
}
