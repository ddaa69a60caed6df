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

// Found takes the results of a method that looks for one row, such as Get. ok reports whether there is
// such a row: ErrNotFound becomes false, and any other error stays an error.
func Found[T any](row T, err error) (_ T, ok bool, _ error) {
	if errors.Is(err, ErrNotFound) {
		return row, false, nil
	}
	if err != nil {
		return row, false, err
	}
	return row, true, nil
}

// errDoubt means that it is unknown whether a transaction was committed.
var errDoubt = errors.New("it may have been committed")

// IsInDoubt reports whether an error of Write or Commit leaves it unknown whether the transaction was committed.
func IsInDoubt(err error) bool { return errors.Is(err, errDoubt) }

// errSilent means that a server gives no answer at all.
var errSilent = errors.New("the server does not answer")

var errReadOnly = errors.New("the database is open to be read only")

// A Tx is a transaction. It is for one goroutine and for no longer than the
// function it was given to.
type Tx struct {
	// ctx is the context given to Write, Read or Look.
	ctx   context.Context
	q     querier
	write bool
	// server reports whether the database is on a server.
	server bool
	// locks is nil if the transaction needs none: on a file, and when it only reads.
	locks *locks
	// known are communities that were read under a lock: only this transaction can change them.
	known []Community
	// lost is the error that ended the transaction early; nil: it goes on.
	lost error

	declared declarations
	// process is the owner of the claims that the transaction makes.
	process int64
	// event is the key of the event whose request the transaction carries out; empty: no event.
	event string
	// statements counts the statements so far.
	statements int
	// committed is what OnCommit tells when the transaction is committed.
	committed Committed
}

// locks are what a transaction has locked on a server, where several write at the same time. The
// server frees them when the transaction ends.
type locks struct {
	// keys are the numbers of advisory locks.
	keys        []int64
	communities []int64
	players     []int64
}

func (l *locks) hasKey(key int64) bool { return slices.Contains(l.keys, key) }

// hasCommunity reports whether a community is locked. Community 0 is none, and needs no lock.
func (l *locks) hasCommunity(id int64) bool { return id == 0 || slices.Contains(l.communities, id) }

// hasPlayer reports whether a player is locked. Player 0 is none, and needs no lock.
func (l *locks) hasPlayer(id int64) bool { return id == 0 || slices.Contains(l.players, id) }

// querier is what a Tx needs of a connection.
type querier interface {
	exec(ctx context.Context, query string, args []any) (changed int64, err error)
	query(ctx context.Context, query string, args []any, row rowFunc) error
}

// failed adds the purpose of a statement to its error. A server ends the whole transaction at
// any error, and SQLite ends it at some errors. Then failed sets tx.lost, so that no later
// statement runs outside the transaction.
func (tx *Tx) failed(what string, err error) error {
	endsOnFile := tx.write && rollsBack(code(err))
	err = fmt.Errorf("%s: %w", what, err)
	if tx.server || endsOnFile {
		tx.lost = err
	}
	return err
}

// rollsBack reports whether SQLite itself rolls a transaction back at an error with this code.
func rollsBack(code int) bool {
	switch code {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM,
		sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_CORRUPT:
		return true
	}
	return false
}

// code returns SQLite's primary result code of an error, 0 if the error is not SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// exec runs a statement and returns how many rows it changed.
func (tx *Tx) exec(what, query string, args ...any) (int64, error) {
	ctx, args, err := tx.prepare(query, args)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	changed, err := tx.q.exec(ctx, query, args)
	if err != nil {
		return 0, tx.failed(what, err)
	}
	return changed, nil
}

