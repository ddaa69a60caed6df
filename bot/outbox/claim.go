package outbox

import (
	"context"
	"time"

	"reckon/storage"
)

const (
	// pollEvery is how often a process looks for deliveries that another process has left behind.
	pollEvery = 5 * time.Second
	// batch is how many rows are claimed at a time.
	batch = 64
)

// claim claims a batch of deliveries that have no owner, and puts them into their lanes. It returns how long
// to wait before the next batch. First it looks for rows that this process may have stored without knowing
// it, because the server did not answer a commit. While that search goes on, the wait is short.
func (o *outlet) claim(ctx context.Context, c class) (time.Duration, error) {
	found, err := o.searchDoubted(ctx, c)
	// Even if the search has failed, what it found before belongs to this process.
	o.add(found...)
	if err != nil {
		return 0, err
	}
	claimed, err := o.claimRows(ctx, c)
	if err != nil {
		return 0, err
	}
	switch {
	case claimed > 0:
		return 0, nil
	case o.searches[c].goesOn(o.Now()):
		return searchEvery, nil
	}
	return pollEvery, nil
}

// claimRows claims a batch of deliveries that have no owner, puts them into their lanes, and returns how
// many there were.
func (o *outlet) claimRows(ctx context.Context, c class) (int, error) {
	room := o.room(c)
	if room == 0 {
		return 0, nil
	}
	network := o.front.Network()
	var hasRows bool
	err := o.Store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		hasRows, err = tx.HasOutgoing(network, bool(c))
		return err
	})
	if err != nil || !hasRows {
		return 0, err
	}
	if c == prompt {
		// What is enqueued meanwhile comes behind these rows, so that a place's messages keep their order.
		o.claiming.Lock()
		defer o.claiming.Unlock()
	}
	var rows []storage.Outgoing
	err = o.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		rows, err = tx.ClaimOutgoing(network, bool(c), room)
		return err
	})
	if err != nil && !storage.IsInDoubt(err) {
		return 0, err
	}
	// After a commit in doubt the rows may be ours, so they are added all the same: what is enqueued for their
	// places has to come behind them. If they are not ours, the next batch has them again. So rows that are
	// known already are left out.
	var items []*item
	for _, row := range rows {
		if o.isKnown(row.ID) {
			continue
		}
		it := new(item)
		it.read(row)
		items = append(items, it)
	}
	o.add(items...)
	return len(rows), err
}

// room returns how many rows to claim now. Bulk rows are claimed when half of the room for them is free, so
// that there is not a claim for each.
func (o *outlet) room(c class) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if c == prompt {
		return max(min(maxPrompt-o.held[prompt], batch), 0)
	}
	room := maxBulk - o.held[bulk]
	if room < maxBulk/2 {
		return 0
	}
	return room
}
