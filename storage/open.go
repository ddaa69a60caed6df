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

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Store is an open database. It is safe for concurrent use.
//
// Nothing else in the process may open the file, not even to copy it: closing
// a file drops the POSIX locks which SQLite holds on it. Backup makes copies.
type Store struct {
	path    string // absolute
	writer  *sql.DB
	readers *sql.DB
}

// How long a connection waits for another process to end its transaction.
const busy = "busy_timeout(5000)"

// Open opens the database file at path, creates it if there is none (readable by
// its owner only), and brings its schema up to date. Other processes may have
// it open at the same time. A file that is no database, a database of another
// program, and one with a schema newer than this program are refused and left
// as they are. Databases in memory are not supported.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open database %q: %w", path, explain(err))
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return nil, errors.New("a database needs a file")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := create(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	s.writer, err = connect(path, 1, url.Values{
		"_txlock": {"immediate"},
		// With secure_delete a forgotten player leaves the file itself too.
		"_pragma": {busy, "foreign_keys(1)", "synchronous(FULL)", "secure_delete(1)"},
	})
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, s.writer); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	s.readers, err = connect(path, max(4, runtime.GOMAXPROCS(0)), url.Values{
		"mode":    {"ro"},
		"_pragma": {busy},
	})
	if err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	return s, nil
}

// create makes an empty file that only its owner can read. O_EXCL never opens a
// file that is there, so the locks of a Store on it are safe.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func connect(path string, conns int, options url.Values) (*sql.DB, error) {
	db, err := sql.Open("sqlite", uri(path, options))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
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
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff { // the low byte is the primary code
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

// Close waits for the transactions in progress and closes the file.
func (s *Store) Close() error {
	// The writer closes last: the last connection folds the WAL into the file.
	return errors.Join(s.readers.Close(), s.writer.Close())
}