// Exec runs a statement whose result is not needed. On a server the statement travels with
// the next one, or with the commit, which then returns its error. To find out what a
// statement has changed, use List with RETURNING.
func (tx *Tx) Exec(what, query string, args ...any) error {
	queued, err := tx.queue(what, query, args, nil)
	if queued {
		return err
	}
	_, err = tx.exec(what, query, args...)
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

// A Query is the future result of a query that was queued.
type Query[T any] struct {
	tx   *Tx
	what string
	// number is how many statements of the transaction were queued before the query. The query was sent
	// if the exchange has sent more statements than that.
	number int
	rows   []T
	err    error
}

// Queue is List for rows that are needed a little later: on a server the query travels with the next
// statement, so that both need only one round trip.
func Queue[T any](tx *Tx, what, query string, args ...any) *Query[T] {
	q := &Query[T]{tx: tx, what: what}
	if e, ok := tx.q.(*exchange); ok {
		q.number = e.sent + len(e.pending)
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
	e, ok := q.tx.q.(*exchange)
	isSent := !ok || e.sent > q.number
	if isSent {
		return q.rows, nil
	}
	q.err = q.send(e)
	if q.err != nil {
		return nil, q.err
	}
	return q.rows, nil
}

// send sends all queued statements.
func (q *Query[T]) send(e *exchange) error {
	if q.tx.lost != nil {
		return q.tx.failed(q.what, q.tx.lost)
	}
	err := e.flush(context.WithoutCancel(q.tx.ctx))
	if err != nil {
		return q.tx.failed(q.what, err)
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
	queued, err := tx.queue(what, query, args, read)
	if queued {
		return err
	}
	return tx.each(what, query, args, read)
}

// queue queues a statement if it can, and reports whether it did. On a file nothing is queued. A
// statement that writes is not queued, either, in a transaction that only reads: the caller runs it,
// and it fails at once.
func (tx *Tx) queue(what, query string, args []any, row rowFunc) (bool, error) {
	e, ok := tx.q.(*exchange)
	if !ok {
		return false, nil
	}
	isWrite := row == nil
	if isWrite && !tx.write {
		return false, nil
	}
	_, args, err := tx.prepare(query, args)
	if err != nil {
		return true, fmt.Errorf("%s: %w", what, err)
	}
	e.pending = append(e.pending, statement{what: what, query: query, args: args, row: row})
	return true, nil
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

// A Reference is a row number that is NULL in the database if it is 0.
type Reference int64

// Bigints returns a row of a VALUES clause with count parameters, which are numbers. The statement already
// has the parameters up to $used, so the first of the new ones is the next: Bigints(2, 2) is
// "(CAST($3 AS BIGINT), CAST($4 AS BIGINT))".
func Bigints(used, count int) string { return "(" + bigints(used, count) + ")" }

// bigints lists the parameters of Bigints without the parentheses.
func bigints(used, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("CAST($%d AS BIGINT)", used+i+1))
	}
	return strings.Join(all, ", ")
}

// Parameters lists count parameters of a statement. The first of them has the number first:
// Parameters(3, 2) is "$3, $4".
func Parameters(first, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("$%d", first+i))
	}
	return strings.Join(all, ", ")
}

// prepare returns the context in which a statement runs, and its arguments as the databases take
// them. Each statement passes through it.
//
// On a file several calls of Write share a transaction, and cancelling one statement would undo all
// of them. So a statement of a Write is never cancelled. When its context ends, the next statement
// fails.
func (tx *Tx) prepare(query string, args []any) (context.Context, []any, error) {
	if tx.lost != nil {
		return nil, nil, tx.lost
	}
	ctx := tx.ctx
	if tx.write {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		ctx = context.WithoutCancel(ctx)
	}
	tx.statements++
	if mayWrite(query, "communities") {
		tx.known = nil
	}
	stored := make([]any, len(args))
	for i, a := range args {
		stored[i] = tx.argument(a)
	}
	return ctx, stored, nil
}

// argument returns an argument of a statement as the databases take it: a time is Unix
// milliseconds, or NULL, and a flag is a number. In a text for a server NUL and bytes that are not
// UTF-8 become U+FFFD.
func (tx *Tx) argument(a any) any {
	switch v := a.(type) {
	case time.Time:
		if v.IsZero() {
			return nil
		}
		return v.UnixMilli()
	case time.Duration:
		return v.Milliseconds()
	case Reference:
		if v == 0 {
			return nil
		}
		return int64(v)
	case bool:
		if v {
			return 1
		}
		return 0
	case string:
		if tx.server {
			return strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", "\uFFFD")
		}
	}
	return a
}

