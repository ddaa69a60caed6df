package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	// A batch is full after batchSize functions, or after batchTime. Even its first function returns
	// only when the batch is committed.
	batchSize = 128
	batchTime = 10 * time.Millisecond
	// On a slow disk a batch lasts longer than batchTime: three times (commitTimes) as long as a commit, but
	// at most maxExtra longer than batchTime. Otherwise most of the time would go into waiting for the disk.
	commitTimes = 3
	maxExtra    = 40 * time.Millisecond
	// commitGap is the least time between two commits while several goroutines write. Each commit
	// writes whole pages, so a batch that would be committed sooner waits for more functions.
	commitGap = 4 * time.Millisecond
	// busyFor is how long the queue assumes that several goroutines write, after one had to wait.
	busyFor = 100 * time.Millisecond
)

// A batch is a transaction that several functions share, so that the disk is flushed once for all of
// them. Each function has a savepoint of its own. All wait for the one commit.
type batch struct {
	// begun is when the transaction began; zero: it has not begun.
	begun time.Time
	// size counts the functions that have run in it.
	size int
	// lost is the error that ended the transaction early; nil: it goes on.
	lost error
	// done is closed when the batch has ended.
	done chan struct{}
	// err is why nothing of the batch is kept; nil: it is committed. It may be read once done is closed.
	err error
}

func newBatch() *batch { return &batch{done: make(chan struct{})} }

// A writeQueue lets one goroutine at a time write to a file, in the order in which they came. Each
// function runs on the goroutine of its caller. So a panic in it reaches the caller.
//
// The channel turn holds one batch. A goroutine that receives the batch has the turn until it sends a
// batch back: the same batch, which the next goroutine joins, or a new one. Only the goroutine with
// the turn writes, and uses the fields below the channels.
type writeQueue struct {
	db  *sql.DB
	log *writeAheadLog
	// checkpointer copies the log into the file.
	checkpointer *checkpointer

	// turn is empty while a goroutine has the turn.
	turn chan *batch
	// closing is closed when close is called: nobody else may join the queue.
	closing chan struct{}
	// closed is closed when close has taken the turn for good.
	closed chan struct{}

	// lastCommit is when the last commit ended.
	lastCommit time.Time
	// lastWait is when a goroutine last came while another wrote.
	lastWait time.Time
	// extra is how much longer than batchTime batches last because the disk is slow.
	extra time.Duration

	// conn is nil before the first function, and after a failure that may have broken it.
	conn *connection
	// process is the ID of this process in the table processes; 0: it has none yet.
	process int64
}

func newWriteQueue(db *sql.DB, file *os.File, log *writeAheadLog) *writeQueue {
	q := &writeQueue{
		db:           db,
		log:          log,
		checkpointer: newCheckpointer(db, file),
		turn:         make(chan *batch, 1),
		closing:      make(chan struct{}),
		closed:       make(chan struct{}),
	}
	q.turn <- newBatch()
	return q
}

