package storage

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// A Backlog is how much waits to be said of a class on a network.
type Backlog struct {
	Network string
	Bulk    bool
	Count   int
	Oldest  time.Time // when the first of it was stored
}

// Backlogs counts what waits to be said, and reads all of it; a class of which nothing
// waits is left out.
func (tx *Tx) Backlogs() ([]Backlog, error) {
	return list(tx, "count backlog", func(scan scan) (b Backlog, err error) {
		var oldest instant
		err = scan(&b.Network, &b.Bulk, &b.Count, &oldest)
		b.Oldest = time.Time(oldest)
		return b, err
	}, `SELECT network, bulk, COUNT(*), MIN(created_at) FROM outbox WHERE done_at IS NULL GROUP BY network, bulk ORDER BY network, bulk`)
}

// Size is how many bytes the database takes on the disk, with its log.
func (s *Store) Size() (int64, error) {
	if s.server != nil {
		return s.server.size()
	}
	var sum int64
	for _, name := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		sum += info.Size()
	}
	return sum, nil
}
