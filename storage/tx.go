package storage

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// Found is for what may be missing: ok reports whether there is such a row, and only
// another error is left.
func Found[T any](row T, err error) (_ T, ok bool, _ error) {
	if errors.Is(err, ErrNotFound) {
		return row, false, nil
	}
	return row, err == nil, err
}

// errSilent means that a server has not answered, nor refused to.
var errSilent = errors.New("the server does not answer")

var errReadOnly = errors.New("the database is open to be read only")

// A Tx is a transaction. It is for one goroutine and for no longer than the
// function it was given to.
type Tx struct {
	ctx    context.Context // of the transaction, which ends with it
	q      querier
	write  bool
	server bool        // the database is on a server
	locks  *locks      // nil: no other transaction that it sees writes at the same time
	known  []Community // that were read, and that only this transaction changes
	lost   error       // why the transaction has ended early

	process    int64     // the owner of the claims made in it
	statements int       // how many it has made
	committed  Committed // what it changes
}

// locks are what a transaction that writes has locked on a server, where several do at the
// same time. All are free when it ends.
type locks struct {
	keys        []int64 // of advisory locks
	communities []int64
	players     []int64
}

// either is the text for a file, or for a server.
func (tx *Tx) either(file, server string) string {
	if tx.server {
		return server
	}
	return file
}

// querier is what a Tx needs of a connection.
type querier interface {
	exec(ctx context.Context, query string, args []any) (changed int64, err error)
	query(ctx context.Context, query string, args []any, row func(names []string, values []any) error) error
}

// failed remembers the error of a statement that has ended the whole transaction, and adds
// what the statement was for. A server ends it at any error; SQLite rolls it back by
// itself at some, and later statements would be outside of it.
func (tx *Tx) failed(what string, err error) error {
	ended := tx.server
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
	ctx, args, err := tx.ready(query, args)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	changed, err := tx.q.exec(ctx, query, args)
	if err != nil {
		return 0, tx.failed(what, err)
	}
	return changed, nil
}

// put runs a statement whose result is not needed. On a server it is sent with the next
// one, or with the commit, which then returns its error.
func (tx *Tx) put(what, query string, args ...any) error {
	waits, err := tx.delay(what, query, args, nil)
	if !waits {
		_, err = tx.exec(what, query, args...)
	}
	return err
}

// later is list for rows that are not needed before the commit: on a server it is sent as
// put sends. An error of row ends the transaction.
func later[T any](tx *Tx, what, query string, args []any, row func(T) error) error {
	read := func(_ []string, values []any) error {
		t, err := rowOf[T](values)
		if err == nil {
			err = row(t)
		}
		return err
	}
	waits, err := tx.delay(what, query, args, read)
	if !waits {
		err = tx.each(what, query, args, read)
	}
	return err
}

// soon is list for rows that are not needed at once: on a server the query travels with the
// next one. The function that it returns gives the rows, and sends what still waits.
func soon[T any](tx *Tx, what, query string, args ...any) func() ([]T, error) {
	var all []T
	number := 0 // of the statement, on a server
	if q, ok := tx.q.(*exchange); ok {
		number = q.sent + len(q.pending)
	}
	err := later(tx, what, query, args, func(t T) error {
		all = append(all, t)
		return nil
	})
	return func() ([]T, error) {
		if q, ok := tx.q.(*exchange); ok && err == nil && q.sent <= number {
			if err = tx.lost; err == nil {
				err = q.flush(context.WithoutCancel(tx.ctx))
			}
			if err != nil {
				err = tx.failed(what, err)
			}
		}
		return all, err
	}
}

// firstOf is the first of the rows that a function returns, or ErrNotFound.
func firstOf[T any](rows func() ([]T, error)) func() (T, error) {
	return func() (t T, _ error) {
		all, err := rows()
		if err == nil && len(all) == 0 {
			err = ErrNotFound
		}
		if err != nil {
			return t, err
		}
		return all[0], nil
	}
}

// delay has a statement wait for the next one, and reports whether it does: on a file none
// does, nor one that writes where nothing may be written.
func (tx *Tx) delay(what, query string, args []any, row func(names []string, values []any) error) (waits bool, err error) {
	q, ok := tx.q.(*exchange)
	if !ok || !tx.write && row == nil {
		return false, nil
	}
	if _, args, err = tx.ready(query, args); err != nil {
		return true, fmt.Errorf("%s: %w", what, err)
	}
	q.pending = append(q.pending, statement{what, query, args, row})
	return true, nil
}

