package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// ErrServer says that the files of a server are copied by its own tools.
var ErrServer = errors.New(
	"the database is on a PostgreSQL server: copy it with pg_dump, and bring it back with pg_restore")

var errItself = errors.New("this is the database itself")

// Backup writes a copy of the database to path, while others go on writing. The copy is the database as
// it is at one moment, and only its owner can read it. Once the copy is complete, checked and on the
// disk, it replaces what was at path.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if s.server != nil {
		return ErrServer
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up database to %q: %w", path, err)
		}
	}()
	// connect needs an absolute path.
	path, err = filepath.Abs(path)
	if err != nil {
		return err
	}
	own, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if isNameOf(path, own) {
		return errItself
	}
	temp, err := s.copyBeside(ctx, path, ".backup-*.db")
	if err != nil {
		return err
	}
	err = rename(temp, path)
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}

// isNameOf reports whether path is a name of this file. A file may have several names.
func isNameOf(path string, file os.FileInfo) bool {
	there, err := os.Stat(path)
	return err == nil && os.SameFile(file, there)
}

// copyBeside copies the database into the folder of path, under a name that CreateTemp makes of the pattern,
// and returns the path of the copy. When it returns, the copy is complete, checked and on the disk.
func (s *Store) copyBeside(ctx context.Context, path, pattern string) (temp string, err error) {
	// CreateTemp gives the file mode 0600.
	f, err := os.CreateTemp(filepath.Dir(path), pattern)
	if err != nil {
		return "", err
	}
	temp = f.Name()
	if err := f.Close(); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	if err := s.copyTo(ctx, temp); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	return temp, nil
}

// copyTo copies the database into an empty file, checks the copy, and waits until it is on the disk.
func (s *Store) copyTo(ctx context.Context, temp string) error {
	_, err := s.readers.ExecContext(ctx, `VACUUM INTO ?`, temp)
	if err != nil {
		return err
	}
	copied, err := openFile(ctx, temp, forReading)
	if err != nil {
		return err
	}
	err = errors.Join(copied.Check(ctx), copied.Close())
	if err != nil {
		return err
	}
	// VACUUM INTO does not flush the copy.
	return flush(temp, os.O_RDWR)
}

// rename renames a file, and waits until that is on the disk.
func rename(from, to string) error {
	err := os.Rename(from, to)
	if err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		// Windows cannot flush a folder.
		return nil
	}
	return flush(filepath.Dir(to), os.O_RDONLY)
}

// Check reads the whole file, and returns an error if the database is damaged. On a server it only finds
// out whether the server answers.
func (s *Store) Check(ctx context.Context) error {
	if s.server != nil {
		// The server looks after its own files.
		return s.server.pool.Ping(ctx)
	}
	var verdict string
	err := s.readers.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict)
	if err != nil {
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
