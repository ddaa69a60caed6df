//go:build unix

package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// giveTo gives a new file to the owner of the file at path or, if that is root or there
// is none, of its folder: a bot without rights opens what root has restored. Other users
// cannot give files away, and own them all.
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

// hasTwoNames reports whether a file has several names in its file system. SQLite would keep a log
// for each of them, and so damage the file.
func hasTwoNames(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1, nil
}
