package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Serve makes this the one process that serves from a file, until the Store is closed or
// the process is gone. It fails where another one serves, whatever name that one has for the file.
// The lock is a file beside the database. Any number of processes may serve from a server.
func (s *Store) Serve() error {
	if s.server != nil {
		return nil
	}
	path, err := filepath.EvalSymlinks(s.path)
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	hasTwo, err := hasTwoNames(path)
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	if hasTwo {
		return fmt.Errorf("the file %s has a second name (a hard link), by which another process could serve from it: remove one of them", path)
	}
	lock := flock.New(path + ".lock")
	locked, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	if !locked {
		return fmt.Errorf("another process serves from %s: stop it first; several processes need PostgreSQL", s.path)
	}
	s.lock = lock
	err = giveTo(lock.Path(), path)
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	return nil
}

// Hold waits until no other process holds a name, and holds it: for work that only one
// process may do. held ends with ctx, when release is called, or when the hold is lost with
// the connection to the server: the work it protects must end then. The error is
// that of ctx. On a file, which one process serves, the name is held at once.
func (s *Store) Hold(ctx context.Context, name string) (held context.Context, release func(), err error) {
	if s.server == nil {
		held, release = context.WithCancel(ctx)
		return held, release, nil
	}
	conn, err := s.waitForName(ctx, lockKey("hold", name))
	if err != nil {
		return nil, nil, err
	}
	held, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		defer cancel()
		var lost error
		for lost == nil {
			_, lost = listen(held, conn, s.server.within, s.server.within)
		}
		closing, stop := context.WithTimeout(context.WithoutCancel(ctx), s.server.within)
		defer stop()
		_ = conn.Close(closing)
	})
	release = func() {
		cancel()
		watching.Wait()
	}
	return held, release, nil
}

// waitForName waits for a lock, also while the server is away, and returns the connection that
// holds it until it is closed.
func (s *Store) waitForName(ctx context.Context, key int64) (*pgx.Conn, error) {
	for {
		conn, err := s.lockName(ctx, key)
		if err != nil {
			pause(ctx, connectAgain)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue
		}
		return conn, nil
	}
}

// lockName waits for a lock as waitForName does, until the connection fails. It waits for a while at
// a time: otherwise a wait on a dead connection would never end.
func (s *Store) lockName(ctx context.Context, key int64) (*pgx.Conn, error) {
	config := s.server.pool.Config().ConnConfig
	config.RuntimeParams["lock_timeout"] = fmt.Sprint(s.server.within.Milliseconds())
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	for {
		waiting, cancel := context.WithTimeout(ctx, 2*s.server.within)
		_, err := conn.Exec(waiting, `SELECT pg_advisory_lock($1)`, key)
		cancel()
		if err == nil {
			return conn, nil
		}
		var refused *pgconn.PgError
		isTaken := errors.As(err, &refused) && refused.Code == lockTimeout
		if !isTaken {
			_ = conn.Close(context.WithoutCancel(ctx))
			return nil, err
		}
	}
}

// lockTimeout is the code of PostgreSQL's error that a lock was not free in time.
const lockTimeout = "55P03"
