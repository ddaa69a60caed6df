package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"reckon/storage/address"
)

// A server is a PostgreSQL database. It has a pool of connections, on which transactions run at the
// same time, and a session that tells other processes of this one.
type server struct {
	pool *pgxpool.Pool
	// own is nil before the session opens and in read-only mode.
	own      *session
	readOnly bool
	// within is the longest that the server may be silent before it counts as away.
	within time.Duration
}

const (
	// poolSize is how many connections a process opens at most: as many transactions
	// run at once. A server takes 100 in all unless it is told otherwise.
	poolSize = 32
	// maxIdle is how long a transaction may be idle: then the server ends it, so that its
	// locks are free.
	maxIdle = time.Minute
	// answerWithin is how long a server may take to answer, unless the URL says otherwise
	// (pool_ping_timeout): a connection may be dead without a sign. The server takes half a
	// minute to notice that, and then frees the locks of one that is.
	answerWithin = 12 * time.Second
	// connectWithin is how long it may take to connect, unless the URL says otherwise.
	connectWithin = 10 * time.Second
)

// openServer connects to a database and brings its schema up to date. If it is opened read only,
// outdated is why nothing can be read.
func openServer(ctx context.Context, database string, readOnly bool) (v *server, outdated, err error) {
	config, err := poolConfig(database)
	if err != nil {
		return nil, nil, err
	}
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		return nil, nil, err
	}
	v = &server{pool: pool, readOnly: readOnly, within: config.PingTimeout}
	outdated, err = v.prepareSchema(ctx)
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return v, outdated, nil
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
	config.MaxConns = poolSize
	config.PingTimeout = cmp.Or(config.PingTimeout, answerWithin)
	config.ConnConfig.ConnectTimeout = cmp.Or(config.ConnConfig.ConnectTimeout, connectWithin)
	parameters := config.ConnConfig.RuntimeParams
	maps.Copy(parameters, map[string]string{
		"idle_in_transaction_session_timeout": fmt.Sprint(maxIdle.Milliseconds()),
		// By default a connection plans a statement again for its arguments the first five times,
		// and always if it has lists. To plan took more time than to run, so each connection plans
		// each statement once, whatever its arguments.
		"plan_cache_mode": "force_generic_plan",
		// A plan that is made while a table is small must be good when it has grown. No statement
		// that people cause reads a whole table, so no plan should.
		"enable_seqscan": "off",
		"jit":            "off",
		// A machine that vanishes is noticed in half a minute, not in two hours, so that
		// its locks are free.
		"tcp_keepalives_idle":     "15",
		"tcp_keepalives_interval": "5",
		"tcp_keepalives_count":    "3",
	})
	parameters["application_name"] = cmp.Or(parameters["application_name"], "reckon")
	return config, nil
}

// prepareSchema brings the schema up to date or, in read-only mode, returns what is wrong with it.
func (v *server) prepareSchema(ctx context.Context) (outdated, err error) {
	db := stdlib.OpenDBFromPool(v.pool)
	defer func() { err = errors.Join(err, db.Close()) }()
	schema, err := newSchema(db, true)
	if err != nil {
		return nil, err
	}
	if v.readOnly {
		return schema.inspect(ctx)
	}
	return nil, schema.upgrade(ctx)
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

// A kind of transaction says what it does.
type kind int

const (
	writes kind = iota
	// reads sees one snapshot.
	reads
	// looks sees, on a server, what was committed when each query began.
	looks
)

// beginnings begin a transaction of each kind.
var beginnings = map[kind]string{
	writes: `BEGIN`,
	reads:  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`,
}

// transact runs fn in a transaction of its own. One that may write reads what was
// committed when each statement began: locks, taken before, keep it from changing. One
// that may not reads one snapshot; a look does without a transaction.
func (v *server) transact(ctx context.Context, k kind, fn func(tx *Tx) error) error {
	if k == writes && v.readOnly {
		return errReadOnly
	}
	conn, err := v.acquire(ctx)
	if err != nil {
		return v.noteSilence(ctx, fmt.Errorf("begin transaction: %w", err))
	}
	e := &exchange{conn: conn, within: v.within}
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

// reason adds to the error of a transaction what kind of failure it is.
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
	ctx, cancel := context.WithTimeout(ctx, v.within)
	defer cancel()
	return v.pool.Acquire(ctx)
}

// run runs fn and commits its transaction. What is not committed is undone, also after a panic.
func run(tx *Tx, e *exchange, fn func(tx *Tx) error) error {
	committed := false
	defer func() {
		switch {
		case committed, !e.begun():
			e.conn.Release()
		case !tx.write:
			// Nobody waits for its end.
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
	// fn may have passed over the error that ended the transaction.
	if tx.lost != nil {
		return tx.lost
	}
	if tx.committed.Unclaimed {
		if err := notify(tx, "left", tx.process); err != nil {
			return err
		}
	}
	// The first that waits is BEGIN.
	hasStatements := e.begun() || len(e.pending) > 1
	if !hasStatements {
		return nil
	}
	if _, err := e.exec(context.WithoutCancel(tx.ctx), commit, nil); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// isConflict reports whether PostgreSQL refused something because of another transaction.
func isConflict(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && slices.Contains(conflicts, refused.Code)
}

// noteSilence adds to an error that the server was silent for too long, if that is why. Then it
// has new connections made: the others may be dead, too.
func (v *server) noteSilence(ctx context.Context, err error) error {
	if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	v.pool.Reset()
	return fmt.Errorf("%w: %w", errSilent, err)
}

// explainServer puts the errors on opening into one line that holds no secret.
func explainServer(err error) error {
	var refused *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, &refused):
		return operatorError{err, fmt.Sprintf("the server says: %s (%s)", refused.Message, refused.Code)}
	case errors.As(err, &connect):
		return operatorError{err, fmt.Sprintf("no connection: %v", innermost(connect))}
	}
	return err
}

// An operatorError is an error with a text for the operator.
type operatorError struct {
	err  error
	text string
}

func (e operatorError) Error() string { return e.text }
func (e operatorError) Unwrap() error { return e.err }

// innermost returns the last of the errors that one is made of: the library puts what
// it was told about user and host before it.
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
