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

// Restore replaces the database at path by a copy that Backup made, at from. No process may have the
// database open. The copy stays where it is. What was at path is renamed to aside, where no file may be.
// Restore refuses a copy that is damaged, that is no database of ours, or that is newer than this program;
// then nothing is changed.
func Restore(ctx context.Context, from, path, aside string) (err error) {
	if address.IsServer(path) {
		return ErrServer
	}
	given := path
	defer func() {
		if err != nil {
			err = fmt.Errorf("restore %q from %q: %w", given, from, errorForOperator(err))
		}
	}()
	path, err = absolute(path)
	if err != nil {
		return err
	}
	backup, err := os.Stat(from)
	if err != nil {
		return err
	}
	if isNameOf(path, backup) {
		return errItself
	}
	source, err := openFile(ctx, from, forReading)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := source.Check(ctx); err != nil {
		return err
	}
	if err := refuseOpen(ctx, path); err != nil {
		return err
	}
	temp, err := source.copyBeside(ctx, path, ".restore-*.db")
	if err != nil {
		return err
	}
	err = replace(temp, path, aside)
	if err != nil {
		return errors.Join(err, os.RemoveAll(temp))
	}
	return nil
}

// replace renames a file to path, and what was there to aside.
func replace(temp, path, aside string) error {
	if err := giveTo(temp, path); err != nil {
		return err
	}
	if err := setAside(path, aside); err != nil {
		return err
	}
	return rename(temp, path)
}

// refuseOpen returns an error if another process has the database open. A file that SQLite cannot open, such as
// a damaged one, may be replaced.
func refuseOpen(ctx context.Context, path string) (err error) {
	_, err = os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	db, err := connect(path, url.Values{
		"mode":    {"rw"},
		"_txlock": {"exclusive"},
		"_pragma": {"locking_mode(EXCLUSIVE)"},
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if code(err) == sqlite3.SQLITE_BUSY {
		return errors.New("the database is in use by another process: stop the bot first")
	}
	if err != nil {
		return nil
	}
	return tx.Rollback()
}

// setAside renames a database, its log and the log's index.
func setAside(path, aside string) error {
	_, err := os.Lstat(aside)
	isFree := errors.Is(err, fs.ErrNotExist)
	if !isFree {
		return fmt.Errorf("%s is there already", aside)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		err := os.Rename(path+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
