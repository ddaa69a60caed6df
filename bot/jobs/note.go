package jobs

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// noteAfter is how long what was delivered waits to be noted with what is delivered
// after it. A crash meanwhile says it once more.
const noteAfter = 50 * time.Millisecond

// A note is how it ended with an Item.
type note struct {
	item    *Item
	outcome storage.Outcome
	message chat.Message // what it became
	seen    bool         // people see what it says, and not something in its place
	gone    bool         // err tells what is out of reach
	err     error
	unbegun bool // nothing has ended: it was not seen
}

// notes are written a little later, many in one transaction.
type notes struct {
	mu   sync.Mutex
	all  []note
	wake chan struct{}
}

func newNotes() *notes { return &notes{wake: make(chan struct{}, 1)} }

func (n *notes) add(x note) {
	if x.item.Row.ID == 0 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, x)
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

func (n *notes) take() []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.all
	n.all = nil
	return all
}

// keepNotes writes notes down until ctx ends, and those that are left then.
func (r *Runner) keepNotes(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			r.writeNotes()
			return
		case <-r.notes.wake:
		}
		chat.Pause(ctx, noteAfter)
		r.writeNotes()
	}
}

// notesAtOnce is how many notes are written in one transaction where several can be
// under way: it keeps the chats they are of from everyone else.
const notesAtOnce = 8

// writeNotes writes down all notes there are: those of a community in order and, where
// the database takes several transactions at a time, those of different ones at once.
func (r *Runner) writeNotes() {
	all := r.notes.take()
	writers := r.Store.Writers()
	if writers == 1 {
		r.writeSome(all)
		return
	}
	shares := make([][]note, writers)
	for _, n := range all {
		at := uint64(n.item.Row.CommunityID) % uint64(writers)
		shares[at] = append(shares[at], n)
	}
	var done sync.WaitGroup
	for _, share := range shares {
		if len(share) == 0 {
			continue
		}
		done.Go(func() {
			for some := range slices.Chunk(share, notesAtOnce) {
				r.writeSome(some)
			}
		})
	}
	done.Wait()
}

// writeSome writes notes down together or, if that fails, each for itself.
func (r *Runner) writeSome(all []note) {
	if len(all) == 0 {
		return
	}
	ctx := context.Background()
	err := r.again(ctx, func(tx *storage.Tx) error {
		var communities []int64
		for _, n := range all {
			communities = append(communities, n.item.Row.CommunityID)
		}
		if err := tx.LockCommunities(communities...); err != nil {
			return err
		}
		for _, n := range all {
			if err := r.record(tx, n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		for _, n := range all {
			if err := r.again(ctx, func(tx *storage.Tx) error { return r.record(tx, n) }); err != nil {
				r.Logger.Error("delivery not recorded", "nonce", n.item.Row.Nonce, "error", err)
			}
		}
	}
}

// record writes a note down.
func (r *Runner) record(tx *storage.Tx, n note) error {
	row, now := n.item.Row, r.Now()
	if err := tx.LockCommunities(row.CommunityID); err != nil {
		return err
	}
	if n.unbegun {
		_, err := tx.Begin(row.ID, false)
		return err
	}
	reason := ""
	if n.err != nil {
		reason = n.err.Error()
	}
	if n.gone {
		if err := r.gone(tx, row, n.err); err != nil {
			return err
		}
	}
	news, err := tx.Done(row, n.outcome, n.message.ID, reason, now)
	if err != nil || !news || !n.seen {
		return err
	}
	if !n.message.IsZero() && row.Event == nil {
		if err := tx.ClearTrouble(row.CommunityID, row.Channel); err != nil {
			return err
		}
	}
	return r.Delivered(tx, row, n.message, now)
}

// gone notes what is out of reach, and nothing more than that: to a community
// nothing unsolicited goes until its next request; a daily whose channel is gone
// goes to the community's main place from now on. It is logged once, and told in the
// settings until something could be posted there.
func (r *Runner) gone(tx *storage.Tx, o storage.Outgoing, reason error) error {
	what := chat.GoneCommunity
	var precise *chat.GoneError
	if errors.As(reason, &precise) {
		what = precise.What
	}
	if o.Message != "" || what == chat.GoneMessage {
		return nil
	}
	c, err := tx.CommunityByID(o.CommunityID)
	if err != nil {
		return err
	}
	before := c
	switch {
	case what == chat.GoneCommunity:
		c.Active = false
	case what == chat.GoneThread && o.Channel == c.DailyChannel:
		c.DailyChannel = ""
	}
	if what == chat.GoneRight || what == chat.GoneThread {
		c.Trouble, c.TroubleChannel = string(what), o.Channel
	}
	if c == before {
		return nil
	}
	r.Logger.Warn("out of reach", "what", what, "community", o.CommunityID, "error", reason)
	return tx.SaveCommunity(c)
}
