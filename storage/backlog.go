package storage

import "time"

// A Backlog counts the deliveries of a class that wait on a network.
type Backlog struct {
	Network string
	Bulk    bool
	Count   int
	Oldest  time.Time // when the first of it was stored
}

// Backlogs counts all deliveries that wait, and reads all of them; a class without any is
// left out.
func (tx *Tx) Backlogs() ([]Backlog, error) {
	return scan(tx, "count backlog", func(b *Backlog) []any { return []any{&b.Network, &b.Bulk, &b.Count, &b.Oldest} },
		`SELECT network, bulk, COUNT(*), MIN(created_at) FROM outbox WHERE done_at IS NULL GROUP BY network, bulk ORDER BY network, bulk`)
}
