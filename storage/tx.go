package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// A Tx is a transaction. It is for one goroutine and for no longer than the
// function it was given to.
type Tx struct {
	ctx   context.Context // of the transaction, which ends with it
	q     querier
	write bool
	lost  error // why the transaction is gone

	locks *locks // on a server; nil: on a file

	process   int64     // the owner of the claims made in it
	committed Committed // what it changes
}

// querier is what a Tx needs of a connection.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// endsAll tells whether an error of a statement ends the whole transaction: SQLite
// rolls it back by itself, and what came after would be outside of it.
func endsAll(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_CORRUPT:
		return true
	}
	return false
}

// context is that of a statement. In a transaction that others share none is
// broken off, for that would roll back all of it; the next one fails instead.
func (tx *Tx) context() (context.Context, error) {
	if tx.lost != nil {
		return nil, tx.lost
	}
	if !tx.write {
		return tx.ctx, nil
	}
	return context.WithoutCancel(tx.ctx), tx.ctx.Err()
}

// failed notes the error of a statement and adds what was being done.
func (tx *Tx) failed(what string, err error) error {
	err = fmt.Errorf("%s: %w", what, err)
	if tx.locks != nil || tx.write && endsAll(err) { // a server ends it at any error
		tx.lost = err
	}
	return err
}

// exec runs a statement and tells how many rows it changed.
func (tx *Tx) exec(what, query string, args ...any) (int64, error) {
	tx.locks.forget(query)
	ctx, err := tx.context()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	if args, err = tx.arguments(args); err != nil {
		return 0, tx.failed(what, err)
	}
	res, err := tx.q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.failed(what, err)
	}
	return res.RowsAffected()
}

// put runs a statement of which nothing is asked but that it succeeds. On a server it
// goes with the next one, or with the commit: what fails is told there.
func (tx *Tx) put(what, query string, args ...any) error {
	q, ok := tx.q.(*exchange)
	if !ok || !tx.write { // a read is refused it at once
		_, err := tx.exec(what, query, args...)
		return err
	}
	tx.locks.forget(query)
	if _, err := tx.context(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	args, err := tx.arguments(args)
	if err != nil {
		return tx.failed(what, err)
	}
	q.later(what, query, args)
	return nil
}

// arguments are those of a statement as the database takes them.
func (tx *Tx) arguments(args []any) ([]any, error) {
	if tx.locks == nil {
		return args, nil
	}
	return arguments(args)
}

// A scan reads the columns of a row.
type scan func(dest ...any) error

// list returns all rows of a query.
func list[T any](tx *Tx, what string, read func(scan) (T, error), query string, args ...any) ([]T, error) {
	all, err := rows(tx, read, query, args)
	if err != nil {
		return nil, tx.failed(what, err)
	}
	return all, nil
}

func rows[T any](tx *Tx, read func(scan) (T, error), query string, args []any) (all []T, err error) {
	ctx, err := tx.context()
	if err != nil {
		return nil, err
	}
	if args, err = tx.arguments(args); err != nil {
		return nil, err
	}
	rows, err := tx.q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	// Rows left open would hold the WAL.
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		t, err := read(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// get returns the first row of a query, or ErrNotFound.
func get[T any](tx *Tx, what string, read func(scan) (T, error), query string, args ...any) (T, error) {
	var none T
	all, err := list(tx, what, read, query, args...)
	if err != nil {
		return none, err
	}
	if len(all) == 0 {
		return none, ErrNotFound
	}
	return all[0], nil
}

// one reads a row of a single column.
func one[T any](scan scan) (t T, err error) {
	err = scan(&t)
	return t, err
}

// instant is a time in the database: Unix milliseconds, NULL for the zero Time.
type instant time.Time

func (i instant) Value() (driver.Value, error) {
	if time.Time(i).IsZero() {
		return nil, nil
	}
	return time.Time(i).UnixMilli(), nil
}

func (i *instant) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*i = instant{}
	case int64:
		*i = instant(time.UnixMilli(v).UTC())
	default:
		return fmt.Errorf("a time is stored as %T", src)
	}
	return nil
}

// reference is a row number in the database, NULL for 0.
type reference int64

func (r reference) Value() (driver.Value, error) {
	if r == 0 {
		return nil, nil
	}
	return int64(r), nil
}

func (r *reference) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*r = 0
	case int64:
		*r = reference(v)
	default:
		return fmt.Errorf("a row number is stored as %T", src)
	}
	return nil
}

// optional is text in the database, NULL for nil.
type optional []byte

func (o optional) Value() (driver.Value, error) {
	if o == nil {
		return nil, nil
	}
	return string(o), nil
}

func (o *optional) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*o = nil
	case string:
		*o = optional(v)
	case []byte:
		*o = append(optional{}, v...)
	default:
		return fmt.Errorf("a text is stored as %T", src)
	}
	return nil
}