// putAll runs statements with the same arguments, in their order.
func (tx *Tx) putAll(what string, args []any, queries ...string) error {
	for _, query := range queries {
		if err := tx.put(what, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// A reference is a row number in the database, NULL for 0.
type reference int64

// parameters is a list of so many parameters of a statement, from number first on.
func parameters(first, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("$%d", first+i))
	}
	return strings.Join(all, ", ")
}

// ready returns the context of a statement, and its arguments as the databases take them:
// a time is Unix milliseconds, or NULL, a flag is a number. In a text for a server NUL and
// bytes that are not UTF-8 become U+FFFD.
//
// A write shares its transaction with others, and to cancel a statement would roll all of
// it back: so none is cancelled, and the next one fails instead.
func (tx *Tx) ready(query string, args []any) (context.Context, []any, error) {
	ctx, err := tx.ctx, tx.lost
	if tx.write && err == nil {
		ctx, err = context.WithoutCancel(ctx), ctx.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	tx.statements++
	if slices.ContainsFunc(changesCommunities, func(start string) bool { return strings.Contains(query, start) }) {
		tx.known = nil
	}
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
			if tx.server {
				out[i] = strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", "\uFFFD")
			}
		}
	}
	return ctx, out, nil
}

// changesCommunities are how statements begin that change communities.
var changesCommunities = []string{"UPDATE communities", "INTO communities", "DELETE FROM communities"}

// each calls row with the values of each row of a query, and the names of its columns.
func (tx *Tx) each(what, query string, args []any, row func(names []string, values []any) error) error {
	ctx, args, err := tx.ready(query, args)
	if err == nil {
		err = tx.q.query(ctx, query, args, row)
	}
	if err != nil {
		return tx.failed(what, err)
	}
	return nil
}

// assign puts the values of a row where they belong, in v or, if that is a struct, in its fields
// in their order, and returns those that are left. NULL leaves zero; a time is Unix
// milliseconds, and a flag a number.
func assign(v reflect.Value, values []any) (rest []any, err error) {
	if v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]() {
		for i := 0; i < v.NumField() && len(values) > 0 && err == nil; i++ {
			values, err = assign(v.Field(i), values)
		}
		return values, err
	}
	value, rest := values[0], values[1:]
	if sum, ok := value.(pgtype.Numeric); ok { // of whole numbers, on a server
		n, err := sum.Int64Value()
		if err != nil {
			return nil, err
		}
		value = n.Int64
	}
	from, to := reflect.ValueOf(value), v.Type()
	switch {
	case value == nil:
	case from.CanInt() && to == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.UnixMilli(from.Int()).UTC()))
	case from.CanInt() && to == reflect.TypeFor[time.Duration]():
		v.SetInt(from.Int() * int64(time.Millisecond))
	case from.CanInt() && to.Kind() == reflect.Bool:
		v.SetBool(from.Int() != 0)
	case !from.CanConvert(to) || from.CanInt() && to.Kind() == reflect.String:
		return nil, fmt.Errorf("a %s is stored as %T", to, value)
	default:
		v.Set(from.Convert(to))
	}
	return rest, nil
}

// list returns all rows of a query. A T is the value of a single column, or a struct whose
// fields are the columns in their order.
func list[T any](tx *Tx, what, query string, args ...any) (all []T, err error) {
	err = tx.each(what, query, args, func(_ []string, values []any) error {
		t, err := rowOf[T](values)
		all = append(all, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// rowOf makes a row of its values.
func rowOf[T any](values []any) (t T, _ error) {
	rest, err := assign(reflect.ValueOf(&t).Elem(), values)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d columns are left over by a %T", len(rest), t)
	}
	return t, err
}

// get returns the first row of a query, or ErrNotFound.
func get[T any](tx *Tx, what, query string, args ...any) (T, error) {
	return firstOf(func() ([]T, error) { return list[T](tx, what, query, args...) })()
}

// touch notes that people may see something otherwise once the transaction is committed.
func (tx *Tx) touch(kind TouchKind, id int64) {
	if t := (Touch{kind, id}); id != 0 && !slices.Contains(tx.committed.Touched, t) {
		tx.committed.Touched = append(tx.committed.Touched, t)
	}
}

// kin is a subquery that returns a player, whose ID is a parameter or a column, and those they
// are linked with: they are one person.
func kin(id string) string {
	id = `CAST(` + id + ` AS BIGINT)`
	return `(SELECT ` + id + ` UNION SELECT theirs.player_id FROM links mine JOIN links theirs ON theirs.person_id = mine.person_id WHERE mine.player_id = ` + id + `)`
}
