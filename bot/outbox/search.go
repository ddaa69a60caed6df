package outbox

import (
	"context"
	"errors"
	"slices"
	"time"

	"reckon/storage"
)

const (
	// searchFor is how long the search goes on after a commit in doubt. A server may take that long to
	// notice that a connection is dead, and it may still commit the connection's last transaction.
	searchFor = time.Minute
	// searchEvery is the pause between two searches.
	searchEvery = time.Second
)

// searchDoubted returns deliveries whose rows were stored by a commit in doubt: a commit that may have
// succeeded, although this process was told that it failed. goesOn reports whether searchDoubted has to
// be called again soon. Each class has one goroutine that calls it.
func (o *outlet) searchDoubted(ctx context.Context, c class) (found []*item, goesOn bool, err error) {
	s := o.searches[c]
	now := o.Now()
	doubts := o.Store.Doubts()
	isNew := doubts != s.doubts
	if !isNew && now.After(s.until) {
		s.unknown = nil
		return nil, false, nil
	}
	own, err := o.ownRows(ctx, c)
	if err != nil {
		return nil, false, err
	}
	// The server answers again, so the time of the search begins now.
	if isNew {
		s.doubts = doubts
		s.until = now.Add(searchFor)
	}
	unknown := o.unknown(own)
	for _, id := range unknown {
		// A row that was stored a moment ago is unknown until its item is added. So a row must be
		// found twice.
		wasUnknown := slices.Contains(s.unknown, id)
		if !wasUnknown {
			continue
		}
		it, err := o.readRow(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			// Its delivery has ended meanwhile.
			continue
		}
		if err != nil {
			return found, false, err
		}
		found = append(found, it)
	}
	s.unknown = unknown
	return found, true, nil
}

// ownRows returns the IDs of all rows that this process owns and whose deliveries have not ended.
func (o *outlet) ownRows(ctx context.Context, c class) (own []int64, err error) {
	err = o.Store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		own, err = tx.OwnOutgoing(o.front.Network(), bool(c))
		return err
	})
	return own, err
}

// unknown returns the rows of a list that this process neither holds nor has delivered.
func (o *outlet) unknown(rows []int64) []int64 {
	return slices.DeleteFunc(rows, o.isKnown)
}

// isKnown reports whether this process holds a row or has delivered it a moment ago.
func (o *outlet) isKnown(id int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.rows[id] != nil || o.notes.isPending(id)
}

// readRow returns the delivery of a row. The item is stale, so the row is read once more before the delivery.
func (o *outlet) readRow(ctx context.Context, id int64) (*item, error) {
	it := new(item)
	err := o.Store.Look(ctx, func(tx *storage.Tx) error {
		row, err := tx.Outgoing(id)
		if err != nil {
			return err
		}
		it.read(row)
		return nil
	})
	it.stale.Store(true)
	return it, err
}