// write runs fn when its turn comes, and returns when its batch is on the disk.
func (q *writeQueue) write(ctx context.Context, fn func(tx *Tx) error) error {
	b, err := q.wait(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	if err := q.run(ctx, b, fn); err != nil {
		return err
	}
	<-b.done
	return b.err
}

// wait waits for a turn, and returns the batch to join.
func (q *writeQueue) wait(ctx context.Context) (*batch, error) {
	select {
	case <-q.closing:
		return nil, errClosed
	default:
	}
	select {
	case b := <-q.turn:
		// Nobody else had the turn. But if the batch has begun, another goroutine wrote a moment ago.
		// That also counts as a wait.
		hasBegun := !b.begun.IsZero()
		if hasBegun {
			q.lastWait = time.Now()
		}
		return b, nil
	default:
	}
	// Somebody has the turn. A channel serves those that wait in the order in which they came.
	select {
	case b := <-q.turn:
		q.lastWait = time.Now()
		return b, nil
	case <-q.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// run runs fn in a batch, and then passes the turn on, even after a panic. If fn returns an error or
// panics, or if ctx ends, what fn has written is undone.
func (q *writeQueue) run(ctx context.Context, b *batch, fn func(tx *Tx) error) error {
	defer q.pass(b)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	if err := q.begin(b); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	tx := &Tx{ctx: ctx, q: q.conn, write: true, process: q.process}
	kept := false
	defer func() {
		if !kept {
			b.lost = q.undo(tx)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	// fn may have ignored the error that ended the transaction.
	if tx.lost != nil {
		return tx.lost
	}
	if err := q.conn.do(`RELEASE own`); err != nil {
		tx.lost = err
		return fmt.Errorf("commit: %w", err)
	}
	kept = true
	return nil
}

// begin begins a function's part of a batch. Before the first part it begins the batch itself.
func (q *writeQueue) begin(b *batch) error {
	if b.begun.IsZero() {
		if err := q.connect(); err != nil {
			return err
		}
		if err := q.conn.do(`BEGIN IMMEDIATE`); err != nil {
			return err
		}
		b.begun = time.Now()
	}
	b.size++
	b.lost = q.conn.do(`SAVEPOINT own`)
	return b.lost
}

func (q *writeQueue) connect() error {
	if q.conn != nil {
		return nil
	}
	conn, err := newConnection(context.Background(), q.db)
	if err != nil {
		return err
	}
	q.conn = conn
	return nil
}

// undo undoes a function's part of a batch. It returns an error if the whole batch is lost.
func (q *writeQueue) undo(tx *Tx) error {
	if tx.lost != nil {
		return tx.lost
	}
	return errors.Join(q.conn.do(`ROLLBACK TO own`), q.conn.do(`RELEASE own`))
}

// pass passes the turn on. If another function waits, or comes soon, that function gets the turn with
// the same batch. Otherwise pass ends the batch, and puts a new one into the channel.
func (q *writeQueue) pass(b *batch) {
	if q.takesMore(b) {
		b = q.offer(b)
		if b == nil {
			return
		}
	}
	q.finish(b)
	q.turn <- newBatch()
	close(b.done)
}

// takesMore reports whether another function may join a batch.
func (q *writeQueue) takesMore(b *batch) bool {
	isRunning := !b.begun.IsZero() && b.lost == nil
	if !isRunning {
		return false
	}
	return b.size < batchSize && time.Since(b.begun) < batchTime+q.extra
}

// offer puts a batch into the channel, so that a function that waits can join it. While several goroutines
// write, offer leaves it there until commitGap after the last commit, so that more functions can join.
//
// Then it takes the turn back, and returns the batch that it finds in the channel. Usually that is b. It may be
// a later batch, if others have ended b just now. It does no harm to end that one early. offer returns nil if
// another goroutine has the turn or has ended b: then it is for that goroutine to pass the turn on.
func (q *writeQueue) offer(b *batch) *batch {
	wait := commitGap - time.Since(q.lastCommit)
	isBusy := time.Since(q.lastWait) < busyFor
	q.turn <- b
	if isBusy && wait > 0 {
		select {
		case <-time.After(wait):
		case <-b.done:
			return nil
		}
	}
	select {
	case current := <-q.turn:
		return current
	default:
		return nil
	}
}

// finish commits a batch, or rolls it back if it is lost.
func (q *writeQueue) finish(b *batch) {
	b.err = q.commit(b)
	if b.err == nil {
		q.copyLog()
		return
	}
	// ROLLBACK fails if SQLite has rolled back by itself. Then the next function gets a new connection,
	// which is certainly in no transaction.
	if err := q.conn.do(`ROLLBACK`); err != nil {
		b.err = errors.Join(b.err, q.conn.close())
		q.conn = nil
	}
}

// copyLog copies what the checkpointer has left of the write-ahead log into the file, and cuts the log
// back if it is long. If that fails, the connection is not used again. What was committed stays.
func (q *writeQueue) copyLog() {
	if q.conn == nil {
		return
	}
	now := time.Now()
	q.checkpointer.tell(now)
	err := q.checkpointer.finish(q.conn)
	if err == nil {
		err = q.log.shrink(q.conn, now)
	}
	if err != nil {
		_ = q.conn.close()
		q.conn = nil
	}
}

// commit commits a batch, and measures how slow the disk is.
func (q *writeQueue) commit(b *batch) error {
	if b.lost != nil {
		return fmt.Errorf("the transaction was lost with another: %w", b.lost)
	}
	if b.begun.IsZero() {
		return nil
	}
	began := time.Now()
	err := q.conn.do(`COMMIT`)
	q.lastCommit = time.Now()
	took := q.lastCommit.Sub(began)
	extra := min(max(0, commitTimes*took-batchTime), maxExtra)
	// The new value counts one eighth, so one slow commit alone changes little.
	q.extra = (7*q.extra + extra) / 8
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// close ends the queue. It waits for all who have joined the queue.
func (q *writeQueue) close() error {
	close(q.closing)
	b := <-q.turn
	close(q.closed)
	q.finish(b)
	close(b.done)
	q.checkpointer.close()
	if q.conn == nil {
		return nil
	}
	return errors.Join(q.leave(), q.conn.close())
}

// leave frees the claims of this process. If that fails, the next process that opens the file frees
// them.
func (q *writeQueue) leave() error {
	if q.process == 0 {
		return nil
	}
	if q.conn.do(`BEGIN IMMEDIATE`) != nil {
		return nil
	}
	tx := &Tx{ctx: context.Background(), q: q.conn, write: true}
	if tx.leave(q.process) != nil {
		return q.conn.do(`ROLLBACK`)
	}
	return q.conn.do(`COMMIT`)
}
