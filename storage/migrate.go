package storage

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrations embed.FS

// versionTable lists the migrations applied; having it is what makes a file a
// database of ours.
const versionTable = "reckon_schema"

var errForeign = errors.New("the database belongs to another program")

// migrate brings the schema up to date and turns on the write-ahead log. It
// changes nothing before it knows the database is ours.
func migrate(ctx context.Context, db *sql.DB) error {
	p, err := provider(db)
	if err != nil {
		return err
	}
	// Another process may create the same file at the same moment: the slower
	// one finds tables it has not made. Its next look finds nothing to do.
	for try := 1; ; try++ {
		err = upgrade(ctx, db, p)
		if err == nil || try == 3 || errors.Is(err, errForeign) || ctx.Err() != nil {
			return err
		}
	}
}

func provider(db *sql.DB) (*goose.Provider, error) {
	source, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db, source,
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true))
}

func upgrade(ctx context.Context, db *sql.DB, p *goose.Provider) error {
	if _, _, err := versions(ctx, db, p, tablesOfFile); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `PRAGMA journal_mode = WAL`); err != nil {
		return err
	}
	_, err := p.Up(ctx)
	return err
}

// tablesOfFile counts the tables there are, and that of versions.
const tablesOfFile = `
	SELECT COUNT(*), COUNT(CASE WHEN name = $1 THEN 1 END) FROM sqlite_master WHERE type = 'table'`

// versions are those of the schema, 0 for an empty file, and of the newest this
// program knows. A newer one is an error, as is another program's database.
func versions(ctx context.Context, db *sql.DB, p *goose.Provider, count string) (version, target int64, err error) {
	var tables, ours int
	err = db.QueryRowContext(ctx, count, versionTable).Scan(&tables, &ours)
	if err != nil {
		return 0, 0, err
	}
	if tables > 0 && ours == 0 {
		return 0, 0, errForeign
	}
	if ours == 0 {
		return 0, 0, nil
	}
	version, target, err = p.GetVersions(ctx)
	if err == nil && version > target {
		err = fmt.Errorf("its schema has version %d, newer than %d, the newest this program knows", version, target)
	}
	return version, target, err
}

// inspect refuses what is no database of ours or too new, changes nothing, and
// says if the schema is older than this program.
func inspect(ctx context.Context, db *sql.DB) (older, err error) {
	p, err := provider(db)
	if err != nil {
		return nil, err
	}
	return inspectBy(ctx, db, p, tablesOfFile)
}

func inspectBy(ctx context.Context, db *sql.DB, p *goose.Provider, count string) (older, err error) {
	version, target, err := versions(ctx, db, p, count)
	switch {
	case err != nil:
		return nil, err
	case target == 0:
		return nil, errors.New("the database is empty")
	case version < target:
		return fmt.Errorf("its schema has version %d, older than %d: it is brought up to date when a bot serves from it", version, target), nil
	}
	return nil, nil
}
