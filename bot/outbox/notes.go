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

// Where several transactions run at a time, so many notes are written in one: those that
// lock their chats, and those that lock none.
const (
	notesAtOnce = 8
	plainAtOnce = 256
)

// A note is how a delivery ended.
type note struct {
	row     storage.Outgoing
	outcome storage.Outcome
	message chat.Message // what it became
	seen    bool         // people see its reply, and not something in its place
	gone    chat.Gone    // what is out of reach
	err     error
	unbegun bool // it has not ended: nobody saw it
	pins    bool // it pinned something, or should have
}

// locks reports whether noting it reads or changes what belongs to its chat: of a reply that
// shows nothing new only the message is stored.
func (x note) locks() bool {
	return x.row.Event == nil || x.row.Shows || x.row.Hint > 0 || x.row.MatchID != 0 || x.gone != ""
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

// ring wakes whoever waits for a channel that holds one value.
func ring(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// keep writes notes until ctx ends, and those that are left then. Those that lock a community
// are written in order and, where the database takes several transactions at a time, those of
// different communities at once.
func (n *notes) keep(ctx context.Context) {
	writers := n.Store.Writers()
	for ended := false; !ended; {
		select {
		case <-ctx.Done():
			ended = true
		case <-n.wake:
			chat.Pause(ctx, noteAfter)
		}
		n.mu.Lock()
		all := n.all
		n.all = nil
		n.mu.Unlock()
		if writers == 1 {
			n.together(ctx, all)
			continue
		}
		shares := make([][]note, writers+1) // the last is of those that lock nothing
		for _, x := range all {
			at := uint64(writers)
			if x.locks() {
				at = uint64(x.row.CommunityID) % uint64(writers)
			}
			shares[at] = append(shares[at], x)
		}
		var done sync.WaitGroup
		for i, share := range shares {
			atOnce := notesAtOnce
			if i == writers {
				atOnce = plainAtOnce
			}
			done.Go(func() {
				for some := range slices.Chunk(share, atOnce) {
					n.together(ctx, some)
				}
			})
		}
		done.Wait()
	}
}

// together writes notes in one transaction or, if that fails, each in its own. Until the end
// has come they wait for a database that is away: without them people are told twice.
func (n *notes) together(end context.Context, all []note) {
	if len(all) == 0 {
		return
	}
	ctx := context.WithoutCancel(end)
	waits := func(err error, _ time.Duration) bool { return end.Err() == nil && storage.Unavailable(err) }
	err := chat.Retry(ctx, chat.Backoff(firstNotePause, longestNotePause), waits, func() error {
		return n.Store.Commit(ctx, func(tx *storage.Tx) error {
			var locked []storage.Outgoing
			for _, x := range all {
				if x.locks() {
					locked = append(locked, x.row)
				}
			}
			if err := tx.LockOutgoing(locked...); err != nil {
				return err
			}
			news := make([]*storage.Queued[int64], len(all))
			now := n.Now()
			for i, x := range all {
				reason := ""
				if x.err != nil {
					reason = x.err.Error()
				}
				if !x.unbegun {
					news[i] = tx.Done(x.row, x.outcome, x.message.ID, reason, now)
				}
			}
			for i, x := range all {
				if err := n.record(tx, x, news[i], now); err != nil {
					return err
				}
			}
			return nil
		})
	})
	switch {
	case err != nil && len(all) > 1:
		for _, x := range all {
			n.together(end, []note{x})
		}
	case err != nil:
		n.Logger.Error("delivery not recorded", "nonce", all[0].row.Nonce, "error", err)
	}
}

// record notes what follows from the end of a delivery. ended has its row if that is news.
func (n *notes) record(tx *storage.Tx, x note, ended *storage.Queued[int64], now time.Time) error {
	if x.unbegun {
		_, err := tx.Begin(x.row.ID, false)
		return err
	}
	if x.gone != "" {
		if err := n.gone(tx, x); err != nil {
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
	over := []string{string(chat.GoneRight), string(chat.GoneThread)}
	if x.pins {
		over = []string{string(chat.GonePin)}
	}
	if (x.pins || !x.message.IsZero()) && x.row.Event == nil && x.row.Message == "" { // replies and edits need no right to post
		if err := tx.ClearTrouble(x.row.CommunityID, x.row.Channel, over...); err != nil {
			return err
		}
	}
	return n.Delivered(tx, x.row, x.message, now)
}

// gone records exactly what is out of reach. A community that is gets no unsolicited
// messages until its next request; a daily whose channel is gone goes to the community's
// main place from now on. It is logged once, and shown in the settings until something
// could be posted there.
func (n *notes) gone(tx *storage.Tx, x note) error {
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
	if x.gone == chat.GoneRight || x.gone == chat.GoneThread || x.gone == chat.GonePin {
		c.Trouble, c.TroubleChannel = string(x.gone), x.row.Channel
	}
	if c == before {
		return nil
	}
	n.Logger.Warn("out of reach", "what", x.gone, "community", x.row.CommunityID, "error", x.err)
	return tx.SaveCommunity(c)
}
