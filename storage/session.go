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
	// sweepEvery is how often a process looks for others that are gone.
	sweepEvery = 5 * time.Second
	// sweepFor is how long a sweep, or any other short exchange, may take: the connection may be
	// dead.
	sweepFor = 10 * time.Second
	// connectAgain is the pause between two tries to connect again.
	connectAgain = time.Second
	// connectFor is how long a try may take. The server must first notice that the old connection is
	// lost, and free its lock.
	connectFor = time.Minute
	// closeFor is how long the end of a session may take.
	closeFor = 5 * time.Second
	// notifyChannel is the channel of PostgreSQL on which the processes notify each other.
	notifyChannel = "reckon"
)

// A session is a connection that a process has to a server for as long as it runs. It holds a lock,
// which the server frees as soon as the process is gone. Over it the process hears the notifications
// of other processes.
type session struct {
	config *pgx.ConnConfig
	host   string
	// write is Store.Write.
	write func(context.Context, func(*Tx) error) error
	// changed is called with what other processes have changed, or left without an owner.
	changed func(Committed)
	// process is the number of this process.
	process atomic.Int64
	// living is how many processes live.
	living atomic.Int64
	// lapses counts each loss of the connection, and each new connection. So it is odd while the
	// connection is lost.
	lapses atomic.Int64
	news   news
	stop   context.CancelFunc
	// done is closed when the session has ended.
	done chan struct{}
}

// openSession opens a session. write and changed are those of the session.
func openSession(
	ctx context.Context,
	config *pgx.ConnConfig,
	write func(context.Context, func(*Tx) error) error,
	changed func(Committed),
) (*session, error) {
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
func (s *session) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectFor)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, err
	}
	err = s.enter(ctx, conn)
	if err != nil {
		return nil, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
	}
	return conn, nil
}

// enter stores this process and tells the others. A process that comes back keeps its number.
func (s *session) enter(ctx context.Context, conn *pgx.Conn) error {
	id := s.process.Load()
	if id == 0 {
		err := conn.QueryRow(ctx, `SELECT nextval(pg_get_serial_sequence('processes', 'id'))`).Scan(&id)
		if err != nil {
			return err
		}
	}
	// The lock comes first, because a stored process without a lock counts as dead. If the last
	// connection was lost, the server may take a moment to free the lock.
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1, $2)`, processLock, id); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `LISTEN `+notifyChannel); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `
		INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
		id, s.host, os.Getpid(), time.Now().UnixMilli()); err != nil {
		return err
	}
	s.process.Store(id)
	s.sweep(ctx)
	_, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, notifyChannel, fmt.Sprint("processes ", id))
	return err
}

// run hears notifications until ctx ends.
func (s *session) run(ctx context.Context, conn *pgx.Conn) {
	defer close(s.done)
	for ctx.Err() == nil {
		err := s.hear(ctx, conn)
		if err == nil || ctx.Err() != nil {
			continue
		}
		s.lapses.Add(1)
		_ = conn.Close(ctx)
		conn = s.reconnect(ctx)
		// Notifications may have been lost.
		s.changed(anything)
	}
	if conn != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
	}
}

// reconnect tries to connect until it succeeds, or ctx ends. Then it returns nil.
func (s *session) reconnect(ctx context.Context) *pgx.Conn {
	for ctx.Err() == nil {
		conn, err := s.connect(ctx)
		if err != nil {
			pause(ctx, connectAgain)
			continue
		}
		s.lapses.Add(1)
		return conn
	}
	return nil
}

// hear waits for a notification and handles it. If none comes for a while, it looks for processes
// that are gone.
func (s *session) hear(ctx context.Context, conn *pgx.Conn) error {
	payload, err := listen(ctx, conn, sweepEvery, sweepFor)
	if err != nil {
		return err
	}
	what, rest, _ := strings.Cut(payload, " ")
	by, touched, _ := strings.Cut(rest, " ")
	isOwn := by == strconv.FormatInt(s.process.Load(), 10)
	if isOwn {
		return nil
	}
	switch what {
	case "left":
		s.changed(Committed{Unclaimed: true})
		return nil
	case "touched":
		s.changed(Committed{Touched: readTouches(touched)})
		return nil
	case "":
		// No notification came.
	default:
		// A process came or ended. One that ended has left its jobs, too.
		s.changed(anything)
	}
	s.sweep(ctx)
	return nil
}

// listen waits for a notification for as long as wait. If none comes, it asks the server for a sign of
// life. If that does not come within the duration answer, the connection is dead, and listen fails.
func listen(ctx context.Context, conn *pgx.Conn, wait, answer time.Duration) (payload string, err error) {
	waiting, cancel := context.WithTimeout(ctx, wait)
	n, err := conn.WaitForNotification(waiting)
	cancel()
	if err == nil {
		return n.Payload, nil
	}
	if conn.IsClosed() || ctx.Err() != nil {
		return "", err
	}
	asking, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	return "", conn.Ping(asking)
}

// anything says that other processes may have changed or left anything.
var anything = Committed{Unclaimed: true, Jobs: true, Touched: []Touch{{Kind: TouchAll}}}

// sweep counts the living processes, and frees the claims of those that are gone.
func (s *session) sweep(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, sweepFor)
	defer cancel()
	// If the database is busy, the next sweep does it.
	_ = Retry(ctx, func() error {
		return s.write(ctx, func(tx *Tx) error {
			living, _, err := tx.sweep(time.Time{}, 0)
			if err != nil {
				return err
			}
			s.living.Store(int64(living))
			return nil
		})
	})
}

// notify tells other processes that this transaction has left something without an owner, or has
// changed something. They hear it once the transaction is committed. hear reads what notify writes.
func notify(tx *Tx, what string, process int64, which ...string) error {
	words := append([]string{what, strconv.FormatInt(process, 10)}, which...)
	return tx.Exec("notify", `SELECT pg_notify($1, $2)`, notifyChannel, strings.Join(words, " "))
}

// tell tells other processes, within newsEvery, which things have changed that people may be looking
// at. If this process is killed before, the others notice that it is gone and look at everything.
func (s *session) tell(touched []Touch) {
	if len(touched) == 0 || s.living.Load() <= 1 {
		return
	}
	s.tellIn(newsEvery, touched)
}

// tellIn tells other processes of touches after a pause, with all others that come meanwhile.
func (s *session) tellIn(pause time.Duration, touched []Touch) {
	isFirst := s.news.add(touched)
	if isFirst {
		time.AfterFunc(pause, s.tellNews)
	}
}

// tellNews tells other processes of the touches that they do not know yet. If that fails, it tries again
// until the session ends. Then the others notice that this process is gone.
func (s *session) tellNews() {
	ctx, cancel := context.WithTimeout(context.Background(), sweepFor)
	defer cancel()
	touched := s.news.take()
	err := s.write(ctx, func(tx *Tx) error {
		return notify(tx, "touched", s.process.Load(), wordsOf(touched)...)
	})
	if err != nil && !s.hasEnded() {
		s.tellIn(newsAgain, touched)
	}
}

func (s *session) hasEnded() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// close ends the session, frees the claims of this process, and tells others that it has ended.
func (s *session) close() {
	s.stop()
	<-s.done
	ctx, cancel := context.WithTimeout(context.Background(), closeFor)
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

// pause waits for a time, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
