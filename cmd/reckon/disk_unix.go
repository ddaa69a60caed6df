//go:build unix

package main

import "golang.org/x/sys/unix"

// diskFree is how many bytes a program may still write to the disk of a folder.
func diskFree(folder string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
