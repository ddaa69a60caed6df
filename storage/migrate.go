package storage

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed schema
var schemas embed.FS

// versionTable lists the migrations that were applied. A database that has it is ours.
const versionTable = "reckon_versions"

// ErrEmpty says that there is nothing in a database yet.
var ErrEmpty = errors.New("the database is empty")

var errForeign = errors.New("the database belongs to another program, or to Reckon before version 1.0")

// A schema finds out which version the tables of a database have, and brings them up to date.
type schema struct {
	db       *sql.DB
	provider *goose.Provider
	// countTables is a query that counts all tables, and those with the name $1.
	countTables string
}

// fileSchema returns the schema of a file.
func fileSchema(db *sql.DB) (schema, error) {
	provider, err := newProvider(db, goose.DialectSQLite3, "schema/sqlite")
	if err != nil {
		return schema{}, err
	}
	return schema{db: db, provider: provider, countTables: `
		SELECT COUNT(*), COUNT(CASE WHEN name = $1 THEN 1 END) FROM sqlite_master WHERE type = 'table'`}, nil
}

// serverSchema returns the schema of a database on a server.
func serverSchema(db *sql.DB) (schema, error) {
	// Two processes that migrate at the same time would wait for each other. So each takes a lock
	// first: it asks for the lock each second, for five minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return schema{}, err
	}
	provider, err := newProvider(db, goose.DialectPostgres, "schema/postgres", goose.WithSessionLocker(locker))
	if err != nil {
		return schema{}, err
	}
	return schema{db: db, provider: provider, countTables: `
		SELECT COUNT(*), COUNT(CASE WHEN table_name = $1 THEN 1 END) FROM information_schema.tables
		WHERE table_schema = current_schema()`}, nil
}

// newProvider returns the goose.Provider that applies the migrations in a folder.
func newProvider(
	db *sql.DB, dialect goose.Dialect, folder string, more ...goose.ProviderOption,
) (*goose.Provider, error) {
	files, err := fs.Sub(schemas, folder)
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true)}
	return goose.NewProvider(dialect, db, files, append(options, more...)...)
}

// versions returns the version of the database's schema, and the newest that this program knows. Both
// are 0 if the database is empty. If the database is newer than this program, or belongs to another
// program, that is an error.
func (s schema) versions(ctx context.Context) (version, newest int64, err error) {
	var tables, ours int
	err = s.db.QueryRowContext(ctx, s.countTables, versionTable).Scan(&tables, &ours)
	if err != nil {
		return 0, 0, err
	}
	if tables == 0 {
		return 0, 0, nil
	}
	if ours == 0 {
		return 0, 0, errForeign
	}
	version, newest, err = s.provider.GetVersions(ctx)
	if err != nil {
		return 0, 0, err
	}
	if version > newest {
		const text = "its schema has version %d, newer than %d, the newest this program knows"
		return 0, 0, operatorError{ErrNewer, fmt.Sprintf(text, version, newest)}
	}
	return version, newest, nil
}

// upgrade creates the tables, or brings them up to date. If the database is not ours, it changes
// nothing. Otherwise it first runs the statements that the argument before lists.
func (s schema) upgrade(ctx context.Context, before ...string) error {
	if _, _, err := s.versions(ctx); err != nil {
		return err
	}
	for _, statement := range before {
		if _, err := s.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	_, err := s.provider.Up(ctx)
	return err
}

// inspect reads the version of the schema and changes nothing. It fails if upgrade would refuse the
// database. If the schema is older than this program, outdated is an error that says so.
func (s schema) inspect(ctx context.Context) (outdated, err error) {
	version, newest, err := s.versions(ctx)
	if err != nil {
		return nil, err
	}
	if newest == 0 {
		return nil, ErrEmpty
	}
	if version < newest {
		return OutdatedError{Version: version, Newest: newest}, nil
	}
	return nil, nil
}
