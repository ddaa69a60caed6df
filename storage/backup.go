package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// ErrServer says that a server keeps its own files: what copies them is its tools.
var ErrServer = errors.New("the database is on a PostgreSQL server: copy it with pg_dump, and bring it back with pg_restore")

var errItself = errors.New("this is the database itself")

// Backup writes a copy of the database as it is at one moment to path, readable
// by its owner only, while others go on writing. What was at path is replaced
// once the copy is complete, checked and on the disk.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if s.server != nil {
		return ErrServer
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up database to %q: %w", path, err)
		}
	}()
	if path, err = filepath.Abs(path); err != nil { // connect needs an absolute path
		return err
	}
	own, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err == nil && os.SameFile(own, there) {
		return errItself
	}
	temp, err := s.copyBeside(ctx, path, ".backup-*.db")
	if err != nil {
		return err
	}
	if err = rename(temp, path); err != nil {
		err = errors.Join(err, os.Remove(temp))
	}
	return err
}

// copyBeside copies the database as it is at one moment into the folder of path, readable by its
// owner only. The copy is complete, checked and on the disk.
func (s *Store) copyBeside(ctx context.Context, path, name string) (temp string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), name) // of mode 0600
	if err != nil {
		return "", err
	}
	temp = f.Name()
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp))
		}
	}()
	if err := f.Close(); err != nil {
		return "", err
	}
	if _, err := s.readers.ExecContext(ctx, `VACUUM INTO ?`, temp); err != nil {
		return "", err
	}
	copied, err := openFile(ctx, temp, true)
	if err != nil {
		return "", err
	}
	if err := errors.Join(copied.Check(ctx), copied.Close()); err != nil {
		return "", err
	}
	return temp, flush(temp, os.O_RDWR) // VACUUM INTO leaves this to us
}

// rename renames a file, and waits until that is on the disk.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil || runtime.GOOS == "windows" { // there a folder cannot be flushed
		return err
	}
	return flush(filepath.Dir(to), os.O_RDONLY)
}

// Check reads the whole database and reports whether it is damaged. It takes as long as
// reading the file does.
func (s *Store) Check(ctx context.Context) error {
	if s.server != nil { // the server looks after its own files
		return s.server.pool.Ping(ctx)
	}
	var verdict string
	if err := s.readers.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("the database is damaged: %s", verdict)
	}
	return nil
}

// flush waits until a file or folder is on the disk.
func flush(path string, mode int) error {
	f, err := os.OpenFile(path, mode, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
