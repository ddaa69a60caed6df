package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// How long a connection waits for another process to end its transaction.
const busy = "busy_timeout(5000)"

// A transaction writes whole pages, each with a few rows of its own: of half the
// usual size they come to half as much. A file made before keeps its own.
const small = "page_size(2048)"

// SQLite sorts, and keeps what undoes a savepoint, in memory and not in files.
const inMemory = "temp_store(MEMORY)"

// The write-ahead log is folded into the file every 4096 pages, not every 1000: a
// page that many answers change is then written once for all of them. After a long
// transaction it is cut back to 64 MB.
const (
	checkpoint = "wal_autocheckpoint(4096)"
	keepLog    = "journal_size_limit(67108864)"
)

// Open opens the database file at path, creates it if there is none (readable by
// its owner only), and brings its schema up to date. Other processes may have
// it open at the same time. A file that is no database, a database of another
// program, and one with a schema newer than this program are refused and left
// as they are. Databases in memory are not supported.
func Open(ctx context.Context, path string) (*Store, error) {
	if IsServer(path) {
		return openOn(ctx, path, false)
	}
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open database %q: %w", path, explain(err))
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	path, err := absolute(path)
	if err != nil {
		return nil, err
	}
	// An empty file that only its owner can read. O_EXCL never opens a file that is there,
	// so the locks of a Store on it are safe.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	s := newStore(path)
	s.writer, err = connect(path, url.Values{
		"_txlock": {"immediate"},
		// With secure_delete a forgotten player leaves the file itself too.
		"_pragma": {busy, small, "foreign_keys(1)", "synchronous(FULL)", "secure_delete(1)", inMemory, checkpoint, keepLog},
	})
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, s.writer); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	s.turns = newTurns(func() (*connection, error) { return newConnection(context.WithoutCancel(ctx), s.writer) })
	host, err := os.Hostname()
	if err == nil {
		err = s.turns.write(ctx, func(tx *Tx) (err error) {
			s.turns.process, err = tx.enter(host, os.Getpid(), time.Now())
			return err
		})
	}
	if err != nil {
		return nil, errors.Join(err, s.turns.close(), s.writer.Close())
	}
	return s, s.connectReaders()
}

func migrate(ctx context.Context, db *sql.DB) error {
	schema, err := newSchema(db, false)
	if err != nil {
		return err
	}
	// Another process may create the same file at the same moment: the slower one fails
	// since the tables are there already. The next time there is nothing to do.
	for try := 1; ; try++ {
		err = schema.upgrade(ctx, `PRAGMA journal_mode = WAL`)
		if err == nil || try == 3 || errors.Is(err, errForeign) || ctx.Err() != nil {
			return err
		}
	}
}

func newStore(path string) *Store {
	return &Store{path: path, hook: new(commitHook), damage: damage{make(chan struct{}), new(sync.Once)}}
}

// connectReaders closes the writer if it fails.
func (s *Store) connectReaders() (err error) {
	s.readers, err = connect(s.path, url.Values{"mode": {"ro"}, "_pragma": {busy, inMemory}})
	if err != nil {
		return errors.Join(err, s.writer.Close())
	}
	s.pool = newPool(max(4, runtime.GOMAXPROCS(0)), s.readers)
	if s.turns != nil {
		s.pool.process = s.turns.process
	}
	return nil
}

// openOn opens a database on a server.
func openOn(ctx context.Context, address string, readOnly bool) (*Store, error) {
	v, older, err := openServer(ctx, address, readOnly)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", Name(address), explainServer(err))
	}
	s := newStore(address)
	s.server, s.older, s.hook = v, older, v.hook
	return s, nil
}

// OpenReadOnly opens a database for Read and Backup, and neither creates nor
// migrates one; Write fails. What Open refuses is refused. With a schema older than
// this program's Read fails, too, and says so, but Backup does not.
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	if IsServer(path) {
		return openOn(ctx, path, true)
	}
	s, err := openReadOnly(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open database %q: %w", path, explain(err))
	}
	return s, nil
}

func openReadOnly(ctx context.Context, path string) (*Store, error) {
	path, err := absolute(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	s := newStore(path)
	// Not of mode "ro": that would leave an empty WAL beside the file when it is
	// closed.
	s.writer, err = connect(path, url.Values{"mode": {"rw"}, "_pragma": {busy, "query_only(1)"}})
	if err != nil {
		return nil, err
	}
	schema, err := newSchema(s.writer, false)
	if err == nil {
		s.older, err = schema.inspect(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	return s, s.connectReaders()
}

func absolute(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return "", errors.New("a database needs a file")
	}
	return filepath.Abs(path)
}

func connect(path string, options url.Values) (*sql.DB, error) {
	return sql.Open("sqlite", uri(path, options))
}

// uri escapes an absolute path; SQLite reads options of a file: URI only.
func uri(path string, options url.Values) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/reckon.db
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return u.String()
}

// explain puts the driver's errors on opening into words for the operator.
func explain(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_NOTADB:
		return errors.New("the file is not a database")
	case sqlite3.SQLITE_CORRUPT:
		return errors.New("the database is damaged")
	case sqlite3.SQLITE_BUSY:
		return errors.New("the database is in use by another process")
	case sqlite3.SQLITE_CANTOPEN:
		return errors.New("the file cannot be opened")
	case sqlite3.SQLITE_READONLY:
		return errors.New("the file or its folder cannot be written")
	}
	return err
}
