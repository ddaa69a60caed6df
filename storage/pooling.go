package storage

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrPooling says that a connection pooler stands before the server and gives each transaction another
// connection. Locks, notifications and prepared statements belong to a connection, so none of them works.
var ErrPooling = errors.New("a connection pooler before the server pools transactions: it must pool sessions (pool_mode = session)")

// checkPooling fails with ErrPooling if a connection pooler pools transactions. Such a pooler lets each of our
// transactions run in any process of the server that is free. So checkPooling notes in which process a first
// connection runs, begins a transaction on a second one, and looks at the first again. If the second has taken
// the process of the first, the first now runs in another. With a single connection nothing is found out.
func checkPooling(ctx context.Context, pool *pgxpool.Pool) error {
	if pool.Config().MaxConns < 2 {
		return nil
	}
	first, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer first.Release()
	second, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer second.Release()

	before, err := serverProcess(ctx, first.Conn().PgConn())
	if err != nil {
		return err
	}
	if err := simply(ctx, second.Conn().PgConn(), `BEGIN; SELECT pg_backend_pid()`); err != nil {
		return err
	}
	after, err := serverProcess(ctx, first.Conn().PgConn())
	if err != nil {
		return err
	}
	if err := simply(ctx, second.Conn().PgConn(), `ROLLBACK`); err != nil {
		return err
	}
	if before != after {
		return ErrPooling
	}
	return nil
}

// serverProcess returns the number of the server's process in which a transaction on a connection runs.
func serverProcess(ctx context.Context, conn *pgconn.PgConn) (string, error) {
	results, err := conn.Exec(ctx, `SELECT pg_backend_pid()`).ReadAll()
	if err != nil {
		return "", err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 {
		return "", fmt.Errorf("pg_backend_pid: %d results", len(results))
	}
	return string(results[0].Rows[0][0]), nil
}

// simply runs statements without preparing them: what is prepared belongs to a process of the server, and
// that may be another one for the next transaction.
func simply(ctx context.Context, conn *pgconn.PgConn, statements string) error {
	return conn.Exec(ctx, statements).Close()
}

// lacksParameter reports whether a connection pooler refuses a connection because of a parameter in the
// address of the database. The code of that error also says that a server is away, so the text decides.
func lacksParameter(refused *pgconn.PgError) bool {
	return refused.Code == "08P01" && strings.Contains(refused.Message, "unsupported startup parameter")
}
