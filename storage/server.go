package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"reckon/storage/address"
)

// A server is an open database on a PostgreSQL server. It has a pool of connections, on which transactions
// run at the same time, and a session, which shows other processes that this one lives.
type server struct {
	pool *pgxpool.Pool
	// own is the session. It is nil before it opens, and in read-only mode.
	own      *session
	readOnly bool
	// outdated is an error if the schema is too old to be read; else it is nil. It is only set in read-only mode.
	outdated error
	// answerWithin is the longest that the server may be silent before it counts as away.
	answerWithin time.Duration
}

const (
	// poolSize is how many connections a process opens at most, and so how many transactions run at once.
	// The URL can ask for fewer (pool_max_conns). A server takes 100 connections in all unless it is
	// configured otherwise.
	poolSize = 32
	// maxIdle is how long a transaction may be idle. Then the server ends it and frees its locks.
	maxIdle = time.Minute
	// answerWithin is how long a server may take to answer, unless the URL says otherwise
	// (pool_ping_timeout). If it takes longer, the connection counts as dead, because nothing else may
	// show that it is.
	answerWithin = 12 * time.Second
	// connectWithin is how long it may take to connect, unless the URL says otherwise.
	connectWithin = 10 * time.Second
)

// sessionSettings sets what holds for each connection. It is a statement and not a part of the connection's
// start, because a connection pooler refuses a start with parameters that it does not know.
var sessionSettings = strings.Join([]string{
	fmt.Sprintf(`SET idle_in_transaction_session_timeout = %d`, maxIdle.Milliseconds()),
	// By default a connection plans a statement for its arguments the first five times, and always if
	// an argument is a list. Planning took longer than running. So each connection plans a statement
	// once, for any arguments.
	`SET plan_cache_mode = force_generic_plan`,
	// A plan that is made while a table is small must still be good when the table has grown. No
	// statement that people cause may read a whole table, so no plan should read one.
	`SET enable_seqscan = off`,
	`SET jit = off`,
	// The server notices in half a minute, and not in two hours, that a machine is gone, and frees its
	// locks.
	`SET tcp_keepalives_idle = 15`,
	`SET tcp_keepalives_interval = 5`,
	`SET tcp_keepalives_count = 3`,
}, "; ")

// A purpose is what a database is opened for.
type purpose int

const (
	forWriting purpose = iota
	forReading
)

// openServer connects to a database and brings its schema up to date. In read-only mode it changes nothing.
func openServer(ctx context.Context, database string, p purpose) (*server, error) {
	config, err := poolConfig(database)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		return nil, err
	}
	v := &server{pool: pool, readOnly: p == forReading, answerWithin: config.PingTimeout}
	checking, cancel := context.WithTimeout(ctx, v.answerWithin)
	defer cancel()
	if err := checkPooling(checking, pool); err != nil {
		err = v.noteSilence(ctx, err)
		pool.Close()
		return nil, err
	}
	if err := v.prepareSchema(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return v, nil
}

// poolConfig returns how to connect to a database.
func poolConfig(database string) (*pgxpool.Config, error) {
	connection, err := address.Connection(database)
	if err != nil {
		return nil, err
	}
	config, err := pgxpool.ParseConfig(connection)
	if err != nil {
		// The error of the library quotes the address.
		return nil, errors.New("a pool_… parameter of the address is wrong")
	}
	if !saysPoolSize(connection) {
		config.MaxConns = poolSize
	}
	config.MaxConns = min(config.MaxConns, poolSize)
	config.PingTimeout = cmp.Or(config.PingTimeout, answerWithin)
	config.ConnConfig.ConnectTimeout = cmp.Or(config.ConnConfig.ConnectTimeout, connectWithin)
	parameters := config.ConnConfig.RuntimeParams
	parameters["application_name"] = cmp.Or(parameters["application_name"], "reckon")
	config.ConnConfig.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		return simply(ctx, conn, sessionSettings)
	}
	return config, nil
}

// saysPoolSize reports whether an address says how many connections a process opens at most. The
// library has a number of its own for an address that does not.
func saysPoolSize(connection string) bool {
	config, err := pgx.ParseConfig(connection)
	return err == nil && config.RuntimeParams["pool_max_conns"] != ""
}

// prepareSchema brings the schema up to date. In read-only mode it only finds out whether the schema is outdated.
func (v *server) prepareSchema(ctx context.Context) (err error) {
	db := stdlib.OpenDBFromPool(v.pool)
	defer func() { err = errors.Join(err, db.Close()) }()
	schema, err := serverSchema(db)
	if err != nil {
		return err
	}
	if !v.readOnly {
		return schema.upgrade(ctx)
	}
	v.outdated, err = schema.inspect(ctx)
	return err
}

func (v *server) close() {
	if v.own != nil {
		v.own.close()
	}
	v.pool.Close()
}

// size returns how many bytes the database takes.
func (v *server) size() (size int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err = v.pool.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("size of database: %w", err)
	}
	return size, nil
}

// A kind is a kind of transaction: that of Write, Read or Look.
type kind int

