package storage

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
)

// Serve makes this the one process that serves from a file, until the Store is closed or
// the process is gone. It fails where another one serves. The lock is a file beside the
// database. Any number of processes may serve from a server.
func (s *Store) Serve() error {
	if s.server != nil {
		return nil
	}
	lock := flock.New(s.path + ".lock")
	locked, err := lock.TryLock()
	if err == nil && !locked {
		return fmt.Errorf("another process serves from %s: stop it first; several processes need PostgreSQL", s.path)
	}
	if err == nil {
		s.lock, err = lock, giveTo(lock.Path(), s.path)
	}
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	return nil
}

const (
	// holdCheck is how often a hold asks whether its connection still answers, and
	// holdAnswer how long that may take: a connection may be dead.
	holdCheck  = 10 * time.Second
	holdAnswer = 5 * time.Second
)

// Hold waits until no other process holds a name, and holds it: for work that only one
// process may do. held ends with ctx, when release is called, or when the hold is lost with
// the connection to the server: the work it protects must end then. The error is
// that of ctx. On a file, which one process serves, the name is held at once.
func (s *Store) Hold(ctx context.Context, name string) (held context.Context, release func(), err error) {
	if s.server == nil {
		held, release = context.WithCancel(ctx)
		return held, release, nil
	}
	key := lockKey("hold", name)
	var conn *pgx.Conn
	for {
		if conn, err = pgx.ConnectConfig(ctx, s.server.pool.Config().ConnConfig); err == nil {
			if _, err = conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, key); err == nil { // until the connection is closed
				break
			}
			_ = conn.Close(context.WithoutCancel(ctx))
		}
		if pause(ctx, connectAgain); ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	held, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		defer cancel()
		for held.Err() == nil && answers(held, conn) {
		}
		closing, stop := context.WithTimeout(context.WithoutCancel(ctx), holdAnswer)
		defer stop()
		_ = conn.Close(closing)
	})
	return held, func() {
		cancel()
		watching.Wait()
	}, nil
}

// answers waits a while, and reports whether a connection still answers then.
func answers(ctx context.Context, conn *pgx.Conn) bool {
	waiting, cancel := context.WithTimeout(ctx, holdCheck)
	_, err := conn.WaitForNotification(waiting)
	cancel()
	if err == nil || ctx.Err() != nil {
		return ctx.Err() == nil
	}
	if conn.IsClosed() {
		return false
	}
	asking, cancel := context.WithTimeout(ctx, holdAnswer)
	defer cancel()
	return conn.Ping(asking) == nil
}
