package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// An exchange sends a transaction over a connection to a server. Each round trip takes a
// while: so the begin, and statements whose results are not needed at once, travel with the next
// statement whose result is.
type exchange struct {
	conn *pgxpool.Conn
	// within is the longest that each answer may take.
	within time.Duration
	// pending are the statements that wait, and sent counts those that have waited.
	pending []statement
	sent    int
}

// A statement is one that waits.
type statement struct {
	what, query string
	args        []any
	// row is nil if the rows are not wanted.
	row rowFunc
}

// send sends what is pending, and a statement behind it, in one round trip. It reads the
// results up to that statement's.
func (e *exchange) send(ctx context.Context, query string, args []any) (pgx.BatchResults, error) {
	all := e.pending
	e.pending = nil
	e.sent += len(all)
	var batch pgx.Batch
	for _, s := range all {
		batch.Queue(s.query, s.args...)
	}
	batch.Queue(query, args...)
	results := e.conn.SendBatch(ctx, &batch)
	for _, s := range all {
		if err := s.read(results); err != nil {
			// The error of Close is the same.
			_ = results.Close()
			return nil, fmt.Errorf("%s: %w", s.what, err)
		}
	}
	return results, nil
}

func (e *exchange) exec(ctx context.Context, query string, args []any) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, e.within)
	defer cancel()
	results, err := e.send(ctx, query, args)
	if err != nil {
		return 0, err
	}
	tag, err := results.Exec()
	closed := results.Close()
	if err != nil {
		return 0, err
	}
	if closed != nil {
		return 0, closed
	}
	if query == commit && tag.String() != commit {
		// The transaction was lost before.
		return 0, fmt.Errorf("the server says %s", tag)
	}
	return tag.RowsAffected(), nil
}

func (e *exchange) query(ctx context.Context, query string, args []any, row rowFunc) error {
	ctx, cancel := context.WithTimeout(ctx, e.within)
	defer cancel()
	results, err := e.send(ctx, query, args)
	if err != nil {
		return err
	}
	return errors.Join(statement{row: row}.read(results), results.Close())
}

// flush sends what is pending, and reads all results.
func (e *exchange) flush(ctx context.Context) error {
	others := len(e.pending) - 1
	last := e.pending[others]
	e.pending = e.pending[:others]
	e.sent++
	return e.query(ctx, last.query, last.args, last.row)
}

// read reads the results of a statement.
func (s statement) read(results pgx.BatchResults) error {
	if s.row == nil {
		_, err := results.Exec()
		return err
	}
	rows, err := results.Query()
	if err != nil {
		return err
	}
	err = s.readRows(rows)
	rows.Close()
	return errors.Join(err, rows.Err())
}

func (s statement) readRows(rows pgx.Rows) error {
	var names []string
	for _, f := range rows.FieldDescriptions() {
		names = append(names, f.Name)
	}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		if err := s.row(names, values); err != nil {
			return err
		}
	}
	return nil
}

const commit = "COMMIT"

// begun reports whether the server is in a transaction.
func (e *exchange) begun() bool { return e.conn.Conn().PgConn().TxStatus() != 'I' }

// undo rolls back and frees the connection. The pool closes one that is still in the
// transaction.
func (e *exchange) undo() {
	if e.begun() {
		ctx, cancel := context.WithTimeout(context.Background(), e.within)
		defer cancel()
		_, _ = e.conn.Exec(ctx, `ROLLBACK`)
	}
	e.conn.Release()
}
