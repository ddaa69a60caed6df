package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// lookEvery is how often a process looks for others that are gone.
	lookEvery = 5 * time.Second
	// lookFor is how long a look may take: the connection may be dead.
	lookFor = 10 * time.Second
	// connectAgain is the pause before a connection that was lost is made again, and
	// connectFor how long that may take: the server must find out first that the old one is lost.
	connectAgain = time.Second
	connectFor   = time.Minute
	// channel is the notification channel of the processes.
	channel = "reckon"
)

// A session is a process's connection to a server for as long as it runs. It holds a lock,
// which is free as soon as the process is gone, and hears the others' notifications.
type session struct {
	config  *pgx.ConnConfig
	host    string
	write   func(context.Context, func(*Tx) error) error
	changed func(Committed)
	process atomic.Int64
	living  atomic.Int64
	lapses  atomic.Int64 // how often the connection was lost or made again: odd while it is lost
	news    news
	stop    context.CancelFunc
	done    chan struct{}
}

func openSession(ctx context.Context, config *pgx.ConnConfig, write func(context.Context, func(*Tx) error) error, changed func(Committed)) (*session, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	s := &session{config: config, host: host, write: write, changed: changed, done: make(chan struct{})}
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	go s.run(ctx, conn)
	return s, nil
}

// connect opens the connection and stores this process.
func (s *session) connect(ctx context.Context) (_ *pgx.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, connectFor)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
		}
	}()
	id := s.process.Load()
	if id == 0 {
		if err := conn.QueryRow(ctx, `SELECT nextval(pg_get_serial_sequence('processes', 'id'))`).Scan(&id); err != nil {
			return nil, err
		}
	}
	// The lock comes first: a stored process without it counts as dead. The lock of a
	// connection that was lost may still be held for a moment.
	for _, begin := range []statement{
		{query: `SELECT pg_advisory_lock($1, $2)`, args: []any{processLock, id}},
		{query: `LISTEN ` + channel},
		{query: `INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
			args: []any{id, s.host, os.Getpid(), time.Now().UnixMilli()}},
	} {
		if _, err := conn.Exec(ctx, begin.query, begin.args...); err != nil {
			return nil, err
		}
	}
	s.process.Store(id)
	s.look(ctx)
	_, err = conn.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, fmt.Sprint("processes ", id))
	return conn, err
}

// run hears notifications until ctx ends.
func (s *session) run(ctx context.Context, conn *pgx.Conn) {
	defer close(s.done)
	for ctx.Err() == nil {
		if err := s.hear(ctx, conn); err == nil || ctx.Err() != nil {
			continue
		}
		s.lapses.Add(1)
		_ = conn.Close(ctx) // it is lost
		for conn = nil; conn == nil && ctx.Err() == nil; {
			c, err := s.connect(ctx)
			if err != nil {
				pause(ctx, connectAgain)
				continue
			}
			conn = c
			s.lapses.Add(1)
		}
		s.changed(anything) // notifications may have been lost
	}
	if conn != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
	}
}

// hear waits for one notification, or looks by itself after a while.
func (s *session) hear(ctx context.Context, conn *pgx.Conn) error {
	payload, err := listen(ctx, conn, lookEvery, lookFor)
	what, rest, _ := strings.Cut(payload, " ")
	by, touched, _ := strings.Cut(rest, " ")
	switch {
	case err != nil || by == strconv.FormatInt(s.process.Load(), 10):
		return err
	case what == "left":
		s.changed(Committed{Unclaimed: true})
		return nil
	case what == "touched":
		s.changed(Committed{Touched: readTouches(touched)})
		return nil
	case what != "":
		s.changed(anything) // a process that ended left its jobs, too
	}
	s.look(ctx)
	return nil
}

// listen waits so long for a notification. If none comes, it asks whether the connection still
// answers within a time: it may be dead.
func listen(ctx context.Context, conn *pgx.Conn, wait, within time.Duration) (payload string, err error) {
	waiting, cancel := context.WithTimeout(ctx, wait)
	n, err := conn.WaitForNotification(waiting)
	cancel()
	if err == nil {
		return n.Payload, nil
	}
	if conn.IsClosed() || ctx.Err() != nil {
		return "", err
	}
	asking, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return "", conn.Ping(asking)
}

// anything is what processes may leave to others.
var anything = Committed{Unclaimed: true, Jobs: true, Touched: []Touch{{Kind: TouchAll}}}

// look counts the processes that live, and frees the claims of those that are gone.
func (s *session) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	_ = Retry(ctx, func() error { // if the database is busy, the next look does it
		return s.write(ctx, func(tx *Tx) error {
			living, _, err := tx.sweep(time.Time{}, 0)
			if err == nil {
				s.living.Store(int64(living))
			}
			return err
		})
	})
}

// notify tells other processes, once this transaction is committed, what it has left to
// them, or what it has changed.
func notify(tx *Tx, what string, process int64, which ...string) error {
	return tx.Exec("notify", `SELECT pg_notify($1, $2)`, channel, strings.Join(append([]string{what, strconv.FormatInt(process, 10)}, which...), " "))
}

// tell lets the other processes know soon what people may see otherwise now. If this
// process is killed before, they hear that it is gone.
func (s *session) tell(all []Touch) {
	if len(all) > 0 && s.living.Load() > 1 && s.news.add(all) {
		time.AfterFunc(newsEvery, func() {
			ctx, cancel := context.WithTimeout(context.Background(), lookFor)
			defer cancel()
			// If this fails, the server is away, and the others look at everything once it is back.
			_ = s.write(ctx, func(tx *Tx) error { return notify(tx, "touched", s.process.Load(), s.news.take()...) })
		})
	}
}

// close frees the claims of this process, and lets others know.
func (s *session) close() {
	s.stop()
	<-s.done
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	id := s.process.Load()
	// If this fails, the others find out by themselves.
	_ = s.write(ctx, func(tx *Tx) error {
		if err := tx.leave(id); err != nil {
			return err
		}
		return notify(tx, "processes", id)
	})
}

// pause waits so long, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
