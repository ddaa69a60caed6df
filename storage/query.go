package storage

import (
	"context"
	"errors"
	"fmt"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// Found is called with the results of a method that looks for one row, such as Get. It turns ErrNotFound
// into ok = false. Any other error stays an error.
func Found[T any](row T, err error) (_ T, ok bool, _ error) {
	if errors.Is(err, ErrNotFound) {
		return row, false, nil
	}
	if err != nil {
		return row, false, err
	}
	return row, true, nil
}

// Exec runs a statement whose result is not needed. On a server the statement travels with
// the next one, or with the commit, which then returns its error. To find out what a
// statement has changed, use List with RETURNING.
func (tx *Tx) Exec(what, query string, args ...any) error {
	// In a transaction that only reads, the statement is not queued: it has to fail at once.
	e := tx.exchange()
	if e != nil && tx.write {
		return tx.queue(e, statement{what: what, query: query, args: args})
	}
	_, err := tx.exec(what, query, args...)
	return err
}

// Insert runs an INSERT of one row into a table whose ID is a row number, and returns that ID.
func (tx *Tx) Insert(what, query string, args ...any) (int64, error) {
	if tx.server {
		return Get[int64](tx, what, query+` RETURNING id`, args...)
	}
	// SQLite does without RETURNING, since that would add scans of all tables that refer to this one to
	// its plan.
	_, err := tx.exec(what, query, args...)
	if err != nil {
		return 0, err
	}
	return Get[int64](tx, what, `SELECT last_insert_rowid()`)
}

// List returns all rows of a query. If a row has one column, T is the type of its value. Otherwise T
// is a struct whose fields are the columns in their order.
func List[T any](tx *Tx, what, query string, args ...any) ([]T, error) {
	var all []T
	err := tx.each(what, query, args, func(_ []string, values []any) error {
		t, err := rowOf[T](values)
		all = append(all, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Get returns the first row of a query, or ErrNotFound.
func Get[T any](tx *Tx, what, query string, args ...any) (T, error) {
	all, err := List[T](tx, what, query, args...)
	if err != nil {
		var none T
		return none, err
	}
	return firstRow(all)
}

// firstRow returns the first of some rows, or ErrNotFound.
func firstRow[T any](rows []T) (T, error) {
	if len(rows) == 0 {
		var none T
		return none, ErrNotFound
	}
	return rows[0], nil
}

// execAll runs statements with the same arguments, in their order.
func (tx *Tx) execAll(what string, args []any, queries ...string) error {
	for _, query := range queries {
		if err := tx.Exec(what, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// A Query is the future result of a query that was queued.
type Query[T any] struct {
	tx   *Tx
	what string
	// number is the query's place among all statements that the transaction has queued, counted from 0.
	number int
	rows   []T
	err    error
}

// Queue is List for rows that are needed a little later: on a server the query travels with the next
// statement, so that both need only one round trip.
func Queue[T any](tx *Tx, what, query string, args ...any) *Query[T] {
	q := &Query[T]{tx: tx, what: what}
	if e := tx.exchange(); e != nil {
		q.number = e.nextNumber()
	}
	q.err = queueRows(tx, what, query, args, func(row T) error {
		q.rows = append(q.rows, row)
		return nil
	})
	return q
}

// List returns the rows. If the query is still queued, List sends it.
func (q *Query[T]) List() ([]T, error) {
	if q.err != nil {
		return nil, q.err
	}
	e := q.tx.exchange()
	if e == nil || e.hasSent(q.number) {
		return q.rows, nil
	}
	q.err = q.send(e)
	if q.err != nil {
		return nil, q.err
	}
	return q.rows, nil
}

// send sends all queued statements, the query among them.
func (q *Query[T]) send(e *exchange) error {
	if q.tx.lost != nil {
		return fmt.Errorf("%s: %w", q.what, q.tx.lost)
	}
	err := e.flush(context.WithoutCancel(q.tx.ctx))
	if err != nil {
		return q.tx.noteFailure(q.what, err)
	}
	return nil
}

// Get returns the first row, or ErrNotFound.
func (q *Query[T]) Get() (T, error) {
	rows, err := q.List()
	if err != nil {
		var none T
		return none, err
	}
	return firstRow(rows)
}

// queueRows calls row with each row of a query. On a server the query travels with the next statement
// that needs its result, and row is called then. An error of row ends the transaction.
func queueRows[T any](tx *Tx, what, query string, args []any, row func(T) error) error {
	read := func(_ []string, values []any) error {
		t, err := rowOf[T](values)
		if err != nil {
			return err
		}
		return row(t)
	}
	if e := tx.exchange(); e != nil {
		return tx.queue(e, statement{what: what, query: query, args: args, row: read})
	}
	return tx.each(what, query, args, read)
}

// exchange returns the exchange that sends the transaction's statements to a server and can queue them. It
// returns nil if each statement must run at once: on a file, and after Explain.
func (tx *Tx) exchange() *exchange {
	e, _ := tx.q.(*exchange)
	return e
}

// queue queues a statement in an exchange.
func (tx *Tx) queue(e *exchange, s statement) error {
	_, args, err := tx.prepare(s.query, s.args)
	if err != nil {
		return fmt.Errorf("%s: %w", s.what, err)
	}
	s.args = args
	e.queue(s)
	return nil
}
