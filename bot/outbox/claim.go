package outbox

import (
	"context"
	"time"

	"reckon/storage"
)

const (
	// pollEvery is how often to look whether another process has left deliveries.
	pollEvery = 5 * time.Second
	// batch is how many rows are claimed at a time.
	batch = 64
)

// claim takes in a batch of deliveries that have no owner, and returns how long to wait
// for the next.
func (o *outlet) claim(ctx context.Context, bulk bool) (time.Duration, error) {
	o.mu.Lock()
	room := min(maxLive-o.held[false], batch)
	if bulk {
		room = maxBulk - o.held[true]
	}
	o.mu.Unlock()
	if room <= 0 || bulk && room < maxBulk/2 { // bulk is claimed in batches
		return pollEvery, nil
	}
	var waits bool
	network := o.front.Network()
	err := o.Store.Read(ctx, func(tx *storage.Tx) (err error) {
		waits, err = tx.HasOutgoing(network, bulk)
		return err
	})
	if err != nil || !waits {
		return pollEvery, err
	}
	if !bulk {
		o.claiming.Lock()
		defer o.claiming.Unlock()
	}
	var rows []storage.Outgoing
	err = o.Store.Commit(ctx, func(tx *storage.Tx) (err error) {
		rows, err = tx.ClaimOutgoing(network, bulk, room)
		return err
	})
	items := make([]*item, len(rows))
	for i, row := range rows {
		items[i] = new(item)
		items[i].read(row)
	}
	o.add(items...)
	if err != nil || len(rows) == 0 {
		return pollEvery, err
	}
	return 0, nil
}
