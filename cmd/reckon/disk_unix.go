//go:build unix

package main

import (
	"errors"

	"golang.org/x/sys/unix"
)

// diskFree is how many bytes a program may still write to the disk of a folder: 0 if the disk is
// read-only.
func diskFree(folder string) (uint64, error) {
	if errors.Is(unix.Access(folder, unix.W_OK), unix.EROFS) {
		return 0, nil
	}
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
