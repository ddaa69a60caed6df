package jobs

import (
	"context"
	"time"

	"reckon/storage"
)

const (
	// pollEvery is how often another process may have left something to be said.
	pollEvery = 5 * time.Second
	// silent is how long a process on another machine is waited for before what it
	// had in hand is said by another.
	silent = time.Minute
)

// claim takes in what nobody has in hand, and tells after how long to look again.
func (r *Runner) claim(ctx context.Context, o *outlet, bulk bool) (time.Duration, error) {
	for ctx.Err() == nil {
		n, err := r.claimSome(ctx, o, bulk)
		if err != nil || n == 0 {
			return pollEvery, err
		}
	}
	return 0, nil
}

// claimSome takes in a batch.
func (r *Runner) claimSome(ctx context.Context, o *outlet, bulk bool) (int, error) {
	room := min(o.room(bulk), batch)
	if room <= 0 {
		return 0, nil
	}
	var waits bool
	network := o.front.Network()
	err := r.Store.Read(ctx, func(tx *storage.Tx) (err error) {
		waits, err = tx.HasOutgoing(network, bulk)
		return err
	})
	if err != nil || !waits {
		return 0, err
	}
	if !bulk {
		o.claiming.Lock()
		defer o.claiming.Unlock()
	}
	var rows []storage.Outgoing
	err = r.again(ctx, func(tx *storage.Tx) (err error) {
		rows, err = tx.ClaimOutgoing(network, bulk, room)
		return err
	})
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		o.add(stored(row))
	}
	return len(rows), nil
}
