package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
	"github.com/jackc/puddle/v2"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrDamaged says that the file is damaged, or no longer a database. Further writes may be lost, or
// may damage more. So the program should end.
var ErrDamaged = errors.New("the database is damaged")

// A Store is an open database. It is safe for concurrent use.
//
// Nothing else in the process may open the file, not even to copy it: closing
// a file drops the POSIX locks which SQLite holds on it. Backup makes copies.
type Store struct {
	// path is the absolute path of the file, or the address of the server.
	path string
	// tables are the kernel's, and those given to Open.
	tables declarations
	// outdated is the error of every Read if the schema is older than this program; else it is nil.
	outdated error

	// server is nil if the database is a file. If it is on a server, the fields from writer to lock are not used.
	server *server

	// writer opens the connection that writes to the file, and queue hands that connection from one
	// goroutine to the next. In read-only mode (see OpenReadOnly) writer has only read the schema, and queue
	// is nil.
	writer *sql.DB
	queue  *writeQueue
	// file is open only to be synced. It closes last, because that drops the locks of SQLite. In read-only
	// mode it is nil.
	file *os.File
	// readers opens the connections that read from the file, and pool keeps them.
	readers *sql.DB
	pool    *puddle.Pool[*connection]
	log     writeAheadLog
	// lock is held while this process serves from the file; nil: it does not serve.
	lock *flock.Flock

	// damaged is closed when a transaction has met damage. closeDamaged makes that happen only once.
	damaged      chan struct{}
	closeDamaged sync.Once
	// closing makes Close close the database only once.
	closing sync.Once

	// onCommit, onBegin and observer are the functions given to OnCommit, OnBegin and Observe.
	onCommit atomic.Pointer[func(Committed)]
	onBegin  atomic.Pointer[func()]
	observer atomic.Pointer[func(write bool, took time.Duration, statements int)]
	// tellsTouches reports whether TellTouches was called.
	tellsTouches atomic.Bool
	// doubts counts the commits that may or may not have succeeded.
	doubts atomic.Int64
}

// Write runs fn in a transaction that may change things, and returns once the transaction is on the
// disk. If fn returns an error or panics, or ctx ends before fn does, nothing that fn wrote is kept. fn
// must not call Write, and should wait for nothing but the database.
//
// On a file writers queue. Up to batchSize of them, or those that come within batchTime, are committed
// together, because a slow disk can flush only so often. Each writer sees what those before it wrote.
// If one fails, only its own changes are lost. If the commit fails, all of them fail.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	var done *Tx
	err := s.transact(ctx, writes, func(tx *Tx) error {
		done = tx
		return fn(tx)
	})
	if err != nil {
		return err
	}
	s.changed(done.committed)
	if s.tellsTouches.Load() && s.hasSession() {
		s.server.own.tell(done.committed.Touched)
	}
	return nil
}

// hasSession reports whether other processes know this one.
func (s *Store) hasSession() bool { return s.server != nil && s.server.own != nil }

// changed calls the function of OnCommit.
func (s *Store) changed(c Committed) {
	f := s.onCommit.Load()
	if f != nil && !c.isEmpty() {
		(*f)(c)
	}
}

// Commit is Write, repeated while another transaction is in the way: see Retry.
func (s *Store) Commit(ctx context.Context, fn func(tx *Tx) error) error {
	return Retry(ctx, func() error { return s.Write(ctx, fn) })
}

// Read runs fn on one snapshot of the database. Other transactions do not change the snapshot, and they
// do not wait for fn.
func (s *Store) Read(ctx context.Context, fn func(tx *Tx) error) error {
	if s.outdated != nil {
		return s.outdated
	}
	return s.transact(ctx, reads, fn)
}

// Look is Read, but on a server it has no snapshot: each query sees what was committed before that query. That
// saves the round trips that begin and end a transaction.
func (s *Store) Look(ctx context.Context, fn func(tx *Tx) error) error {
	if s.outdated != nil {
		return s.outdated
	}
	return s.transact(ctx, looks, fn)
}

