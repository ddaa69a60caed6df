package outbox

import (
	"context"
	"slices"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// noteAfter is how long a delivery waits to be noted together with later ones. After a
// crash in that time it is made once more.
const noteAfter = 50 * time.Millisecond

// The pauses before notes are written again for which the database was away.
const (
	firstNotePause   = 100 * time.Millisecond
	longestNotePause = 2 * time.Second
)

// Where several transactions run at a time, a transaction writes at most this many notes: of those
// that lock their chats, and of those that lock nothing.
const (
	lockingAtOnce = 8
	plainAtOnce   = 256
)

// A note is how a delivery ended.
type note struct {
	row     storage.Outgoing
	outcome storage.Outcome
	// message is what it became.
	message chat.Message
	// seen means that people see its reply, and not something else instead.
	seen bool
	// gone is what is out of reach.
	gone chat.Gone
	err  error
	// clearsBegun means that it has not ended: nobody saw it, so that it has begun is cleared.
	clearsBegun bool
	// pins means that it pinned something, or should have.
	pins bool
}

// locks reports whether writing the note reads or changes what belongs to its chat. For a reply
// that shows nothing new only the message is stored.
func (x note) locks() bool {
	if x.row.Event == nil || x.gone != "" {
		return true
	}
	return x.row.Shows || x.row.Hint > 0 || x.row.MatchID != 0
}

// postsNew reports whether the delivery made a new message at a place, or pinned one, and answered
// nobody. Replies and edits need no right to post.
func (x note) postsNew() bool {
	if x.row.Event != nil || x.row.Message != "" {
		return false
	}
	return x.pins || !x.message.IsZero()
}

// notes are written a little later, many in one transaction.
type notes struct {
	*Config
	mu   sync.Mutex
	all  []note
	wake chan struct{}
}

func (n *notes) add(x note) {
	if x.row.ID == 0 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, x)
	ring(n.wake)
}

// take removes and returns all notes.
func (n *notes) take() []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.all
	n.all = nil
	return all
}

// ring sends on a channel that holds one value, unless it holds one already.
func ring(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// run writes notes until ctx ends, and then those that are left.
func (n *notes) run(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-n.wake:
			chat.Pause(ctx, noteAfter)
		}
		n.writeAll(ctx, n.take())
	}
	// More may have come while these were written.
	n.writeAll(ctx, n.take())
}

// writeAll writes notes, in several transactions at a time if the database takes several. Those of
// one community that lock it stay in their order.
func (n *notes) writeAll(ctx context.Context, all []note) {
	writers := n.Store.Writers()
	if writers == 1 {
		n.write(ctx, all)
		return
	}
	locking := make([][]note, writers)
	var plain []note
	for _, x := range all {
		if !x.locks() {
			plain = append(plain, x)
			continue
		}
		i := uint64(x.row.CommunityID) % uint64(writers)
		locking[i] = append(locking[i], x)
	}
	var done sync.WaitGroup
	for _, share := range locking {
		done.Go(func() { n.writeChunks(ctx, share, lockingAtOnce) })
	}
	done.Go(func() { n.writeChunks(ctx, plain, plainAtOnce) })
	done.Wait()
}

// writeChunks writes notes, at most size of them in a transaction.
func (n *notes) writeChunks(ctx context.Context, all []note, size int) {
	for chunk := range slices.Chunk(all, size) {
		n.write(ctx, chunk)
	}
}

// write writes notes in one transaction or, if that fails, each in its own. While the database is
// away they wait until end has ended: without them people are told twice.
func (n *notes) write(end context.Context, all []note) {
	if len(all) == 0 {
		return
	}
	ctx := context.WithoutCancel(end)
	waits := func(err error, _ time.Duration) bool { return end.Err() == nil && storage.Unavailable(err) }
	err := chat.Retry(ctx, chat.Backoff(firstNotePause, longestNotePause), waits, func() error {
		return n.Store.Commit(ctx, func(tx *storage.Tx) error { return n.record(tx, all) })
	})
	if err != nil && len(all) == 1 {
		n.Logger.Error("delivery not recorded", "nonce", all[0].row.Nonce, "error", err)
		return
	}
	if err != nil {
		for _, x := range all {
			n.write(end, []note{x})
		}
	}
}

// record stores notes in a transaction.
func (n *notes) record(tx *storage.Tx, all []note) error {
	var locked []storage.Outgoing
	for _, x := range all {
		if x.locks() {
			locked = append(locked, x.row)
		}
	}
	if err := tx.LockOutgoing(locked...); err != nil {
		return err
	}
	// All rows are marked as done in one round trip, which also says whether that is news.
	now := n.Now()
	ended := make([]*storage.Query[int64], len(all))
	for i, x := range all {
		if x.clearsBegun {
			continue
		}
		reason := ""
		if x.err != nil {
			reason = x.err.Error()
		}
		ended[i] = tx.Done(x.row, x.outcome, x.message.ID, reason, now)
	}
	for i, x := range all {
		if err := n.recordEnd(tx, x, ended[i], now); err != nil {
			return err
		}
	}
	return nil
}

// recordEnd stores what follows from the end of a delivery. ended lists its row if the end is news.
func (n *notes) recordEnd(tx *storage.Tx, x note, ended *storage.Query[int64], now time.Time) error {
	if x.clearsBegun {
		return tx.ClearBegun(x.row.ID)
	}
	if x.gone != "" {
		if err := n.recordGone(tx, x); err != nil {
			return err
		}
	}
	rows, err := ended.List()
	if err != nil {
		return err
	}
	isNews := len(rows) > 0
	if !isNews || !x.seen {
		return nil
	}
	if x.postsNew() {
		over := []string{string(chat.GoneRight), string(chat.GoneThread)}
		if x.pins {
			over = []string{string(chat.GonePin)}
		}
		if err := tx.ClearTrouble(x.row.CommunityID, x.row.Channel, over...); err != nil {
			return err
		}
	}
	return n.Delivered(tx, x.row, x.message, now)
}

// recordGone stores exactly what is out of reach. A community out of reach gets no unsolicited
// messages until its next request; a daily whose channel is gone goes to the community's
// main place from now on. It is logged once, and shown in the settings until something
// could be posted there.
func (n *notes) recordGone(tx *storage.Tx, x note) error {
	if x.row.Message != "" || x.gone == chat.GoneMessage {
		return nil
	}
	c, err := tx.CommunityByID(x.row.CommunityID)
	if err != nil {
		return err
	}
	before := c
	switch {
	case x.gone == chat.GoneCommunity:
		c.Active = false
	case x.gone == chat.GoneThread && x.row.Channel == c.DailyChannel:
		c.DailyChannel = ""
	}
	switch x.gone {
	case chat.GoneRight, chat.GoneThread, chat.GonePin:
		c.Trouble = string(x.gone)
		c.TroubleChannel = x.row.Channel
	}
	if c == before {
		return nil
	}
	n.Logger.Warn("out of reach", "what", x.gone, "community", x.row.CommunityID, "error", x.err)
	return tx.SaveCommunity(c)
}
