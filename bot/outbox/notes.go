package outbox

import (
	"context"
	"slices"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// noteAfter is how long a note waits, so that it is written together with later ones. If the process is
// killed in that time, the delivery is sent once more.
const noteAfter = 50 * time.Millisecond

// firstNotePause and longestNotePause are the bounds of the pause before notes are written again,
// while the database cannot be reached.
const (
	firstNotePause   = 100 * time.Millisecond
	longestNotePause = 2 * time.Second
)

// The bounds of one transaction on PostgreSQL, where several transactions write notes at the same time.
const (
	// lockingAtOnce bounds the notes that lock their chats.
	lockingAtOnce = 8
	// plainAtOnce bounds the notes that lock nothing.
	plainAtOnce = 256
)

// A note says how a delivery ended, or that it must no longer count as begun.
type note struct {
	row     storage.Outgoing
	outcome storage.Outcome
	// message is the message that the delivery became.
	message chat.Message
	// seen means that people see what was to be delivered. It is false if the delivery failed, or if people were told
	// something else instead: that a file could not be made, or where to ask for what others must not read.
	seen bool
	// gone says what is out of reach, according to the network.
	gone chat.Gone
	// err is why the delivery failed.
	err error
	// clearsBegun means that the delivery has not ended: the network refused it for now. Nobody has seen it, so it
	// must no longer count as begun.
	clearsBegun bool
	// pins means that the delivery was to pin a message, whether or not that succeeded.
	pins bool
}

// locks reports whether the transaction that writes the note must lock the chat, because it reads or
// changes something about it. A reply does so only if it is the own message of a round or a match, or shows
// a hint.
func (x note) locks() bool {
	if !x.row.IsReply() || x.gone != "" {
		return true
	}
	isOwnMessage := x.row.Shows || x.row.MatchID != 0
	return isOwnMessage || x.row.Hint > 0
}

// provesRight reports whether the delivery could succeed only because the bot has a right at the place: the right
// to post a message that is no reply, or the right to pin one. Replies and edits need no such right.
func (x note) provesRight() bool {
	if x.row.IsReply() || x.row.Message != "" {
		return false
	}
	return x.pins || !x.message.IsZero()
}

// notes collects notes, and writes many of them in one transaction a little later.
type notes struct {
	*Config
	mu  sync.Mutex
	all []note
	// pending has the IDs of the rows whose deliveries have ended, but whose ends are not stored yet.
	pending map[int64]bool
	wake    chan struct{}
}

func (n *notes) add(x note) {
	if x.row.ID == 0 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, x)
	if !x.clearsBegun {
		n.pending[x.row.ID] = true
	}
	ring(n.wake)
}

// isPending reports whether the end of a delivery is still to be stored.
func (n *notes) isPending(row int64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.pending[row]
}

// removePending is called when notes are stored: then their rows are no longer pending.
func (n *notes) removePending(all []note) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, x := range all {
		delete(n.pending, x.row.ID)
	}
}

// removeAll removes and returns all notes.
func (n *notes) removeAll() []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.all
	n.all = nil
	return all
}

// ring wakes the goroutine that receives from a channel with room for one value.
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
		n.writeAll(ctx, n.removeAll())
	}
	// More notes may have come meanwhile.
	n.writeAll(ctx, n.removeAll())
}

// writeAll writes notes, in several transactions at the same time if the database takes several.
// Notes that lock the same chat stay in order.
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

// write writes notes in one transaction. If that fails, it writes each in a transaction of its own.
// While the database cannot be reached, write tries again until ctx ends, because a delivery without a
// note is sent twice. The end of ctx does not interrupt a try.
func (n *notes) write(ctx context.Context, all []note) {
	if len(all) == 0 {
		return
	}
	endless := context.WithoutCancel(ctx)
	mayRetry := func(err error, _ time.Duration) bool { return ctx.Err() == nil && storage.Unavailable(err) }
	err := chat.Retry(endless, chat.Backoff(firstNotePause, longestNotePause), mayRetry, func() error {
		return n.Store.Commit(endless, func(tx *storage.Tx) error { return n.record(tx, all) })
	})
	if err == nil {
		n.removePending(all)
		return
	}
	if len(all) == 1 {
		// The row of the note stays pending, so that this process never sends the message again. A later process
		// does, unless the message has expired by then.
		n.Logger.Error("delivery not recorded", "nonce", all[0].row.Nonce, "error", err)
		return
	}
	for _, x := range all {
		n.write(ctx, []note{x})
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
	// On a server Done only queues its query. The first result that recordEnd reads sends all of them, in one
	// round trip. The results tell which rows were not marked as done before.
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

// recordEnd stores what follows from a note. ended is the result of Done. If the end of the delivery was stored
// before, ended has no row, and recordEnd stores only what is out of reach.
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
	if len(rows) == 0 {
		return nil
	}
	isLostPuzzle := x.outcome == storage.Failed && x.row.Shows
	if isLostPuzzle {
		return n.Failed(tx, x.row, now)
	}
	if !x.seen {
		return nil
	}
	if x.provesRight() {
		cleared := []string{string(chat.GoneRight), string(chat.GoneThread)}
		if x.pins {
			cleared = []string{string(chat.GonePin)}
		}
		if err := tx.ClearTrouble(x.row.CommunityID, x.row.Channel, cleared...); err != nil {
			return err
		}
	}
	return n.Delivered(tx, x.row, x.message, now)
}

// recordGone stores what is out of reach. If that is the community, nothing is posted there until the
// next request comes from there. If it is the daily's own channel, the daily is posted in the community's
// main channel from then on. Unless the whole community is out of reach, the settings show the trouble
// until a message is posted there. recordGone logs what was not out of reach before.
func (n *notes) recordGone(tx *storage.Tx, x note) error {
	// Neither an edit that was refused nor a deleted message says that the place is out of reach.
	isEdit := x.row.Message != ""
	if isEdit || x.gone == chat.GoneMessage {
		return nil
	}
	c, err := tx.CommunityByID(x.row.CommunityID)
	if err != nil {
		return err
	}
	before := c
	if x.gone == chat.GoneCommunity {
		c.Active = false
	} else {
		c.Trouble = string(x.gone)
		c.TroubleChannel = x.row.Channel
	}
	isDailyChannelGone := x.gone == chat.GoneThread && x.row.Channel == c.DailyChannel
	if isDailyChannelGone {
		c.DailyChannel = ""
	}
	if c == before {
		return nil
	}
	n.Logger.Warn("out of reach", "what", x.gone, "community", x.row.CommunityID, "error", x.err)
	return tx.SaveCommunity(c)
}
