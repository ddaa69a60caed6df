package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

var errClosed = errors.New("the database is closed")

// A connection is one to the database, with the statements prepared on it: each
// text is prepared once. It is for one transaction at a time.
type connection struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt // by text
}

func newConnection(ctx context.Context, db *sql.DB) (*connection, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{conn: conn, prepared: map[string]*sql.Stmt{}}, nil
}

func (c *connection) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := c.prepared[query]; s != nil {
		return s, nil
	}
	s, err := c.conn.PrepareContext(ctx, query)
	if err == nil {
		c.prepared[query] = s
	}
	return s, err
}

func (c *connection) exec(ctx context.Context, query string, args []any) (int64, error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (c *connection) query(ctx context.Context, query string, args []any, row func(names []string, values []any) error) (err error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }() // rows left open would hold the WAL
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := errors.Join(rows.Scan(into...), row(names, values)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// do runs one of the statements that a transaction is made of, which no context
// may break off.
func (c *connection) do(query string) error {
	_, err := c.exec(context.Background(), query, nil)
	return err
}

func (c *connection) close() (err error) {
	for _, s := range c.prepared {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, c.conn.Close())
}

// A group is committed when nobody waits, when it has had so many functions, or
// after so long: the first of them waits for the last.
const (
	groupSize = 128
	groupTime = 10 * time.Millisecond
	// On a slow disk a group lasts so many times as long as a commit does, but no
	// more than longestExtra longer: else most of the time goes into waiting for it.
	groupCommits = 3
	longestExtra = 40 * time.Millisecond
	// linger is the least time between two commits while several write at a time: a
	// group that would come sooner waits for more functions, since each commit writes
	// whole pages. crowding is for how long after one of them waited several are assumed.
	linger   = 4 * time.Millisecond
	crowding = 100 * time.Millisecond
)

// A group is a transaction shared by functions that waited for the one connection that
// writes. Each has a savepoint of its own, and all wait for the one commit: the disk is
// flushed once for all.
type group struct {
	begun time.Time     // zero: there is no transaction yet
	size  int           // how many functions it has had
	lost  error         // why the transaction has ended early
	done  chan struct{} // closed when it has ended
	err   error         // why nothing of it is kept; to be read when done
}

// A turns passes the connection that writes from one goroutine to the next, in
// the order in which they came. A function runs on the goroutine of its caller,
// whose panics are its own. All but the channels are for whose turn it is.
type turns struct {
	db      *sql.DB
	next    chan *group   // who receives the group has the turn; one stands in it while nobody has
	closing chan struct{} // closed when nobody may come any longer
	closed  chan struct{} // closed when nobody is left

	ended   time.Time     // when the last commit was
	crowded time.Time     // when somebody last came while others wrote
	extra   time.Duration // how much longer groups last since the disk is slow

	conn    *connection // nil: to be opened
	process int64       // this one's row; 0: it has none yet
}

func newTurns(db *sql.DB) *turns {
	t := &turns{db: db, next: make(chan *group, 1), closing: make(chan struct{}), closed: make(chan struct{})}
	t.next <- newGroup()
	return t
}

func newGroup() *group { return &group{done: make(chan struct{})} }

// write runs fn when its turn comes, and returns when its group is on the disk.
func (t *turns) write(ctx context.Context, fn func(tx *Tx) error) error {
	g, err := t.wait(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	if err := t.run(ctx, g, fn); err != nil {
		return err
	}
	<-g.done
	return g.err
}

// wait waits for a turn, and returns the group to join.
func (t *turns) wait(ctx context.Context) (*group, error) {
	select {
	case <-t.closing:
		return nil, errClosed
	default:
	}
	select {
	case g := <-t.next:
		if !g.begun.IsZero() {
			t.crowded = time.Now()
		}
		return g, nil
	default:
	}
	select { // a channel serves those that wait in the order in which they came
	case g := <-t.next:
		t.crowded = time.Now()
		return g, nil
	case <-t.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run runs fn in a group, and passes the turn on, also after a panic. fn has a savepoint of
// its own, which is undone if fn returns an error or panics, or ctx ends.
func (t *turns) run(ctx context.Context, g *group, fn func(tx *Tx) error) (err error) {
	defer t.pass(g)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	if g.begun.IsZero() {
		if t.conn == nil {
			t.conn, err = newConnection(context.Background(), t.db)
		}
		if err == nil {
			err = t.conn.do(`BEGIN IMMEDIATE`)
		}
		if err != nil {
			return fmt.Errorf("begin transaction: %w", err)
		}
		g.begun = time.Now()
	}
	g.size++
	if g.lost = t.conn.do(`SAVEPOINT own`); g.lost != nil {
		return fmt.Errorf("begin transaction: %w", g.lost)
	}
	tx := &Tx{ctx: ctx, q: t.conn, write: true, process: t.process}
	kept := false
	defer func() {
		if kept {
			return
		}
		g.lost = tx.lost
		if g.lost == nil {
			g.lost = errors.Join(t.conn.do(`ROLLBACK TO own`), t.conn.do(`RELEASE own`))
		}
		if g.lost != nil && err == nil { // otherwise err says so, and after a panic nobody reads it
			err = fmt.Errorf("roll back: %w", g.lost)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if tx.lost != nil {
		return tx.lost
	}
	if err := t.conn.do(`RELEASE own`); err != nil {
		tx.lost = err
		return fmt.Errorf("commit: %w", err)
	}
	kept = true
	return nil
}

// pass passes the turn on: in the group, to a function that waits or comes soon, or else in a
// new group, when this one has ended. Whoever is the last to leave a group ends it.
func (t *turns) pass(g *group) {
	if !g.begun.IsZero() && g.lost == nil && g.size < groupSize && time.Since(g.begun) < groupTime+t.extra {
		wait := linger - time.Since(t.ended)
		if time.Since(t.crowded) >= crowding {
			wait = 0
		}
		t.next <- g
		if wait > 0 {
			select {
			case <-time.After(wait):
			case <-g.done:
				return
			}
		}
		select {
		case g = <-t.next: // nobody has the turn
		default:
			return
		}
	}
	t.finish(g)
	t.next <- newGroup()
	close(g.done)
}

// finish commits a group, or rolls it back if it is lost.
func (t *turns) finish(g *group) {
	switch {
	case g.lost != nil:
		g.err = fmt.Errorf("the transaction was lost with another: %w", g.lost)
	case !g.begun.IsZero():
		began := time.Now()
		if err := t.conn.do(`COMMIT`); err != nil {
			g.err = fmt.Errorf("commit: %w", err)
		}
		t.ended = time.Now()
		t.extra = (7*t.extra + min(max(0, groupCommits*t.ended.Sub(began)-groupTime), longestExtra)) / 8
	}
	if g.err != nil {
		// SQLite may have rolled it back by itself; only a new connection is sure to
		// be in no transaction.
		if err := t.conn.do(`ROLLBACK`); err != nil {
			g.err = errors.Join(g.err, t.conn.close())
			t.conn = nil
		}
	}
}

// close waits for the transactions in progress and those that wait.
func (t *turns) close() error {
	close(t.closing)
	g := <-t.next
	close(t.closed)
	t.finish(g)
	close(g.done)
	if t.conn == nil {
		return nil
	}
	// If its claims are not freed now, the next process that enters does it.
	var err error
	if t.process != 0 && t.conn.do(`BEGIN IMMEDIATE`) == nil {
		end := `COMMIT`
		if (&Tx{ctx: context.Background(), q: t.conn, write: true}).leave(t.process) != nil {
			end = `ROLLBACK`
		}
		err = t.conn.do(end)
	}
	return errors.Join(err, t.conn.close())
}
