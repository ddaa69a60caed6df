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

	declared   []Table   // what becomes of the rows of all tables
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

// Exec runs a statement whose result is not needed. On a server it travels with the next
// statement or with the commit, which then returns its error. To learn what a statement
// changed, use List with RETURNING.
func (tx *Tx) Exec(what, query string, args ...any) error {
	queued, err := tx.queue(what, query, args, nil)
	if queued {
		return err
	}
	_, err = tx.exec(what, query, args...)
	return err
}

// Insert runs an INSERT into a table whose ID is a row number, and returns the new row's.
func (tx *Tx) Insert(what, query string, args ...any) (int64, error) {
	if tx.server {
		return Get[int64](tx, what, query+` RETURNING id`, args...)
	}
	// With RETURNING, SQLite would plan for scans of all tables that refer to this one.
	_, err := tx.exec(what, query, args...)
	if err != nil {
		return 0, err
	}
	return Get[int64](tx, what, `SELECT last_insert_rowid()`)
}

// List returns all rows of a query. A T is the value of a single column, or a struct whose
// fields are the columns in their order.
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

// A Queued is a query whose rows are asked for later.
type Queued[T any] struct {
	tx     *Tx
	what   string
	number int // of the statement among those sent to a server
	rows   []T
	err    error
}

// Queue is List for rows that are needed a little later: on a server the query travels with
// the next statement, so that two need one round trip.
func Queue[T any](tx *Tx, what, query string, args ...any) *Queued[T] {
	q := &Queued[T]{tx: tx, what: what}
	if e, ok := tx.q.(*exchange); ok {
		q.number = e.sent + len(e.pending)
	}
	q.err = queueRows(tx, what, query, args, func(row T) error {
		q.rows = append(q.rows, row)
		return nil
	})
	return q
}

// List returns the rows. It sends the query if it still waits.
func (q *Queued[T]) List() ([]T, error) {
	if q.err != nil {
		return nil, q.err
	}
	e, ok := q.tx.q.(*exchange)
	isSent := !ok || e.sent > q.number
	if isSent {
		return q.rows, nil
	}
	q.err = q.tx.lost
	if q.err == nil {
		q.err = e.flush(context.WithoutCancel(q.tx.ctx))
	}
	if q.err != nil {
		q.err = q.tx.failed(q.what, q.err)
		return nil, q.err
	}
	return q.rows, nil
}

// Get returns the first row, or ErrNotFound.
func (q *Queued[T]) Get() (T, error) {
	rows, err := q.List()
	if err != nil {
		var none T
		return none, err
	}
	return firstRow(rows)
}

// queueRows calls row with each row of a query. On a server the query is sent as Exec's are,
// and an error of row ends the transaction.
func queueRows[T any](tx *Tx, what, query string, args []any, row func(T) error) error {
	read := func(_ []string, values []any) error {
		t, err := rowOf[T](values)
		if err != nil {
			return err
		}
		return row(t)
	}
	queued, err := tx.queue(what, query, args, read)
	if queued {
		return err
	}
	return tx.each(what, query, args, read)
}

// queue has a statement wait for the next one, and reports whether it does. On a file none
// waits, nor does one that writes where nothing may be written.
func (tx *Tx) queue(what, query string, args []any, row func(names []string, values []any) error) (bool, error) {
	e, ok := tx.q.(*exchange)
	if !ok {
		return false, nil
	}
	isWrite := row == nil
	if isWrite && !tx.write {
		return false, nil
	}
	_, args, err := tx.ready(query, args)
	if err != nil {
		return true, fmt.Errorf("%s: %w", what, err)
	}
	e.pending = append(e.pending, statement{what: what, query: query, args: args, row: row})
	return true, nil
}

// putAll runs statements with the same arguments, in their order.
func (tx *Tx) putAll(what string, args []any, queries ...string) error {
	for _, query := range queries {
		if err := tx.Exec(what, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// A Reference is a row number in the database, NULL for 0.
type Reference int64

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
		case Reference:
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

// rowOf makes a row of its values.
func rowOf[T any](values []any) (t T, _ error) {
	rest, err := assign(reflect.ValueOf(&t).Elem(), values)
	if err != nil {
		return t, err
	}
	if len(rest) > 0 {
		return t, fmt.Errorf("%d columns are left over by a %T", len(rest), t)
	}
	return t, nil
}

// touch notes that people may see something otherwise once the transaction is committed.
func (tx *Tx) Touch(kind TouchKind, id int64) {
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
