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
	// exchangeFor is how long a sweep, or another short exchange with the server, may take. Without
	// such a limit this process would wait for a dead connection for ever.
	exchangeFor = 10 * time.Second
	// connectAgain is the pause between two tries to connect again.
	connectAgain = time.Second
	// connectFor is how long such a try may take. It waits for the lock of the old connection, which the
	// server frees only when it notices that this one is lost.
	connectFor = time.Minute
	// closeFor is how long the end of a session may take.
	closeFor = 5 * time.Second
	// notifyChannel is the channel of PostgreSQL on which the processes notify each other.
	notifyChannel = "reckon"
)

// A session is a connection that a process has to a server for as long as the process runs. The connection
// holds a lock, which the server frees as soon as the process is gone. Over the connection the process hears
// the notifications of other processes.
type session struct {
	config *pgx.ConnConfig
	host   string
	// write is Store.Write.
	write func(context.Context, func(*Tx) error) error
	// changed is called with what other processes have changed, or left without an owner.
	changed func(Committed)
	// process is the ID of this process in the table processes. It is 0 until the process is stored.
	process atomic.Int64
	// living is how many processes live.
	living atomic.Int64
	// lapses counts each loss of the connection, and each connection after the first. So it is odd
	// while the connection is lost.
	lapses atomic.Int64
	news   news
	stop   context.CancelFunc
	// done is closed when the session has ended.
	done chan struct{}
}

// openSession opens a session. The arguments are the fields of the session with the same names.
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

// connect opens the connection and enters this process.
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

// enter locks and stores this process, begins to listen, counts the living processes, and tells the others
// that this one has come. A process that comes back keeps its ID.
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
	_, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, notifyChannel, fmt.Sprintf("processes %d", id))
	return err
}

// run hears notifications until ctx ends. If the connection is lost, run makes a new one.
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
	// If ctx ended during reconnect, there is no connection.
	if conn != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
	}
}

// reconnect tries to connect until it succeeds. If ctx ends before that, it returns nil.
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

// hear waits for a notification and handles it. Its payload is made of words: what has happened, the ID of
// the process that says so, and the touches if there are any (see notify). If a process came or ended, or
// if no notification comes for a while, hear looks for processes that are gone.
func (s *session) hear(ctx context.Context, conn *pgx.Conn) error {
	payload, err := listen(ctx, conn, sweepEvery, exchangeFor)
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
		s.changed(Committed{UnclaimedDeliveries: true})
		return nil
	case "touched":
		s.changed(Committed{Touched: readTouches(touched)})
		return nil
	case "":
		// No notification came.
	default:
		// This is "processes": a process came or ended. One that ended has left its jobs, too.
		s.changed(anything)
	}
	s.sweep(ctx)
	return nil
}

// listen waits for a notification for as long as wait, and returns its payload. If none comes, it pings the
// server. If the server answers within pingFor, listen returns an empty payload. Otherwise the connection is
// dead, and listen fails.
func listen(ctx context.Context, conn *pgx.Conn, wait, pingFor time.Duration) (payload string, err error) {
	waiting, cancel := context.WithTimeout(ctx, wait)
	n, err := conn.WaitForNotification(waiting)
	cancel()
	if err == nil {
		return n.Payload, nil
	}
	// If only the time to wait is over, the connection is still open.
	if conn.IsClosed() || ctx.Err() != nil {
		return "", err
	}
	pinging, cancel := context.WithTimeout(ctx, pingFor)
	defer cancel()
	return "", conn.Ping(pinging)
}

// anything says that other processes may have changed or left anything.
var anything = Committed{UnclaimedDeliveries: true, MoreJobs: true, Touched: []Touch{{Kind: TouchAll}}}

// sweep counts the living processes, and frees the claims of those that are gone.
func (s *session) sweep(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, exchangeFor)
	defer cancel()
	// If this fails, the next sweep does it.
	_ = Retry(ctx, func() error {
		return s.write(ctx, func(tx *Tx) error {
			// The arguments matter only on a file. On a server the locks tell which processes live.
			living, err := tx.sweep(time.Time{}, 0)
			if err != nil {
				return err
			}
			s.living.Store(int64(len(living)))
			return nil
		})
	})
}

// notify tells other processes something once this transaction is committed. The word what is one of these:
//   - "left": deliveries have no owner any more.
//   - "touched": something has changed that people may be looking at. The argument touched has it as words
//     (see wordsOf).
//   - "processes": the process has ended. The method enter also writes this when a process has come.
//
// hear reads what notify writes.
func notify(tx *Tx, what string, process int64, touched ...string) error {
	words := append([]string{what, strconv.FormatInt(process, 10)}, touched...)
	return tx.Exec("notify", `SELECT pg_notify($1, $2)`, notifyChannel, strings.Join(words, " "))
}

// tell tells other processes, within newsEvery, which things have changed that people may be looking
// at. If this process is killed before that, the others notice that it is gone, and take everything for changed.
func (s *session) tell(touched []Touch) {
	if len(touched) == 0 || s.living.Load() <= 1 {
		return
	}
	s.tellIn(newsEvery, touched)
}

// tellIn tells other processes of touches after a pause, together with all touches that are added before it
// is over. If some are waiting already, it only adds to them.
func (s *session) tellIn(pause time.Duration, touched []Touch) {
	isFirst := s.news.add(touched)
	if isFirst {
		time.AfterFunc(pause, s.tellNews)
	}
}

// tellNews tells other processes of the touches that they do not know yet. If that fails, it tries again
// until the session ends. Then the others notice that this process is gone.
func (s *session) tellNews() {
	ctx, cancel := context.WithTimeout(context.Background(), exchangeFor)
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
