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
	"time"

	"github.com/jackc/puddle/v2"
	sqlite3 "modernc.org/sqlite/lib"

	"reckon/storage/address"
)

// small is the size of pages. A transaction writes whole pages, each with a few rows of its own:
// pages of a quarter of the usual size come to a third as much. A file made before keeps its own.
const small = "page_size(1024)"

// inMemory has SQLite sort, and keep what undoes a savepoint, in memory and not in files.
const inMemory = "temp_store(MEMORY)"

// The write-ahead log is folded into the file every 16384 pages, 16 MB, not every 1000: a
// page that many answers change is then written once for all of them. After a long
// transaction it is cut back to 64 MB.
const (
	checkpoint = "wal_autocheckpoint(16384)"
	keepLog    = "journal_size_limit(67108864)"
)

// Open opens the database file at path, creates it if there is none (readable by
// its owner only), and brings its schema up to date. Other processes may have
// it open at the same time. A file that is no database, a database of another
// program, and one with a schema newer than this program are refused and left
// as they are. Databases in memory are not supported. A path may also be the address of a
// database on a server, in any form of package address.
//
// The tables are those of features; what becomes of their rows when a person is forgotten or
// asks for what is stored follows from them. Serve fails on a database with a column about
// people that no table declares.
func Open(ctx context.Context, path string, tables ...Table) (*Store, error) {
	return open(ctx, path, false, tables)
}

// OpenReadOnly opens a database for Read and Backup, and neither creates nor
// migrates one; Write fails. What Open refuses is refused. With a schema older than
// this program's Read fails, too, and says so, but Backup does not.
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	return open(ctx, path, true, nil)
}

func open(ctx context.Context, path string, readOnly bool, tables []Table) (*Store, error) {
	s, err := connectTo(ctx, path, readOnly)
	if err != nil {
		return nil, err
	}
	s.tables = declare(tables)
	return s, nil
}

func connectTo(ctx context.Context, path string, readOnly bool) (*Store, error) {
	if address.IsServer(path) {
		s, err := openOnServer(ctx, path, readOnly)
		if err != nil {
			return nil, fmt.Errorf("open database %s: %w", address.Name(path), explainServer(err))
		}
		return s, nil
	}
	s, err := openFile(ctx, path, readOnly)
	if err != nil {
		return nil, fmt.Errorf("open database %q: %w", path, explain(err))
	}
	return s, nil
}

func openOnServer(ctx context.Context, address string, readOnly bool) (*Store, error) {
	v, outdated, err := openServer(ctx, address, readOnly)
	if err != nil {
		return nil, err
	}
	s := &Store{server: v, path: address, outdated: outdated, damaged: make(chan struct{})}
	if readOnly {
		return s, nil
	}
	v.own, err = openSession(ctx, v.pool.Config().ConnConfig, s.Write, s.changed)
	if err != nil {
		v.close()
		return nil, err
	}
	return s, nil
}

func openFile(ctx context.Context, path string, readOnly bool) (*Store, error) {
	path, err := absolute(path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, damaged: make(chan struct{})}
	err = s.openConnections(ctx, readOnly)
	if err != nil {
		return nil, errors.Join(err, s.closeConnections())
	}
	s.pool, err = puddle.NewPool(&puddle.Config[*connection]{
		Constructor: func(ctx context.Context) (*connection, error) { return newConnection(ctx, s.readers) },
		// It has only read, so an error loses nothing.
		Destructor: func(c *connection) { _ = c.close() },
		MaxSize:    max(4, int32(runtime.GOMAXPROCS(0))),
	})
	return s, err
}

func (s *Store) openConnections(ctx context.Context, readOnly bool) error {
	begin := s.create
	if readOnly {
		begin = s.inspect
	}
	err := begin(ctx)
	if err != nil {
		return err
	}
	s.readers, err = connect(s.path, url.Values{"mode": {"ro"}, "_pragma": {busy, inMemory}})
	return err
}

// closeConnections closes what is open of a file that could not be opened as a whole.
func (s *Store) closeConnections() error {
	var err error
	if s.queue != nil {
		err = s.queue.close()
	}
	if s.writer != nil {
		err = errors.Join(err, s.writer.Close())
	}
	return err
}

// create opens a file to be written.
func (s *Store) create(ctx context.Context) error {
	err := s.createFile()
	if err != nil {
		return err
	}
	s.writer, err = connect(s.path, url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			busy, small, "foreign_keys(1)", "synchronous(FULL)",
			// A forgotten player leaves the file itself, too.
			"secure_delete(1)",
			inMemory, checkpoint, keepLog,
		},
	})
	if err != nil {
		return err
	}
	err = s.upgrade(ctx)
	if err != nil {
		return err
	}
	s.log.path = s.path + "-wal"
	s.log.limit = longLog
	s.queue = newWriteQueue(s.writer, &s.log)
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	return s.queue.write(ctx, func(tx *Tx) error {
		process, err := tx.enter(host, os.Getpid(), time.Now())
		if err != nil {
			return err
		}
		s.queue.process = process
		return nil
	})
}

// createFile makes an empty file that only its owner can read, unless there is one. O_EXCL never
// opens a file that is there, so the locks of a Store on it are safe.
func (s *Store) createFile() error {
	f, err := os.OpenFile(s.path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// maxUpgrades is how often it is tried to bring a schema up to date.
const maxUpgrades = 3

// upgrade brings the schema up to date. Another process may create the same file at the same
// moment: the slower one fails since the tables are there already. The next time there is nothing
// to do.
func (s *Store) upgrade(ctx context.Context) error {
	schema, err := newSchema(s.writer, false)
	if err != nil {
		return err
	}
	for range maxUpgrades {
		err = schema.upgrade(ctx, `PRAGMA journal_mode = WAL`)
		if err == nil || errors.Is(err, errForeign) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// inspect opens a file to be read only.
func (s *Store) inspect(ctx context.Context) error {
	_, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	// Not of mode "ro": that would leave an empty log beside the file when it is closed.
	s.writer, err = connect(s.path, url.Values{"mode": {"rw"}, "_pragma": {busy, "query_only(1)"}})
	if err != nil {
		return err
	}
	schema, err := newSchema(s.writer, false)
	if err != nil {
		return err
	}
	s.outdated, err = schema.inspect(ctx)
	return err
}

func absolute(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return "", errors.New("a database needs a file")
	}
	return filepath.Abs(path)
}

// connect opens the file at an absolute path. SQLite reads options of a file: URI only.
func connect(path string, options url.Values) (*sql.DB, error) {
	path = filepath.ToSlash(path)
	isOfWindows := !strings.HasPrefix(path, "/")
	if isOfWindows {
		path = "/" + path
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sql.Open("sqlite", uri.String())
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
		return errors.New("the file cannot be opened, or its folder cannot be written")
	case sqlite3.SQLITE_READONLY:
		return errors.New("the file or its folder cannot be written")
	}
	return err
}
