package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

var errReadOnly = errors.New("the database is open to be read only")

// A Tx is a transaction. It is for one goroutine and for no longer than the
// function it was given to.
type Tx struct {
	ctx   context.Context // of the transaction, which ends with it
	q     querier
	write bool
	lost  error // why the transaction has ended early

	locks *locks // on a server; nil: on a file

	process   int64     // the owner of the claims made in it
	committed Committed // what it changes
}

// locks are what a transaction has locked on a server, where several write at the same
// time; nil on a file, where one does. All are free when it ends.
type locks struct {
	keys        []int64 // of advisory locks
	communities []int64
	players     []int64
	read        []Community // as they are while they are locked
}

// forget drops what was read of communities before a statement that may change them.
func (l *locks) forget(statement string) {
	if l != nil && strings.Contains(statement, "communities") {
		l.read = nil
	}
}

// either is the text for a file, or for a server.
func (tx *Tx) either(file, server string) string {
	if tx.locks != nil {
		return server
	}
	return file
}

// querier is what a Tx needs of a connection.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// context is the context of a statement. A write shares its transaction with others, and
// to cancel a statement would roll all of it back: so none is cancelled, and the next one
// fails instead.
func (tx *Tx) context() (context.Context, error) {
	if tx.lost != nil {
		return nil, tx.lost
	}
	if !tx.write {
		return tx.ctx, nil
	}
	return context.WithoutCancel(tx.ctx), tx.ctx.Err()
}

// failed remembers the error of a statement that has ended the whole transaction, and adds
// what the statement was for. A server ends it at any error; SQLite rolls it back by
// itself at some, and later statements would be outside of it.
func (tx *Tx) failed(what string, err error) error {
	ended := tx.locks != nil
	switch code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_CORRUPT:
		ended = ended || tx.write
	}
	err = fmt.Errorf("%s: %w", what, err)
	if ended {
		tx.lost = err
	}
	return err
}

// code is SQLite's primary result code of an error; 0: it is none of SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// exec runs a statement and returns how many rows it changed.
func (tx *Tx) exec(what, query string, args ...any) (int64, error) {
	tx.locks.forget(query)
	ctx, err := tx.context()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	res, err := tx.q.ExecContext(ctx, query, tx.arguments(args)...)
	if err != nil {
		return 0, tx.failed(what, err)
	}
	return res.RowsAffected()
}

// put runs a statement whose result is not needed. On a server it is sent with the next
// one, or with the commit, which then returns its error.
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
	q.pending = append(q.pending, statement{what, query, tx.arguments(args)})
	return nil
}

// arguments converts those of a statement to what the databases take: a time is Unix
// milliseconds, or NULL, a flag is a number. In a text for a server NUL and bytes that are
// not UTF-8 become U+FFFD.
func (tx *Tx) arguments(args []any) []any {
	out := slices.Clone(args)
	for i, a := range args {
		switch v := a.(type) {
		case time.Time:
			out[i] = nil
			if !v.IsZero() {
				out[i] = v.UnixMilli()
			}
		case time.Duration:
			out[i] = v.Milliseconds()
		case reference:
			out[i] = nil
			if v != 0 {
				out[i] = int64(v)
			}
		case bool:
			out[i] = 0
			if v {
				out[i] = 1
			}
		case string:
			if tx.locks != nil {
				out[i] = strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", "\uFFFD")
			}
		}
	}
	return out
}

// list returns all rows of a query. A T is a row, or the value of a single column.
func list[T any](tx *Tx, what, query string, args ...any) ([]T, error) {
	return scan(tx, what, func(t *T) []any {
		if r, ok := any(t).(row); ok {
			return r.columns()
		}
		return []any{t}
	}, query, args...)
}

// get returns the first row of a query, or ErrNotFound.
func get[T any](tx *Tx, what, query string, args ...any) (T, error) {
	return first(list[T](tx, what, query, args...))
}

// first returns the first of the rows of a query, or ErrNotFound.
func first[T any](all []T, err error) (t T, _ error) {
	switch {
	case err != nil:
		return t, err
	case len(all) == 0:
		return t, ErrNotFound
	}
	return all[0], nil
}

// scan returns all rows of a query. The columns of each go where into says.
func scan[T any](tx *Tx, what string, into func(*T) []any, query string, args ...any) (all []T, err error) {
	defer func() {
		if err != nil {
			all, err = nil, tx.failed(what, err)
		}
	}()
	ctx, err := tx.context()
	if err != nil {
		return nil, err
	}
	rows, err := tx.q.QueryContext(ctx, query, tx.arguments(args)...)
	if err != nil {
		return nil, err
	}
	// Rows left open would hold the WAL.
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var t T
		if err := rows.Scan(targets(into(&t))...); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}
