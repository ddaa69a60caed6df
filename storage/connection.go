package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
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

func (c *connection) close() error {
	var errs []error
	for _, s := range c.prepared {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.conn.Close())...)
}

// A pool holds the connections that read, nil for one that is not open yet.
type pool struct {
	db      *sql.DB
	process int64 // this one, 0 if it makes no claims
	conns   chan *connection
	once    sync.Once
}

// read runs fn on one snapshot.
func (p *pool) read(ctx context.Context, fn func(tx *Tx) error) (err error) {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	var conn *connection
	select {
	case c, ok := <-p.conns:
		if !ok {
			return fmt.Errorf("begin transaction: %w", errClosed)
		}
		conn = c
	case <-ctx.Done():
		return fmt.Errorf("begin transaction: %w", ctx.Err())
	}
	defer func() { p.conns <- conn }()
	if conn == nil {
		if conn, err = newConnection(ctx, p.db); err != nil {
			return fmt.Errorf("begin transaction: %w", err)
		}
	}
	if err := conn.do(`BEGIN`); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() {
		if e := conn.do(`ROLLBACK`); e != nil { // it may still be in the transaction
			err = errors.Join(err, e, conn.close())
			conn = nil
		}
	}()
	return fn(&Tx{ctx: ctx, q: conn, process: p.process})
}

// close waits for the transactions in progress.
func (p *pool) close() error {
	var errs []error
	p.once.Do(func() {
		for range cap(p.conns) {
			if conn := <-p.conns; conn != nil {
				errs = append(errs, conn.close())
			}
		}
		close(p.conns)
	})
	return errors.Join(errs...)
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
	begun time.Time // zero: there is no transaction yet
	size  int
	lost  error         // why the transaction has ended early
	done  chan struct{} // closed when it has ended
	err   error         // why nothing of it is kept; to be read when done
}

// A turns passes the connection that writes from one goroutine to the next, in
// the order in which they came. A function runs on the goroutine of its caller,
// whose panics are its own.
type turns struct {
	db      *sql.DB
	longest time.Duration // groupTime

	mu      sync.Mutex
	waiting []chan *group
	busy    bool          // a function runs, or a group lingers
	parked  *group        // one that lingers; nil: none does
	ended   time.Time     // when the last commit was
	extra   time.Duration // how much longer groups last since the disk is slow
	crowded time.Time     // when somebody last came while it was another's turn
	closed  bool
	idle    *sync.Cond

	conn    *connection // for whose turn it is; nil: to be opened
	process int64       // this one's row; 0: it has none yet
}

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
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil, errClosed
	}
	if !t.busy {
		t.busy = true
		t.mu.Unlock()
		return &group{done: make(chan struct{})}, nil
	}
	t.crowded = time.Now()
	if g := t.parked; g != nil {
		t.parked = nil
		t.mu.Unlock()
		return g, nil
	}
	turn := make(chan *group, 1)
	t.waiting = append(t.waiting, turn)
	t.mu.Unlock()
	select {
	case g := <-turn:
		return g, nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	i := slices.Index(t.waiting, turn)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	t.mu.Unlock()
	if i < 0 { // the turn came at this moment
		t.pass(<-turn)
	}
	return nil, ctx.Err()
}

// run runs fn in a group, and passes the turn on, also after a panic. fn has a savepoint of
// its own, which is undone if fn returns an error or panics, or ctx ends.
func (t *turns) run(ctx context.Context, g *group, fn func(tx *Tx) error) (err error) {
	defer t.pass(g)
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

// pass gives the turn to the next one: in the same group, or in a new one after
// this one was ended.
func (t *turns) pass(g *group) {
	t.mu.Lock()
	if len(t.waiting) > 0 && g.takesMore(t.longest+t.extra) {
		t.next(g)
		t.mu.Unlock()
		return
	}
	now := time.Now()
	wait := linger - now.Sub(t.ended)
	if now.Sub(t.crowded) >= crowding || wait <= 0 || len(t.waiting) > 0 || !g.takesMore(t.longest+t.extra) {
		t.mu.Unlock()
		t.finish(g)
		return
	}
	t.parked = g
	t.mu.Unlock()
	time.AfterFunc(wait, func() {
		t.mu.Lock()
		ends := t.parked == g // else somebody has joined it
		if ends {
			t.parked = nil
		}
		t.mu.Unlock()
		if ends {
			t.finish(g)
		}
	})
}

// finish commits a group, or rolls it back if it is lost, and passes the turn on.
func (t *turns) finish(g *group) {
	began, commits := time.Now(), !g.begun.IsZero() && g.lost == nil
	switch {
	case commits:
		if err := t.conn.do(`COMMIT`); err != nil {
			g.err = fmt.Errorf("commit: %w", err)
		}
	case !g.begun.IsZero():
		g.err = fmt.Errorf("the transaction was lost with another: %w", g.lost)
	}
	took := time.Since(began)
	if g.err != nil {
		// SQLite may have rolled it back by itself; only a new connection is sure to
		// be in no transaction.
		if err := t.conn.do(`ROLLBACK`); err != nil {
			g.err = errors.Join(g.err, t.conn.close())
			t.conn = nil
		}
	}
	close(g.done)
	t.mu.Lock()
	defer t.mu.Unlock()
	if commits { // how long groups are to be
		t.extra = (7*t.extra + min(max(0, groupCommits*took-groupTime), longestExtra)) / 8
	}
	t.ended = time.Now()
	if len(t.waiting) > 0 {
		t.next(&group{done: make(chan struct{})})
		return
	}
	t.busy = false
	t.idle.Broadcast()
}

func (g *group) takesMore(longest time.Duration) bool {
	return !g.begun.IsZero() && g.lost == nil && g.size < groupSize && time.Since(g.begun) < longest
}

// next is called with mu held.
func (t *turns) next(g *group) {
	turn := t.waiting[0]
	t.waiting = slices.Delete(t.waiting, 0, 1)
	turn <- g
}

// close waits for the transactions in progress and those that wait.
func (t *turns) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for t.busy {
		t.idle.Wait()
	}
	if t.conn == nil {
		return nil
	}
	conn := t.conn
	t.conn = nil
	// If its claims are not freed now, the next process that enters does it.
	var err error
	if t.process != 0 && conn.do(`BEGIN IMMEDIATE`) == nil {
		end := `COMMIT`
		if (&Tx{ctx: context.Background(), q: conn, write: true}).leave(t.process) != nil {
			end = `ROLLBACK`
		}
		err = conn.do(end)
	}
	return errors.Join(err, conn.close())
}
