package jobs

import (
	"context"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

const (
	// keepTrying is for how long something is tried that fails for no known reason.
	keepTrying = 24 * time.Hour
	// The pauses between two tries.
	shortestPause = 500 * time.Millisecond
	longestPause  = 30 * time.Second
	// lastCall is how long a call that was begun may go on after the end has come:
	// broken off, what it says might have been seen and be said again.
	lastCall = 5 * time.Second
	// lastWords is how long after the end has come what nothing holds back is still
	// said.
	lastWords = 2 * time.Second
)

var (
	errUseless = errors.New("it is of no use any more")
	errBody    = errors.New("its body cannot be read")
	errDoubt   = errors.New("it may have been seen before the last process ended")
	errGone    = errors.New("it is not to be said any more")
	errTaken   = errors.New("it is not in this process's hands any more")
)

// try tries once to say Items in one, and settles what came of it.
func (o *outlet) try(ctx context.Context, q *queue, items []*Item) {
	// What was begun is finished, also during a shutdown.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastCall, abandon) })()
	m, err := o.attempt(work, items)
	o.settle(work, q, items, m, err)
}

// attempt makes the call.
func (o *outlet) attempt(ctx context.Context, items []*Item) (m chat.Message, err error) {
	defer recovered(&err)
	it := items[0]
	now := o.r.Now()
	if it.Row.Event == nil && it.Row.ID != 0 { // an answer is rather doubled than missed
		if err := o.r.assure(ctx); err != nil {
			return m, err
		}
	}
	if it.changed.Swap(false) {
		if err := o.reread(ctx, it); err != nil {
			return m, err
		}
	}
	switch {
	case it.unreadable:
		return m, errBody
	case it.useless(now):
		return m, errUseless
	case it.Row.Begun && it.Row.Bulk && !o.front.Idempotent():
		return m, errDoubt
	}
	if it.Row.Bulk && !o.front.Idempotent() {
		if err := o.markBegun(ctx, it); err != nil {
			return m, err
		}
	}
	d := it.delivery()
	if len(items) > 1 {
		d.Event, d.Reply = nil, o.r.Merge(items)
	}
	return o.front.Deliver(ctx, d)
}

// markBegun notes that an Item may be seen from now on.
func (o *outlet) markBegun(ctx context.Context, it *Item) error {
	var mine bool
	err := o.r.Store.Write(ctx, func(tx *storage.Tx) (err error) {
		mine, err = tx.Begin(it.Row.ID, true)
		return err
	})
	if err == nil && !mine {
		return errTaken
	}
	return err
}

// reread has an Item say what is stored now, if it is in this process's hands still.
func (o *outlet) reread(ctx context.Context, it *Item) error {
	if it.Row.ID == 0 {
		return nil
	}
	var row storage.Outgoing
	var mine bool
	err := o.r.Store.Read(ctx, func(tx *storage.Tx) (err error) {
		if row, err = tx.Outgoing(it.Row.ID); err != nil {
			return err
		}
		mine, err = tx.InHand(it.Row.ID)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return errGone
	}
	if err != nil {
		return err
	}
	if !mine {
		return errTaken
	}
	again := stored(row)
	it.Row, it.Place, it.Reply, it.unreadable = again.Row, again.Place, again.Reply, again.unreadable
	return nil
}

// settle notes how it went, or has it tried again.
func (o *outlet) settle(ctx context.Context, q *queue, items []*Item, m chat.Message, err error) {
	var (
		retry   *chat.RetryError
		moved   *chat.MovedError
		refused *chat.RefusedError
	)
	it := items[0]
	end := func(n note) {
		o.finish(q, items)
		for i, it := range items {
			n.item, n.message = it, m
			if i > 0 {
				n.message = chat.Message{}
			}
			o.r.notes.add(n)
		}
	}
	switch {
	case err == nil:
		end(note{outcome: storage.Delivered, seen: true})
	case errors.Is(err, chat.ErrElsewhere):
		end(note{outcome: storage.Delivered})
	case errors.As(err, &retry):
		o.later(q, items, retry.After)
	case errors.As(err, &moved):
		o.follow(ctx, q, items, moved.To)
	case errors.Is(err, chat.ErrGone):
		end(note{outcome: storage.Failed, err: err, gone: true})
	case errors.As(err, &refused):
		o.r.Logger.Error("message refused", "community", it.Row.CommunityID, "nonce", it.Row.Nonce, "error", err)
		end(note{outcome: storage.Failed, err: err})
		o.apologize(it)
	case errors.Is(err, errTaken): // how it ends is noted by whoever says it
		o.finish(q, items)
		o.r.wakeClaims()
	case errors.Is(err, errUseless), errors.Is(err, errGone):
		end(note{outcome: storage.Failed, err: err})
	case errors.Is(err, errBody), errors.Is(err, errDoubt), o.r.Now().Sub(it.At) > keepTrying:
		o.r.Logger.Error("message given up", "community", it.Row.CommunityID, "nonce", it.Row.Nonce, "error", err)
		end(note{outcome: storage.Failed, err: err})
	default:
		o.r.Logger.Warn("message not delivered yet", "community", it.Row.CommunityID, "nonce", it.Row.Nonce, "error", err)
		o.failed(q, items)
	}
}

// finish is done with Items; the network is up.
func (o *outlet) finish(q *queue, items []*Item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q.busy = false
	for _, it := range items {
		o.forget(it)
	}
	o.recover()
	if q.bulk() {
		o.loops[true].wakeUp()
	}
}

// recover notes that the network answers: what waited for it is tried at once. It
// is called with mu held.
func (o *outlet) recover() {
	down := o.fails >= breakAfter
	o.fails, o.probing = 0, false
	if !down {
		return
	}
	for _, q := range o.queues {
		for _, it := range q.items {
			it.again = time.Time{}
		}
		q.wakeUp()
	}
}

// later has Items tried again after a pause that the network wants: of the whole
// lane.
func (o *outlet) later(q *queue, items []*Item, after time.Duration) {
	for _, it := range items {
		if it.Row.Bulk && !o.front.Idempotent() && it.Row.ID != 0 {
			o.r.notes.add(note{item: it, unbegun: true})
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	q.busy = false
	q.until = o.r.Now().Add(after)
	o.recover()
	q.putBack(items)
}

// failed has Items tried again after a failure of unknown cause. Others of the lane
// go before them meanwhile.
func (o *outlet) failed(q *queue, items []*Item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q.busy = false
	if items[0].lane != "" {
		o.fails++
	}
	o.probing = false
	for _, it := range items {
		it.again = o.r.Now().Add(min(shortestPause<<min(it.tries, 10), longestPause))
		it.tries++
	}
	q.putBack(items)
}

// follow tries Items again where their community is now.
func (o *outlet) follow(ctx context.Context, q *queue, items []*Item, to string) {
	it := items[0]
	err := o.r.again(ctx, func(tx *storage.Tx) error {
		return o.r.Moved(tx, it.Place.Network, it.Place.Community, to, o.r.Now())
	})
	if err != nil {
		o.r.Logger.Error("community not moved", "community", it.Row.CommunityID, "error", err)
		o.failed(q, items)
		return
	}
	o.finish(q, items)
	for _, it := range items {
		it.Place.Community = to
		it.changed.Store(it.Row.Event == nil) // an edit's message has stayed behind
		o.add(it)
	}
}

// apologize tells who asked for it that a reply could not be shown.
func (o *outlet) apologize(it *Item) {
	if it.Row.Event == nil || it.Row.ID == 0 {
		return
	}
	sorry := &Item{Place: it.Place, At: it.At, Reply: o.r.Broken(it.Row.Locale)}
	sorry.Row.Event, sorry.Row.Locale, sorry.Row.Nonce = it.Row.Event, it.Row.Locale, it.Row.Nonce
	sorry.Row.BestBefore = it.Row.BestBefore
	sorry.Reply.Audience, sorry.Reply.Edit = chat.Asker, false
	o.add(sorry)
}
