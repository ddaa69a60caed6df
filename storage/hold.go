package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Serve makes this the one process that serves from a file, until the Store is closed or the process is
// gone. It fails if another process serves from it, even under another name of the file. The lock is a
// file next to the database. On a server Serve does nothing: any number of processes may serve there.
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
		const text = "another process serves from %s: stop it first; several processes need PostgreSQL"
		return operatorError{ErrInUse, fmt.Sprintf(text, s.path)}
	}
	s.lock = lock
	err = giveTo(lock.Path(), path)
	if err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	return nil
}

// Hold is for work that only one process may do at a time. It waits until no other process holds a
// name, and then holds the name for this one. It fails only if ctx ends.
//
// The work must end when the context held ends. That context ends with ctx, when release is called, or
// when another process has got the name after all. It does not end while the server is away, because then
// nobody else can get the name. A file is served by one process, so there the name is held at once.
func (s *Store) Hold(ctx context.Context, name string) (held context.Context, release func(), err error) {
	if s.server == nil {
		held, release = context.WithCancel(ctx)
		return held, release, nil
	}
	key := lockKey("hold", name)
	conn, err := s.waitForName(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	held, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		defer cancel()
		s.keepName(held, conn, key)
	})
	release = func() {
		cancel()
		watching.Wait()
	}
	return held, release, nil
}

const (
	// regainEvery is how often a process tries to get back a name that it held when the server
	// went away.
	regainEvery = 250 * time.Millisecond
	// yieldFor is how much longer a process that waits for a name waits when the server is back, so
	// that the process that held the name can get it back.
	yieldFor = 5 * time.Second
)

// keepName keeps the lock of a name until ctx ends or another process has the lock. conn is the
// connection that holds the lock.
func (s *Store) keepName(ctx context.Context, conn *pgx.Conn, key int64) {
	for conn != nil {
		_, err := listen(ctx, conn, s.server.answerWithin, s.server.answerWithin)
		if err == nil {
			continue
		}
		s.freeName(ctx, conn)
		if ctx.Err() != nil {
			return
		}
		conn = s.regainName(ctx, key)
	}
}

// freeName closes a connection, and so frees its lock of a name.
func (s *Store) freeName(ctx context.Context, conn *pgx.Conn) {
	closing, stop := context.WithTimeout(context.WithoutCancel(ctx), s.server.answerWithin)
	defer stop()
	_ = conn.Close(closing)
}

// regainName takes the lock of a name again, however long the server is away, and returns the connection
// that holds it. It returns nil if ctx ends, or if another process has the lock. At first the lock may still
// be held by the connection that this process has lost. So another process counts as the holder only when
// somebody has held the lock for a while.
func (s *Store) regainName(ctx context.Context, key int64) *pgx.Conn {
	// takenSince is the time since when somebody has the lock; zero: nobody has it.
	var takenSince time.Time
	for ctx.Err() == nil {
		conn, err := s.tryName(ctx, key)
		if conn != nil {
			return conn
		}
		switch {
		case err != nil:
			// The server is away, so nobody has the lock.
			takenSince = time.Time{}
		case takenSince.IsZero():
			takenSince = time.Now()
		case time.Since(takenSince) > 2*s.server.answerWithin:
			return nil
		}
		pause(ctx, regainEvery)
	}
	return nil
}

// tryName takes the lock of a name if it is free, and returns the connection that holds it, or nil.
func (s *Store) tryName(ctx context.Context, key int64) (*pgx.Conn, error) {
	trying, cancel := context.WithTimeout(ctx, s.server.answerWithin)
	defer cancel()
	conn, err := pgx.ConnectConfig(trying, s.server.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	var isFree bool
	err = conn.QueryRow(trying, `SELECT pg_try_advisory_lock($1)`, key).Scan(&isFree)
	if err != nil || !isFree {
		s.freeName(ctx, conn)
		return nil, err
	}
	return conn, nil
}

// waitForName waits for the lock of a name, even while the server is away. It returns the connection
// that holds the lock.
func (s *Store) waitForName(ctx context.Context, key int64) (*pgx.Conn, error) {
	var yield time.Duration
	for {
		conn, err := s.lockName(ctx, key, yield)
		if err == nil {
			return conn, nil
		}
		// The server went away, so the process that held the name gets time to take it back.
		yield = yieldFor
		pause(ctx, connectAgain)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// lockName connects, pauses for yield, and waits for the lock of a name until the connection fails. It
// asks for the lock again and again, and waits for each answer only a while: on a dead connection a single
// long wait would never end.
func (s *Store) lockName(ctx context.Context, key int64, yield time.Duration) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, s.server.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	timeout := fmt.Sprintf(`SET lock_timeout = %d`, s.server.answerWithin.Milliseconds())
	if err := simply(ctx, conn.PgConn(), timeout); err != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	pause(ctx, yield)
	for {
		waiting, cancel := context.WithTimeout(ctx, 2*s.server.answerWithin)
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
