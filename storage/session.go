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
	// lookEvery is how often a process looks for others that are gone without a word.
	lookEvery = 5 * time.Second
	// lookFor is how long a look may take: the connection may be gone without a word.
	lookFor = 10 * time.Second
	// connectAgain is the pause before a connection that was lost is made again.
	connectAgain = time.Second
	// processLock is the first half of the lock that a process holds while it lives;
	// the second is its number.
	processLock = 0x7265636b // "reck"
	// channel is where processes tell each other of what they have left to do.
	channel = "reckon"
)

// A session is the connection by which a process is known on a server. It holds a
// lock, which is free as soon as the process is gone, and hears what others tell.
type session struct {
	server  *server
	host    string
	process atomic.Int64
	living  atomic.Int64
	lapses  atomic.Int64 // how often the connection was lost or made again: odd while it is lost
	stop    context.CancelFunc
	done    chan struct{}
}

func openSession(ctx context.Context, v *server, host string) (*session, error) {
	s := &session{server: v, host: host, done: make(chan struct{})}
	conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	go s.run(ctx, conn)
	return s, nil
}

// connect makes the connection, and this process known.
func (s *session) connect(ctx context.Context) (_ *pgx.Conn, err error) {
	conn, err := pgx.ConnectConfig(ctx, s.server.config)
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
	// Known to others only when the lock is held. The one of a connection that was
	// lost may still be held, for a moment.
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1, $2)`, processLock, id); err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `LISTEN `+channel); err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, `INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
		id, s.host, os.Getpid(), time.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	s.process.Store(id)
	if err := s.look(ctx, conn); err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, notice("processes", id))
	return conn, err
}

// notice is what a process tells of.
func notice(what string, process int64) string { return what + " " + strconv.FormatInt(process, 10) }

// run hears what others tell until ctx ends.
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
		s.wake() // nobody knows what was not heard
	}
	if conn != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
	}
}

// hear waits for one notice, or looks for itself after a while.
func (s *session) hear(ctx context.Context, conn *pgx.Conn) error {
	waiting, cancel := context.WithTimeout(ctx, lookEvery)
	n, err := conn.WaitForNotification(waiting)
	cancel()
	if err != nil {
		if conn.IsClosed() || ctx.Err() != nil {
			return err
		}
		return s.look(ctx, conn)
	}
	what, by, _ := strings.Cut(n.Payload, " ")
	if by == strconv.FormatInt(s.process.Load(), 10) {
		return nil
	}
	if what == "processes" {
		return s.look(ctx, conn)
	}
	s.wake()
	return nil
}

func (s *session) wake() { s.server.hook.call(Committed{Unclaimed: true}) }

// look counts the processes that live, and frees what others had in hand that do
// not.
func (s *session) look(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	rows, err := conn.Query(ctx, livingProcesses, processLock)
	if err != nil {
		return err
	}
	var living int64
	var gone []int64
	for rows.Next() {
		var id int64
		var lives bool
		if err := rows.Scan(&id, &lives); err != nil {
			return err
		}
		if lives {
			living++
		} else {
			gone = append(gone, id)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	s.living.Store(living)
	if len(gone) == 0 {
		return nil
	}
	err = s.server.transactLeaving(ctx, gone)
	s.wake() // what they had is for whoever takes it
	return err
}

// livingProcesses are those known, and whether each holds its lock.
const livingProcesses = `
	SELECT p.id, EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
		WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND d.datname = current_database()
			AND CAST(l.classid AS BIGINT) = $1 AND CAST(l.objid AS BIGINT) = p.id)
	FROM processes p ORDER BY p.id`

// transactLeaving frees the claims of processes that are gone.
func (v *server) transactLeaving(ctx context.Context, gone []int64) error {
	return Retry(ctx, func() error {
		return v.write(ctx, func(tx *Tx) error {
			tx.committed.Unclaimed = true
			for _, id := range gone {
				if err := tx.leave(id); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// notify tells other processes, once this transaction is committed, what it has left
// to whoever takes it.
func (v *server) notify(tx *Tx) error {
	if !tx.committed.Unclaimed {
		return nil
	}
	return tx.put("notify", `SELECT pg_notify($1, $2)`, channel, notice("left", tx.process))
}

// close frees what this process has in hand, and has others know.
func (s *session) close() error {
	s.stop()
	<-s.done
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	id := s.process.Load()
	// Whoever is left does it else.
	_ = s.server.write(ctx, func(tx *Tx) error {
		tx.committed.Unclaimed = true
		if err := tx.leave(id); err != nil {
			return err
		}
		return tx.put("notify", `SELECT pg_notify($1, $2)`, channel, notice("processes", id))
	})
	return nil
}

// stillHere is StillHere on a server: who lives holds a lock.
func (tx *Tx) stillHere(now time.Time) (taken bool, err error) {
	type process struct {
		id    int64
		lives bool
	}
	all, err := list(tx, "list processes", func(scan scan) (p process, err error) {
		err = scan(&p.id, &p.lives)
		return p, err
	}, livingProcesses, processLock)
	if err != nil {
		return false, err
	}
	taken = true
	for _, p := range all {
		if p.id == tx.process {
			taken = false
		} else if !p.lives {
			if err := tx.leave(p.id); err != nil {
				return false, err
			}
			tx.committed.Unclaimed = true
		}
	}
	host, err := os.Hostname()
	if err != nil {
		return false, err
	}
	err = tx.put("note process", `
		INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
		tx.process, host, os.Getpid(), instant(now))
	return taken, err
}

// Lapsed tells whether this process may have been taken for gone by others, without its
// knowing it from StillHere, since this returned a number: on a server, when the
// connection by which it is known was lost. It goes on being told until that is made
// again.
func (s *Store) Lapsed(since int64) (now int64, lapsed bool) {
	if s.server == nil || s.server.own == nil {
		return 0, false
	}
	now = s.server.own.lapses.Load()
	return now, now != since || now%2 == 1
}

// Processes is how many living processes serve this database, this one among them:
// 1 on a file.
func (s *Store) Processes() int {
	if s.server == nil || s.server.own == nil {
		return 1
	}
	return max(1, int(s.server.own.living.Load()))
}

// Writers is how many transactions that write are well under way at the same time: 1
// on a file.
func (s *Store) Writers() int {
	if s.server == nil {
		return 1
	}
	return poolSize / 4
}

func (v *server) size() (size int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := v.db.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&size); err != nil {
		return 0, fmt.Errorf("size of database: %w", err)
	}
	return size, nil
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
