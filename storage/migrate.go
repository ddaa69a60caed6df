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

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable lists the migrations applied; having it is what makes a file a
// database of ours.
const versionTable = "reckon_schema"

var errForeign = errors.New("the database belongs to another program")

// migrate brings the schema up to date and turns on the write-ahead log. It
// changes nothing before it knows the database is ours.
func migrate(ctx context.Context, db *sql.DB) error {
	source, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, source,
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true))
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

func upgrade(ctx context.Context, db *sql.DB, p *goose.Provider) error {
	var tables, ours int
	err := db.QueryRowContext(ctx, `SELECT COUNT(*), COUNT(CASE WHEN name = ? THEN 1 END)
		FROM sqlite_master WHERE type = 'table'`, versionTable).Scan(&tables, &ours)
	if err != nil {
		return err
	}
	if tables > 0 && ours == 0 {
		return errForeign
	}
	if ours > 0 {
		version, target, err := p.GetVersions(ctx)
		if err != nil {
			return err
		}
		if version > target {
			return fmt.Errorf("its schema has version %d, newer than %d, the newest this program knows",
				version, target)
		}
	}
	if _, err := db.ExecContext(ctx, `PRAGMA journal_mode = WAL`); err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}
