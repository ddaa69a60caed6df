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

	"reckon/storage/address"
)

// pageSize is a quarter of SQLite's usual 4096 bytes. A transaction changes a few rows on each of several
// pages, and SQLite writes whole pages. With these small pages a transaction writes a third as much. A file
// that was made with another size keeps that size.
const pageSize = "page_size(1024)"

// inMemory makes SQLite sort in memory, and keep in memory what it needs to undo a savepoint.
// Otherwise it would write files for both.
const inMemory = "temp_store(MEMORY)"

const (
	// checkpoint makes SQLite itself copy the write-ahead log into the file, within a commit, when the log has
	// 49152 pages (48 MB). Usually the checkpointer copies the log before that, beside the commits. The number is
	// so high that the checkpointer comes first even if the processor or the disk is busy. Besides, many answers
	// change the same pages, and each page of a long log is copied once for all of them: at 500 requests a second
	// a log of 5 MB, which has SQLite's usual 1000 pages, would make SQLite write a sixth more.
	checkpoint = "wal_autocheckpoint(49152)"
	// keepLog makes SQLite cut the log back to 64 MB after a long transaction.
	keepLog = "journal_size_limit(67108864)"
)

// Open opens the database file at path, and brings its schema up to date. If there is no file, it
// creates one that only its owner can read. Other processes may have the file open at the same time.
// Databases in memory are not supported. A path may also be the address of a database on a server, in
// any form of package address.
//
// Open refuses a file that is no database, a database of another program, and one whose schema is
// newer than this program. It leaves them as they are.
//
// The argument tables has the declarations of the tables of all features: see Table. CheckTables then finds
// a column about people that no declaration names.
func Open(ctx context.Context, path string, tables ...Table) (*Store, error) {
	return open(ctx, path, forWriting, tables)
}

// OpenReadOnly opens a database for Read and Backup. It neither creates nor migrates one, and Write
// fails. It refuses what Open refuses. If the schema is older than this program, Read fails and says
// so, but Backup works.
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	return open(ctx, path, forReading, nil)
}

func open(ctx context.Context, path string, p purpose, tables []Table) (*Store, error) {
	s, err := connectTo(ctx, path, p)
	if err != nil {
		return nil, err
	}
	s.tables = declare(tables)
	return s, nil
}

func connectTo(ctx context.Context, path string, p purpose) (*Store, error) {
	if address.IsServer(path) {
		s, err := openOnServer(ctx, path, p)
		if err != nil {
			return nil, fmt.Errorf("open database %s: %w", address.Name(path), serverErrorForOperator(err))
		}
		return s, nil
	}
	s, err := openFile(ctx, path, p)
	if err != nil {
		return nil, fmt.Errorf("open database %q: %w", path, errorForOperator(err))
	}
	return s, nil
}

func openOnServer(ctx context.Context, database string, p purpose) (*Store, error) {
	v, err := openServer(ctx, database, p)
	if err != nil {
		return nil, err
	}
	s := &Store{server: v, path: database, outdated: v.outdated, damaged: make(chan struct{})}
	if p == forReading {
		return s, nil
	}
	v.own, err = openSession(ctx, v.pool.Config().ConnConfig, s.Write, s.changed)
	if err != nil {
		v.close()
		return nil, err
	}
	return s, nil
}

func openFile(ctx context.Context, path string, p purpose) (*Store, error) {
	path, err := absolute(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, ErrFolder
	}
	s := &Store{path: path, damaged: make(chan struct{})}
	err = s.openConnections(ctx, p)
	if err != nil {
		return nil, errors.Join(err, s.closeConnections())
	}
	s.pool, err = puddle.NewPool(&puddle.Config[*connection]{
		Constructor: func(ctx context.Context) (*connection, error) { return newConnection(ctx, s.readers) },
		// The connection has only read, so an error loses nothing.
		Destructor: func(c *connection) { _ = c.close() },
		MaxSize:    max(4, int32(runtime.GOMAXPROCS(0))),
	})
	return s, err
}

func (s *Store) openConnections(ctx context.Context, p purpose) error {
	openWriter := s.create
	if p == forReading {
		openWriter = s.inspect
	}
	err := openWriter(ctx)
	if err != nil {
		return err
	}
	s.readers, err = connect(s.path, url.Values{"mode": {"ro"}, "_pragma": {busy, inMemory}})
	return err
}

// closeConnections closes what openConnections had opened before it failed.
func (s *Store) closeConnections() error {
	var err error
	if s.queue != nil {
		err = s.queue.close()
	}
	if s.writer != nil {
		err = errors.Join(err, s.writer.Close())
	}
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	return err
}

// create opens a file for writing. It makes the file if there is none, and brings the schema up to date.
func (s *Store) create(ctx context.Context) error {
	err := s.createFile()
	if err != nil {
		return err
	}
	s.writer, err = connect(s.path, url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			busy, pageSize, "foreign_keys(1)", "synchronous(FULL)",
			// What is deleted, such as a forgotten player, is overwritten in the file.
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
	s.file, err = os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	s.queue = newWriteQueue(s.writer, s.file, &s.log)
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

// createFile makes an empty file that only its owner can read, unless there is a file. With O_EXCL it never
// opens a file that exists: to close that again would drop the locks that another Store of this process has
// on it.
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

// upgrade brings the schema up to date.
func (s *Store) upgrade(ctx context.Context) error {
	schema, err := fileSchema(s.writer)
	if err != nil {
		return err
	}
	upgrade := func() error { return schema.upgrade(ctx, `PRAGMA journal_mode = WAL`) }
	version := func() (int64, error) {
		version, _, err := schema.versions(ctx)
		return version, err
	}
	return upgradeTogether(ctx, upgrade, version)
}

// maxUpgrades is how often upgradeTogether tries without any progress.
const maxUpgrades = 3

// upgradeTogether calls upgrade until it succeeds. Several processes may bring the schema of one file up to date
// at the same moment. If another process is faster with one of the steps, upgrade fails, because a table is there
// already. So upgradeTogether calls it again as long as the version of the schema rises, and a few times more.
func upgradeTogether(ctx context.Context, upgrade func() error, version func() (int64, error)) error {
	var last int64
	failures := 0
	for {
		err := upgrade()
		if err == nil || errors.Is(err, errForeign) || ctx.Err() != nil {
			return err
		}
		failures++
		now, versionErr := version()
		hasRisen := versionErr == nil && now > last
		if hasRisen {
			last = now
			failures = 0
		}
		if failures == maxUpgrades {
			return err
		}
	}
}

// inspect opens a file for reading.
func (s *Store) inspect(ctx context.Context) error {
	_, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	// The mode is not "ro": then an empty log would stay next to the file when the database is closed.
	s.writer, err = connect(s.path, url.Values{"mode": {"rw"}, "_pragma": {busy, "query_only(1)"}})
	if err != nil {
		return err
	}
	schema, err := fileSchema(s.writer)
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
	startsWithDrive := !strings.HasPrefix(path, "/")
	if startsWithDrive {
		path = "/" + path
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sql.Open("sqlite", uri.String())
}
