package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	sqlite3 "modernc.org/sqlite/lib"

	"reckon/storage/address"
)

// Restore puts a copy that Backup made in the place of the database at path, which no
// process may have open. The copy stays where it is; what was at path is kept under
// the name aside, which must not be taken. A copy that is damaged, no database of
// ours, or newer than this program is refused, and nothing is changed.
func Restore(ctx context.Context, from, path, aside string) (err error) {
	if address.IsServer(path) {
		return ErrServer
	}
	given := path
	defer func() {
		if err != nil {
			err = fmt.Errorf("restore %q from %q: %w", given, from, explain(err))
		}
	}()
	if path, err = absolute(path); err != nil {
		return err
	}
	copied, err := os.Stat(from)
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err == nil && os.SameFile(copied, there) {
		return errItself
	}
	source, err := openFile(ctx, from, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := source.Check(ctx); err != nil {
		return err
	}
	if err := unused(ctx, path); err != nil {
		return err
	}
	temp, err := source.copyBeside(ctx, path, ".restore-*.db")
	if err != nil {
		return err
	}
	if err = giveTo(temp, path); err == nil {
		err = setAside(path, aside)
	}
	if err == nil {
		err = rename(temp, path)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(temp))
	}
	return nil
}

// unused refuses a database that is open elsewhere. One that cannot be opened at all
// may be replaced.
func unused(ctx context.Context, path string) (err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	db, err := connect(path, url.Values{"mode": {"rw"}, "_txlock": {"exclusive"}, "_pragma": {"locking_mode(EXCLUSIVE)"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		if code(err) == sqlite3.SQLITE_BUSY {
			return errors.New("the database is in use by another process: stop the bot first")
		}
		return nil
	}
	return tx.Rollback()
}

// setAside renames a database with its log and the log's index.
func setAside(path, aside string) error {
	if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already", aside)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
