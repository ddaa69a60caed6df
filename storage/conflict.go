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

// ErrConflict says that a transaction gave way to another: nothing of it is kept, and it
// will probably succeed if it is done again.
var ErrConflict = errors.New("another transaction was in the way")

// The codes of PostgreSQL's errors that are conflicts: deadlocks (40P01), snapshots
// (40001), and two transactions that insert the same row (23505).
var conflicts = []string{"40P01", "40001", "23505"}

const (
	// triesOfConflict is how often something is tried that conflicts each time.
	triesOfConflict = 8
	// conflictPause is the pause before the second try; each further one is about twice
	// as long.
	conflictPause = 5 * time.Millisecond
)

// Retry calls fn, and again while it returns ErrConflict, eight times at most. The
// last error is returned.
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

// Unavailable reports whether an error says that the database could not be reached, was
// locked or had no room, so that the same may succeed later. Nothing of the transaction is
// kept, unless it was about to be committed: then the key of its request tells.
func Unavailable(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return true
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return isUnavailable(refused.Code)
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

// isUnavailable reports whether a code of PostgreSQL's says that a server cannot do what it is asked
// for at the moment: it has no connection (08) or no room (53), is shut down (57), or is read-only
// (25006). A statement that was cancelled (57014) is no such case.
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
