package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// An exchange sends a transaction over a connection to a server. Each round trip takes a
// while: so the begin, and statements whose results are not needed, are sent together
// before the next statement whose result is.
type exchange struct {
	conn    *sql.Conn
	pending []statement
	begun   bool // something was sent
}

type statement struct {
	what, query string
	args        []any
}

func (e *exchange) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := e.send(ctx); err != nil {
		return nil, err
	}
	return e.conn.ExecContext(ctx, query, args...)
}

func (e *exchange) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := e.send(ctx); err != nil {
		return nil, err
	}
	return e.conn.QueryContext(ctx, query, args...)
}

// send runs what is pending in one round trip, up to the first that fails. To cancel it
// would break the connection, so no context does.
func (e *exchange) send(ctx context.Context) error {
	if len(e.pending) == 0 {
		return nil
	}
	all := e.pending
	e.pending, e.begun = nil, true
	ctx = context.WithoutCancel(ctx)
	return e.conn.Raw(func(conn any) (err error) {
		var batch pgx.Batch
		for _, s := range all {
			batch.Queue(s.query, s.args...)
		}
		results := conn.(*stdlib.Conn).Conn().SendBatch(ctx, &batch)
		for _, s := range all {
			tag, err := results.Exec()
			if err == nil && s.query == commit && tag.String() != commit {
				err = fmt.Errorf("the server says %s", tag) // it was lost before
			}
			if err != nil {
				_ = results.Close() // its error is the same
				return fmt.Errorf("%s: %w", s.what, err)
			}
		}
		return results.Close()
	})
}

const commit = "COMMIT"

// commit commits, unless there was no statement.
func (e *exchange) commit(ctx context.Context) error {
	if !e.begun && len(e.pending) == 1 {
		return nil
	}
	e.pending = append(e.pending, statement{what: "commit", query: commit})
	return e.send(ctx)
}

// undo rolls back and frees the connection.
func (e *exchange) undo() {
	if e.begun {
		if _, err := e.conn.ExecContext(context.Background(), `ROLLBACK`); err != nil { // it may still be in the transaction
			_ = e.conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}
	_ = e.conn.Close()
}