// mayWrite reports whether a statement may change a table. A SELECT changes none. INSERT INTO, UPDATE
// and DELETE FROM change only the table that they name. They change no other by a foreign key, since the
// schema has none that does so. Its triggers may be ignored: they change only the table players, and
// columns that only an earlier version reads. Any other statement, such as a WITH that writes, may change
// each table whose name is in it.
func mayWrite(query, table string) bool {
	var words [3]string
	i := 0
	for word := range strings.FieldsSeq(query) {
		words[i] = word
		i++
		if i == len(words) {
			break
		}
	}
	target := ""
	switch {
	case words[0] == "SELECT":
		return false
	case words[0] == "INSERT" && words[1] == "INTO", words[0] == "DELETE" && words[1] == "FROM":
		target = words[2]
	case words[0] == "UPDATE":
		target = words[1]
	}
	if isName(target) {
		return target == table
	}
	return strings.Contains(strings.ToLower(query), table)
}

// isName reports whether a word of a statement is the plain name of a table. In this program these
// names are in small letters, and SQL's own words in capitals.
func isName(word string) bool {
	isOther := func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }
	return word != "" && !strings.ContainsFunc(word, isOther)
}

// each calls row for each row of a query.
func (tx *Tx) each(what, query string, args []any, row rowFunc) error {
	ctx, args, err := tx.prepare(query, args)
	if err != nil {
		return tx.failed(what, err)
	}
	err = tx.q.query(ctx, query, args, row)
	if err != nil {
		return tx.failed(what, err)
	}
	return nil
}

// assign sets v to the first value of a row. If v is a struct, it sets the fields of v, in their order, to
// as many of the first values. It returns the rest of the values.
func assign(v reflect.Value, values []any) (rest []any, err error) {
	if v.Kind() != reflect.Struct || v.Type() == timeType {
		return values[1:], assignOne(v, values[0])
	}
	for i := range v.NumField() {
		if len(values) == 0 {
			break
		}
		values, err = assign(v.Field(i), values)
		if err != nil {
			return nil, err
		}
	}
	return values, nil
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
)

// assignOne sets v to a value of a row. NULL leaves v as it is. A time is stored as Unix
// milliseconds, and a flag as a number.
func assignOne(v reflect.Value, value any) error {
	// On a server a sum of whole numbers is a Numeric.
	sum, isSum := value.(pgtype.Numeric)
	if isSum {
		n, err := sum.Int64Value()
		if err != nil {
			return err
		}
		value = n.Int64
	}
	if value == nil {
		return nil
	}
	from := reflect.ValueOf(value)
	to := v.Type()
	// Go converts a number to a text of one rune, which is never meant here.
	isRune := from.CanInt() && to.Kind() == reflect.String
	switch {
	case from.CanInt() && to == timeType:
		v.Set(reflect.ValueOf(time.UnixMilli(from.Int()).UTC()))
	case from.CanInt() && to == durationType:
		v.SetInt(from.Int() * int64(time.Millisecond))
	case from.CanInt() && to.Kind() == reflect.Bool:
		v.SetBool(from.Int() != 0)
	case isRune || !from.CanConvert(to):
		return fmt.Errorf("a %s is stored as %T", to, value)
	default:
		v.Set(from.Convert(to))
	}
	return nil
}

// rowOf makes a row of its values.
func rowOf[T any](values []any) (t T, _ error) {
	rest, err := assign(reflect.ValueOf(&t).Elem(), values)
	if err != nil {
		return t, err
	}
	if len(rest) > 0 {
		return t, fmt.Errorf("a row has %d columns more than a %T has fields", len(rest), t)
	}
	return t, nil
}

// Touch notes that the transaction changes something that people may be looking at on the page.
func (tx *Tx) Touch(kind TouchKind, id int64) {
	touch := Touch{kind, id}
	if id == 0 || slices.Contains(tx.committed.Touched, touch) {
		return
	}
	tx.committed.Touched = append(tx.committed.Touched, touch)
}

// PersonPlayers is a subquery that returns the IDs of all players of a person. The argument id is a
// parameter or a column with the ID of one of them.
func PersonPlayers(id string) string {
	return `(SELECT theirs.id FROM players theirs
		WHERE theirs.person_id = (SELECT mine.person_id FROM players mine WHERE mine.id = ` + id + `))`
}
