package main

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// copyPattern matches the names of the nightly copies. Sorted by name, the copies are in the order of their days.
const copyPattern = "reckon-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].db"

// copyOverdue is the age above which the newest copy is too old. A copy is made each day.
const copyOverdue = 26 * time.Hour

// listCopies returns the nightly copies in a folder, the oldest first.
func listCopies(folder string) ([]string, error) {
	// Glob finds nothing in a folder that cannot be read, so ReadDir looks for the error.
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var copies []string
	for _, entry := range entries {
		// The pattern is correct, so there is no error.
		isCopy, _ := filepath.Match(copyPattern, entry.Name())
		if isCopy {
			copies = append(copies, filepath.Join(folder, entry.Name()))
		}
	}
	slices.Sort(copies)
	return copies, nil
}

// newestCopy returns how many nightly copies a folder has, and the age of the newest.
func newestCopy(folder string, now time.Time) (count int, age time.Duration, err error) {
	copies, err := listCopies(folder)
	if err != nil || len(copies) == 0 {
		return 0, 0, err
	}
	newest, err := os.Stat(copies[len(copies)-1])
	if err != nil {
		return 0, 0, err
	}
	return len(copies), max(now.Sub(newest.ModTime()), 0), nil
}

// copyAge returns the age of the newest nightly copy in a folder, in seconds. It is infinite if there is
// none.
func copyAge(folder string) float64 {
	count, age, err := newestCopy(folder, time.Now())
	if err != nil || count == 0 {
		return math.Inf(1)
	}
	return age.Seconds()
}
