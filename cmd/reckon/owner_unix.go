//go:build unix

package main

import (
	"os"
	"syscall"
)

// ownerOf returns the number of the user who owns a file.
func ownerOf(path string) (uid int, isKnown bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	stat, isKnown := info.Sys().(*syscall.Stat_t)
	if !isKnown {
		return 0, false
	}
	return int(stat.Uid), true
}