// transact runs fn in a transaction of a kind, and then calls the observer.
func (s *Store) transact(ctx context.Context, k kind, fn func(tx *Tx) error) error {
	began := time.Now()
	statements := 0
	err := s.begin(ctx, k, func(tx *Tx) error {
		tx.tables = s.tables
		defer func() { statements = tx.statements }()
		if f := s.onBegin.Load(); f != nil && k == writes {
			(*f)()
		}
		return fn(tx)
	})
	if f := s.observer.Load(); f != nil {
		(*f)(k == writes, time.Since(began), statements)
	}
	if errors.Is(err, errDoubt) {
		s.doubts.Add(1)
	}
	if s.server == nil && isDamage(err) {
		s.closeDamaged.Do(func() { close(s.damaged) })
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// begin runs fn in a transaction, on the server or on the file.
func (s *Store) begin(ctx context.Context, k kind, fn func(tx *Tx) error) error {
	switch {
	case s.server != nil:
		return s.server.transact(ctx, k, fn)
	case k != writes:
		return s.read(ctx, fn)
	case s.queue == nil:
		return errReadOnly
	}
	return s.queue.write(ctx, fn)
}

// isDamage reports whether an error says that the file is damaged.
func isDamage(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

// read runs fn on one snapshot of the file, on a connection of the pool.
func (s *Store) read(ctx context.Context, fn func(tx *Tx) error) (err error) {
	if err := s.log.readers.enter(ctx); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer s.log.readers.leave()
	pooled, err := s.beginRead(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() {
		endErr := pooled.Value().do(`ROLLBACK`)
		if endErr != nil {
			// The connection may still be in the transaction.
			err = errors.Join(err, endErr)
			pooled.Destroy()
			return
		}
		pooled.Release()
	}()
	tx := &Tx{ctx: ctx, q: pooled.Value()}
	if s.queue != nil {
		tx.process = s.queue.process
	}
	return fn(tx)
}

// beginRead returns a connection that has begun a transaction.
func (s *Store) beginRead(ctx context.Context) (*puddle.Resource[*connection], error) {
	pooled, err := s.pool.Acquire(ctx)
	if errors.Is(err, puddle.ErrClosedPool) {
		return nil, errClosed
	}
	if err != nil {
		return nil, err
	}
	err = pooled.Value().do(`BEGIN`)
	if err != nil {
		pooled.Destroy()
		return nil, err
	}
	return pooled, nil
}

// Damaged returns a channel that is closed when a transaction has met damage.
func (s *Store) Damaged() <-chan struct{} { return s.damaged }

// Observe makes the Store call f after every transaction. f is told whether the transaction may write,
// how long it took (including the wait for its turn), and how many statements it had.
func (s *Store) Observe(f func(write bool, took time.Duration, statements int)) {
	s.observer.Store(&f)
}

// OnCommit makes the Store call f with what a transaction changed, as soon as the transaction is
// committed and before Write returns. On a server the Store also calls f when other processes leave
// something without an owner, or touch something. f replaces the function of an earlier call. It must
// not wait for a transaction.
func (s *Store) OnCommit(f func(Committed)) { s.onCommit.Store(&f) }

// TellTouches makes this process tell the other processes on a server what its commits touch. Several
// commits share one notification.
func (s *Store) TellTouches() { s.tellsTouches.Store(true) }

// Lapsed reports whether the session with a server is lost now, or was lost since an earlier call of
// Lapsed. Then other processes may have declared this one dead, and StillHere would not notice it. The
// argument before is the number of lapses that the earlier call returned. On a file nothing lapses.
func (s *Store) Lapsed(before int64) (lapses int64, lapsed bool) {
	if !s.hasSession() {
		return 0, false
	}
	lapses = s.server.own.lapses.Load()
	// Each loss of the session counts one, and so does each return.
	isLost := lapses%2 == 1
	return lapses, isLost || lapses != before
}

// Doubts returns how many transactions have failed so far although they may have been committed: the
// connection to a server was lost before it answered. OnCommit's function is told nothing of them.
func (s *Store) Doubts() int64 { return s.doubts.Load() }

// Processes returns how many living processes have this database open for writing, this one among them. On a
// file it returns 1.
func (s *Store) Processes() int {
	if !s.hasSession() {
		return 1
	}
	return max(1, int(s.server.own.living.Load()))
}

// Outdated returns an OutdatedError if the database is open in read-only mode, and its schema is older than
// this program. Otherwise it returns nil.
func (s *Store) Outdated() error { return s.outdated }

// Writers returns how many transactions should write at the same time to get much work done: 1 on a file. On a
// server it is a quarter of poolSize, so that other work finds connections, too.
func (s *Store) Writers() int {
	if s.server == nil {
		return 1
	}
	return poolSize / 4
}

// Size returns how many bytes the database takes on the disk, with its log.
func (s *Store) Size() (int64, error) {
	if s.server != nil {
		return s.server.size()
	}
	var size int64
	for _, name := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, nil
}

// Close waits for the transactions in progress and closes the database.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		if s.server != nil {
			s.server.close()
			return
		}
		err = s.closeFile()
	})
	return err
}

func (s *Store) closeFile() error {
	var err error
	if s.queue != nil {
		err = s.queue.close()
	}
	// The writer closes after the readers: the connection to the file that closes last folds the log into it.
	s.pool.Close()
	err = errors.Join(err, s.readers.Close(), s.writer.Close())
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}
