//go:build unix

package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// giveTo gives a new file of root's to the owner of the file at path, so that a bot that does not run
// as root can open what root has restored. If root owns that file, or there is none, the owner of its
// folder gets the new file. Only root can give files away, and nobody else needs to.
func giveTo(file, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, like := range []string{path, filepath.Dir(path)} {
		info, err := os.Stat(like)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		owner, ok := info.Sys().(*syscall.Stat_t)
		if ok && owner.Uid != 0 {
			return os.Chown(file, int(owner.Uid), int(owner.Gid))
		}
	}
	return nil
}

// hasTwoNames reports whether a file has several names in its file system (hard links). SQLite would
// keep a log for each name, and so damage the file.
func hasTwoNames(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1, nil
}
