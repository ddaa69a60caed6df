package storage

import "time"

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
