package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// A Tx is a transaction. It is for one goroutine and for no longer than the
// function it was given to.
type Tx struct {
	ctx   context.Context // of the transaction, which ends with it
	q     querier
	write bool
}

// querier is what a Tx needs of an *sql.Tx.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Write runs fn in a transaction that may change things, and commits. If fn
// returns an error or panics, or ctx ends, nothing of it is kept. Writers queue
// for the one connection: fn must not call Write, and should not wait for
// anything but the database.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return run(ctx, s.writer, true, fn)
}

// Read runs fn on one snapshot of the database, which other transactions do
// not change and do not wait for.
func (s *Store) Read(ctx context.Context, fn func(tx *Tx) error) error {
	return run(ctx, s.readers, false, fn)
}

func run(ctx context.Context, db *sql.DB, write bool, fn func(tx *Tx) error) (err error) {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: !write})
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	done := false
	defer func() {
		if done {
			return
		}
		// After a panic err is nil and the panic goes on. A transaction that
		// ctx has ended is rolled back already.
		if e := tx.Rollback(); e != nil && !errors.Is(e, sql.ErrTxDone) {
			err = errors.Join(err, fmt.Errorf("roll back: %w", e))
		}
	}()
	if err := fn(&Tx{ctx: ctx, q: tx, write: write}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
			err = ctx.Err() // what rolled it back
		}
		return fmt.Errorf("commit: %w", err)
	}
	done = true
	return nil
}

// exec runs a statement and tells how many rows it changed.
func (tx *Tx) exec(what, query string, args ...any) (int64, error) {
	res, err := tx.q.ExecContext(tx.ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return n, nil
}

// A scan reads the columns of a row.
type scan func(dest ...any) error

// list returns all rows of a query.
func list[T any](tx *Tx, what string, read func(scan) (T, error), query string, args ...any) ([]T, error) {
	all, err := rows(tx, read, query, args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return all, nil
}

func rows[T any](tx *Tx, read func(scan) (T, error), query string, args []any) (all []T, err error) {
	rows, err := tx.q.QueryContext(tx.ctx, query, args...)
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