const (
	writes kind = iota
	reads
	looks
)

// beginnings are the statements that begin a transaction of a kind. A look needs none.
var beginnings = map[kind]string{
	writes: `BEGIN`,
	reads:  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`,
}

// transact runs fn in a transaction of a kind. In a transaction that may write, each statement
// reads what was committed when the statement began, and locks keep others from changing that.
func (v *server) transact(ctx context.Context, k kind, fn func(tx *Tx) error) error {
	if k == writes && v.readOnly {
		return errReadOnly
	}
	conn, err := v.acquire(ctx)
	if err != nil {
		return v.noteSilence(ctx, fmt.Errorf("begin transaction: %w", err))
	}
	e := &exchange{conn: conn, answerWithin: v.answerWithin}
	beginning, ok := beginnings[k]
	if ok {
		e.pending = []statement{{what: "begin transaction", query: beginning}}
	}
	tx := &Tx{ctx: ctx, q: e, write: k == writes, server: true}
	if tx.write {
		tx.locks = new(locks)
	}
	if v.own != nil {
		tx.process = v.own.process.Load()
	}
	err = run(tx, e, fn)
	if err != nil {
		return v.reason(tx, err)
	}
	return nil
}

// reason adds the kind of failure to the error of a transaction.
func (v *server) reason(tx *Tx, err error) error {
	err = v.noteSilence(tx.ctx, err)
	// The function of the transaction may have returned another error than the server's.
	if isConflict(errors.Join(err, tx.lost)) {
		return fmt.Errorf("%w: %w", ErrConflict, err)
	}
	return err
}

// acquire returns a connection of the pool.
func (v *server) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, v.answerWithin)
	defer cancel()
	return v.pool.Acquire(ctx)
}

// run runs fn and, if the transaction may write, commits it. What is not committed is undone, also after a panic.
func run(tx *Tx, e *exchange, fn func(tx *Tx) error) error {
	committed := false
	defer func() {
		switch {
		case committed, !e.begun():
			e.conn.Release()
		case !tx.write:
			// The transaction holds no locks, so nobody waits for its end.
			go e.undo()
		default:
			e.undo()
		}
	}()
	err := fn(tx)
	if err != nil || !tx.write {
		return err
	}
	err = commitOn(tx, e)
	if err != nil {
		return err
	}
	committed = true
	return nil
}

// commitOn commits a transaction, if it has made a statement.
func commitOn(tx *Tx, e *exchange) error {
	if err := tx.ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	// fn may have ignored the error that ended the transaction.
	if tx.lost != nil {
		return tx.lost
	}
	if tx.committed.UnclaimedDeliveries {
		if err := notify(tx, "left", tx.process); err != nil {
			return err
		}
	}
	// The first pending statement is BEGIN.
	hasStatements := e.begun() || len(e.pending) > 1
	if !hasStatements {
		return nil
	}
	_, err := e.exec(context.WithoutCancel(tx.ctx), commit, nil)
	if err == nil {
		return nil
	}
	// If the server has refused the commit, nothing is kept. If it is away, nobody knows.
	var refused *pgconn.PgError
	isRefused := errors.As(err, &refused) && !isUnavailable(refused.Code)
	if isRefused {
		return fmt.Errorf("commit: %w", err)
	}
	return fmt.Errorf("commit: %w: %w", errDoubt, err)
}

// isConflict reports whether PostgreSQL refused something because of another transaction.
func isConflict(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && slices.Contains(conflicts, refused.Code)
}

// noteSilence adds errSilent to an error if the server was silent for too long. Then it also closes all
// connections of the pool, because the others may be dead, too. ctx is that of the transaction: if it has ended,
// the error says nothing about the server.
func (v *server) noteSilence(ctx context.Context, err error) error {
	wasSilent := ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded)
	if !wasSilent {
		return err
	}
	v.pool.Reset()
	return fmt.Errorf("%w: %w", errSilent, err)
}

// serverErrorForOperator puts an error on opening a database on a server into one line that holds no
// secret.
func serverErrorForOperator(err error) error {
	var refused *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, &refused):
		text := fmt.Sprintf("the server says: %s (%s)", refused.Message, refused.Code)
		return operatorError{errors.Join(err, refusalOf(refused.Code)), text}
	case errors.As(err, &connect):
		return operatorError{err, fmt.Sprintf("no connection: %v", innermost(connect))}
	}
	return err
}

// refusalOf returns what a code of PostgreSQL's says to somebody who opens a database; nil: nothing that the operator's
// settings would change.
func refusalOf(code string) error {
	switch code {
	case "28P01", "28000":
		return ErrLogin
	case "3D000":
		return ErrAbsent
	}
	return nil
}

// innermost returns the last of the errors that an error wraps. The library puts the user and the
// host into those around it.
func innermost(err error) error {
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if next := e.Unwrap(); next != nil {
			return innermost(next)
		}
	case interface{ Unwrap() []error }:
		if all := e.Unwrap(); len(all) > 0 {
			return innermost(all[len(all)-1])
		}
	}
	return err
}
