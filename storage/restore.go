package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"
)

// Restore puts a copy that Backup made in the place of the database at path, which no
// process may have open. The copy stays where it is; what was at path is kept under
// the name aside, which must not be taken. A copy that is damaged, no database of
// ours, or newer than this program is refused, and nothing is changed.
func Restore(ctx context.Context, from, path, aside string) (err error) {
	if IsServer(path) {
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
	if err := examine(ctx, from); err != nil {
		return err
	}
	if err := unused(ctx, path); err != nil {
		return err
	}
	temp, err := copyBeside(from, path)
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

// copyBeside copies a file into the folder of path, to the disk, readable by its owner
// only.
func copyBeside(from, path string) (temp string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.CreateTemp(filepath.Dir(path), ".restore-*.db") // of mode 0600
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	err = errors.Join(err, out.Sync(), out.Close())
	if err != nil {
		return "", errors.Join(err, os.Remove(out.Name()))
	}
	return out.Name(), nil
}

// setAside renames a database and its log. SQLite makes the index of the
// log anew.
func setAside(path, aside string) error {
	if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already", aside)
	}
	for _, suffix := range []string{"", "-wal"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Remove(path + "-shm"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
