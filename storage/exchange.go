package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// An exchange sends the statements of a transaction over a connection to a server. Each round trip
// takes a while. So BEGIN, and statements whose results are not needed at once, are pending until a
// statement comes whose result is needed. All of them travel in one round trip.
type exchange struct {
	conn *pgxpool.Conn
	// answerWithin is how long each answer may take.
	answerWithin time.Duration
	// pending are the statements that wait.
	pending []statement
	// sent counts the statements that were pending and have been sent.
	sent int
}

// A statement is one that waits in an exchange until it is sent.
type statement struct {
	// what says in an error what the statement is for.
	what  string
	query string
	args  []any
	// row is nil if the rows are not wanted.
	row rowFunc
}

// queue makes a statement wait.
func (e *exchange) queue(s statement) { e.pending = append(e.pending, s) }

// nextNumber returns the number of the statement that is queued next. The statements that a transaction queues
// have the numbers 0, 1, 2 and so on.
func (e *exchange) nextNumber() int { return e.sent + len(e.pending) }

// hasSent reports whether the statement with a number was sent.
func (e *exchange) hasSent(number int) bool { return e.sent > number }

// send sends the pending statements, and a last one behind them, in one round trip. It reads the
// results of all but the last.
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
			// Close would return the same error.
			_ = results.Close()
			return nil, fmt.Errorf("%s: %w", s.what, err)
		}
	}
	return results, nil
}

func (e *exchange) exec(ctx context.Context, query string, args []any) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, e.answerWithin)
	defer cancel()
	results, err := e.send(ctx, query, args)
	if err != nil {
		return 0, err
	}
	tag, err := results.Exec()
	closeErr := results.Close()
	if err != nil {
		return 0, err
	}
	if closeErr != nil {
		return 0, closeErr
	}
	if query == commit && tag.String() != commit {
		// The server has rolled back instead, because the transaction had failed before.
		return 0, fmt.Errorf("the server says %s", tag)
	}
	return tag.RowsAffected(), nil
}

func (e *exchange) query(ctx context.Context, query string, args []any, row rowFunc) error {
	ctx, cancel := context.WithTimeout(ctx, e.answerWithin)
	defer cancel()
	results, err := e.send(ctx, query, args)
	if err != nil {
		return err
	}
	return errors.Join(statement{row: row}.read(results), results.Close())
}

// flush sends the pending statements and reads all results. It runs the last of them like a query, with the
// others pending before it.
func (e *exchange) flush(ctx context.Context) error {
	others := len(e.pending) - 1
	last := e.pending[others]
	e.pending = e.pending[:others]
	// The last one was queued, too, and query does not count it.
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

// undo rolls back and releases the connection. If the rollback fails, the connection is still in the
// transaction, and the pool closes it.
func (e *exchange) undo() {
	if e.begun() {
		ctx, cancel := context.WithTimeout(context.Background(), e.answerWithin)
		defer cancel()
		_, _ = e.conn.Exec(ctx, `ROLLBACK`)
	}
	e.conn.Release()
}
