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
// while: so the begin, and statements whose results are not needed, travel with the next
// statement whose result is.
type exchange struct {
	conn    *pgxpool.Conn
	within  time.Duration // the longest that each answer may take
	pending []statement
	sent    int // how many were pending before
}

type statement struct {
	what, query string
	args        []any
	row         func(names []string, values []any) error // nil: its rows are not wanted
}

// send sends what is pending, and a statement behind it, in one round trip. It reads the
// results up to that statement's.
func (e *exchange) send(ctx context.Context, query string, args []any) (pgx.BatchResults, error) {
	all := e.pending
	e.pending, e.sent = nil, e.sent+len(all)
	var batch pgx.Batch
	for _, s := range all {
		batch.Queue(s.query, s.args...)
	}
	batch.Queue(query, args...)
	results := e.conn.SendBatch(ctx, &batch)
	for _, s := range all {
		if err := s.read(results); err != nil {
			_ = results.Close() // its error is the same
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
	if end := results.Close(); err == nil {
		err = end
	}
	if err == nil && query == commit && tag.String() != commit {
		err = fmt.Errorf("the server says %s", tag) // it was lost before
	}
	return tag.RowsAffected(), err
}

func (e *exchange) query(ctx context.Context, query string, args []any, row func(names []string, values []any) error) error {
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
	last := e.pending[len(e.pending)-1]
	e.pending, e.sent = e.pending[:len(e.pending)-1], e.sent+1
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
	var names []string
	for _, f := range rows.FieldDescriptions() {
		names = append(names, f.Name)
	}
	for err == nil && rows.Next() {
		var values []any
		if values, err = rows.Values(); err == nil {
			err = s.row(names, values)
		}
	}
	rows.Close()
	return errors.Join(err, rows.Err())
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
