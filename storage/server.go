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

// A server is a PostgreSQL database: a pool of connections, on which transactions
// run at the same time, and a session by which this process is known to the others.
type server struct {
	pool     *pgxpool.Pool
	own      *session // nil: it is not begun yet, or nothing is to be written
	readOnly bool
	within   time.Duration // the longest it may be silent before it counts as away
}

const (
	// poolSize is how many connections a process opens at most: as many transactions
	// run at once. A server takes 100 in all unless it is told otherwise.
	poolSize = 32
	// stuck is how long a transaction may be idle: then the server ends it, so that its
	// locks are free.
	stuck = time.Minute
	// answerWithin is how long a server may take to answer, unless the URL says otherwise
	// (pool_ping_timeout): a connection may be dead without a sign. The server takes half a
	// minute to notice that, and then frees the locks of one that is.
	answerWithin = 12 * time.Second
)

// openServer connects to a database and brings its schema up to date, or says, if it is
// opened read only, why nothing can be read.
func openServer(ctx context.Context, database string, readOnly bool) (v *server, older, err error) {
	connection, err := address.Connection(database)
	if err != nil {
		return nil, nil, err
	}
	config, err := pgxpool.ParseConfig(connection)
	if err != nil {
		// The error of the library quotes the address.
		return nil, nil, errors.New("a pool_… parameter of the address is wrong")
	}
	config.MaxConns = poolSize
	config.PingTimeout = cmp.Or(config.PingTimeout, answerWithin)
	parameters := config.ConnConfig.RuntimeParams
	maps.Copy(parameters, map[string]string{
		"idle_in_transaction_session_timeout": fmt.Sprint(stuck.Milliseconds()),
		// Each connection plans a statement once. Else it is planned for its arguments five
		// times, and those with lists always: that took more time than to carry them out.
		"plan_cache_mode": "force_generic_plan",
		// Such a plan must hold when tables have grown: no statement that people cause reads a
		// whole one.
		"enable_seqscan": "off",
		"jit":            "off",
		// A machine that vanishes is noticed in half a minute, not in two hours, so that
		// its locks are free.
		"tcp_keepalives_idle": "15", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3",
	})
	if parameters["application_name"] == "" {
		parameters["application_name"] = "reckon"
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		return nil, nil, err
	}
	v = &server{pool: pool, readOnly: readOnly, within: config.PingTimeout}
	migrated := stdlib.OpenDBFromPool(pool)
	schema, err := newSchema(migrated, true)
	switch {
	case err != nil:
	case readOnly:
		older, err = schema.inspect(ctx)
	default:
		err = schema.upgrade(ctx)
	}
	if err = errors.Join(err, migrated.Close()); err != nil {
		pool.Close()
		return nil, nil, err
	}
	return v, older, nil
}

func (v *server) close() {
	if v.own != nil {
		v.own.close()
	}
	v.pool.Close()
}

// A kind of transaction says what it does.
type kind int

const (
	writes kind = iota
	reads       // one snapshot
	looks       // on a server, what was committed when each query began
)

// transact runs fn in a transaction of its own. One that may write reads what was
// committed when each statement began: locks, taken before, keep it from changing. One
// that may not reads one snapshot; a look does without a transaction.
func (v *server) transact(ctx context.Context, k kind, fn func(tx *Tx) error) (err error) {
	write := k == writes
	if write && v.readOnly {
		return errReadOnly
	}
	asking, cancel := context.WithTimeout(ctx, v.within)
	conn, err := v.pool.Acquire(asking)
	cancel()
	if err != nil {
		return v.silent(ctx, fmt.Errorf("begin transaction: %w", err))
	}
	e := &exchange{conn: conn, within: v.within}
	switch k {
	case writes:
		e.pending = []statement{{what: "begin transaction", query: `BEGIN`}}
	case reads:
		e.pending = []statement{{what: "begin transaction", query: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`}}
	}
	tx := &Tx{ctx: ctx, q: e, write: write, server: true}
	if write {
		tx.locks = new(locks)
	}
	if v.own != nil {
		tx.process = v.own.process.Load()
	}
	kept := false
	defer func() {
		switch {
		case kept, !e.begun():
			conn.Release()
		case !write: // nobody waits for its end
			go e.undo()
		default:
			e.undo()
		}
		err = v.silent(ctx, err)
		var refused *pgconn.PgError
		if err != nil && errors.As(errors.Join(err, tx.lost), &refused) && slices.Contains(conflicts, refused.Code) {
			err = fmt.Errorf("%w: %w", ErrConflict, err)
		}
	}()
	if err := fn(tx); err != nil || !write {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if tx.lost != nil { // fn has passed over it
		return tx.lost
	}
	if tx.committed.Unclaimed {
		if err := notify(tx, "left", tx.process); err != nil {
			return err
		}
	}
	if e.begun() || len(e.pending) > 1 { // there was a statement
		if _, err := e.exec(context.WithoutCancel(ctx), commit, nil); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
	kept = true
	return nil
}

// silent adds to an error that the server was silent for too long, if that is why, and has
// the other connections made anew: they may be dead, too.
func (v *server) silent(ctx context.Context, err error) error {
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
		return explained{err, fmt.Sprintf("the server says: %s (%s)", refused.Message, refused.Code)}
	case errors.As(err, &connect):
		return explained{err, fmt.Sprintf("no connection: %v", lastOf(connect))}
	}
	return err
}

// An explained error reads as its text.
type explained struct {
	err  error
	text string
}

func (e explained) Error() string { return e.text }
func (e explained) Unwrap() error { return e.err }

// lastOf is the innermost of the errors that one is made of: the library puts what
// it was told about user and host before it.
func lastOf(err error) error {
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if next := e.Unwrap(); next != nil {
			return lastOf(next)
		}
	case interface{ Unwrap() []error }:
		if all := e.Unwrap(); len(all) > 0 {
			return lastOf(all[len(all)-1])
		}
	}
	return err
}
