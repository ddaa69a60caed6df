package outbox

import (
	"context"
	"errors"
	"slices"
	"time"

	"reckon/storage"
)

const (
	// searchFor is for how long after a commit in doubt rows are searched for. So long may a server take
	// to notice that a connection is dead, whose last transaction it may still commit.
	searchFor = time.Minute
	// searchEvery is the pause between two searches.
	searchEvery = time.Second
)

// searchDoubted adds deliveries of which it was in doubt whether their rows were committed. It reports
// whether it has to be called again soon. Each class has one goroutine that calls it.
func (o *outlet) searchDoubted(ctx context.Context, c class) (goesOn bool, err error) {
	s := o.searches[c]
	now := o.Now()
	doubts := o.Store.Doubts()
	isNew := doubts != s.doubts
	if !isNew && now.After(s.until) {
		s.unknown = nil
		return false, nil
	}
	var own []int64
	err = o.Store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		own, err = tx.OwnOutgoing(o.front.Network(), bool(c))
		return err
	})
	if err != nil {
		return false, err
	}
	// The server answers again.
	if isNew {
		s.doubts = doubts
		s.until = now.Add(searchFor)
	}
	unknown := o.unknown(own)
	for _, id := range unknown {
		// A row that was stored a moment ago is unknown until it is added.
		if !slices.Contains(s.unknown, id) {
			continue
		}
		if err := o.addRow(ctx, id); err != nil {
			return false, err
		}
	}
	s.unknown = unknown
	return true, nil
}

// unknown returns those of some rows that this process neither holds nor has delivered.
func (o *outlet) unknown(rows []int64) []int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.DeleteFunc(rows, func(id int64) bool { return o.rows[id] != nil || o.notes.isOpen(id) })
}

// addRow adds the delivery of a row, unless it has ended meanwhile.
func (o *outlet) addRow(ctx context.Context, id int64) error {
	it := new(item)
	err := o.Store.Look(ctx, func(tx *storage.Tx) error {
		row, err := tx.Outgoing(id)
		if err == nil {
			it.read(row)
		}
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	// It is read once more before it is delivered.
	it.stale.Store(true)
	o.add(it)
	return nil
}
