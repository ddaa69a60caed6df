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

// goesOn reports whether the search has not ended yet.
func (s *search) goesOn(now time.Time) bool { return !now.After(s.until) }

// searchDoubted goes on with the search of a class, or begins one if a commit was in doubt since the last.
// It returns the deliveries that it has found. Only the goroutine that claims rows of the class calls it.
func (o *outlet) searchDoubted(ctx context.Context, c class) (found []*item, err error) {
	s := o.searches[c]
	now := o.Now()
	doubts := o.Store.Doubts()
	begins := doubts != s.doubts
	if !begins && !s.goesOn(now) {
		s.unknown = nil
		return nil, nil
	}
	own, err := o.ownRows(ctx, c)
	if err != nil {
		return nil, err
	}
	// The time of a search begins only now, because only now the server answers again.
	if begins {
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
			return found, err
		}
		found = append(found, it)
	}
	s.unknown = unknown
	return found, nil
}

// ownRows returns the IDs of the rows of a class that this process owns and whose deliveries have not ended.
func (o *outlet) ownRows(ctx context.Context, c class) (own []int64, err error) {
	err = o.Store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		own, err = tx.OwnOutgoing(o.front.Network(), bool(c))
		return err
	})
	return own, err
}

// unknown returns those of some rows that this process does not know.
func (o *outlet) unknown(rows []int64) []int64 {
	return slices.DeleteFunc(rows, o.isKnown)
}

// isKnown reports whether this process knows of a row: its item is in memory, or its delivery has ended and
// that is still to be stored.
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
