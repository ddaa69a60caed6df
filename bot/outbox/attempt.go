package outbox

import (
	"context"
	"errors"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

var (
	errExpired = errors.New("it has expired")
	errBody    = errors.New("its body cannot be read")
	errDoubt   = errors.New("it may have been seen before the last process ended")
	errDropped = errors.New("it was dropped from the outbox")
	errTaken   = errors.New("another process owns it")
)

// A databaseError is a failure of ours, which says nothing of the network.
type databaseError struct{ error }

func (e databaseError) Unwrap() error { return e.error }

// attempt makes one delivery of items.
func (c *Config) attempt(ctx context.Context, front chat.FrontEnd, items []*item) (m chat.Message, err error) {
	defer heartbeat.Recover(&err)
	it := items[0]
	term := c.Heart.Term()
	if !it.Answers() && it.row.ID != 0 { // an answer is better doubled than missed
		if term, err = c.Heart.Assure(ctx); err != nil {
			return m, databaseError{err}
		}
	}
	if it.stale.Swap(false) || it.term != term {
		if err := c.reread(ctx, it); err != nil {
			it.stale.Store(true)
			return m, err
		}
		it.term = term
	}
	mark := it.Bulk && !front.Idempotent()
	switch {
	case it.unreadable:
		return m, errBody
	case it.expired(c.Now()):
		return m, errExpired
	case mark && it.row.Begun:
		return m, errDoubt
	}
	if mark { // people may see it from now on
		var mine bool
		err := c.write(ctx, func(tx *storage.Tx) (err error) {
			mine, err = tx.Begin(it.row.ID, true)
			return err
		})
		switch {
		case err != nil:
			return m, databaseError{err}
		case !mine:
			return m, errTaken
		}
	}
	d := it.Delivery
	if len(items) > 1 {
		var all []chat.Delivery
		for _, it := range items {
			all = append(all, it.Delivery)
		}
		d.Event, d.Reply = nil, c.Merge(all)
	}
	return front.Deliver(ctx, d)
}

// reread makes an item what is stored now, if this process still owns it.
func (c *Config) reread(ctx context.Context, it *item) error {
	if it.row.ID == 0 {
		return nil
	}
	var row storage.Outgoing
	var mine bool
	err := c.Store.Read(ctx, func(tx *storage.Tx) (err error) {
		if row, err = tx.Outgoing(it.row.ID); err != nil {
			return err
		}
		mine, err = tx.Owns(it.row.ID)
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return errDropped
	case err != nil:
		return databaseError{err}
	case !mine:
		return errTaken
	}
	it.read(row)
	return nil
}
