package outbox

import (
	"context"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

const (
	// keepTrying is for how long a delivery is tried that fails for no known reason.
	keepTrying = 24 * time.Hour
	// The pauses between two tries.
	shortestPause = 500 * time.Millisecond
	longestPause  = 30 * time.Second
)

// run delivers the items of a lane, until it is empty or the end has come.
func (o *outlet) run(l *lane) {
	o.mu.Lock()
	during, flush := o.during, o.flush
	o.mu.Unlock()
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		l.worked = false
	}()
	for {
		items, wait, ok := o.next(l)
		switch {
		case !ok:
			return
		case len(items) > 0:
			slots := o.slots[l.bulk]
			slots <- struct{}{}
			o.try(during, l, items)
			<-slots
		case during.Err() != nil: // it is delivered another time
			return
		default:
			l.wait(during, wait)
		}
		if during.Err() != nil && l.bulk || flush.Err() != nil {
			return
		}
	}
}

// try tries once to deliver items in one message, and settles what came of it. What has
// begun is finished, also during a shutdown: broken off, people might see it twice.
func (o *outlet) try(ctx context.Context, l *lane, items []*item) {
	ctx, done := heartbeat.Outlast(ctx, heartbeat.LastCall)
	defer done()
	m, err := o.attempt(ctx, o.front, items)
	var (
		retry    *chat.RetryError
		moved    *chat.MovedError
		refused  *chat.RefusedError
		database databaseError
	)
	it := items[0]
	log := o.Logger.With("community", it.row.CommunityID, "nonce", it.Key, "error", err)
	switch {
	case err == nil:
		o.settle(l, items, true, note{outcome: storage.Delivered, message: m, seen: true})
	case errors.Is(err, chat.ErrElsewhere):
		o.settle(l, items, true, note{outcome: storage.Delivered})
	case errors.As(err, &retry):
		o.pause(l, items, retry.After)
	case errors.As(err, &moved):
		o.follow(ctx, l, items, moved.To)
	case errors.Is(err, chat.ErrGone):
		o.settle(l, items, true, note{outcome: storage.Failed, err: err, gone: true})
	case errors.As(err, &refused):
		log.Error("message refused")
		o.settle(l, items, true, note{outcome: storage.Failed, err: err})
		o.apologize(it)
	case errors.Is(err, errTaken): // its owner notes how it ends
		o.drop(l, items, false)
		o.loops[l.bulk].Wake()
	case errors.Is(err, errExpired), errors.Is(err, errDropped):
		o.settle(l, items, false, note{outcome: storage.Failed, err: err})
	case errors.As(err, &database):
		log.Error("message waits for the database")
		o.backoff(l, items, false)
	case errors.Is(err, errBody), errors.Is(err, errDoubt), o.Now().Sub(it.At) > keepTrying:
		log.Error("message given up")
		o.settle(l, items, false, note{outcome: storage.Failed, err: err})
	default:
		log.Warn("message not delivered yet")
		o.backoff(l, items, true)
	}
}

// settle notes how a delivery of items ended. The message it became is the first one's.
func (o *outlet) settle(l *lane, items []*item, answered bool, n note) {
	o.drop(l, items, answered)
	for _, it := range items {
		n.row = it.row
		o.notes.add(n)
		n.message = chat.Message{}
	}
}

// drop forgets items that were taken. If the network answered it is up: everything that
// waits for it is tried at once.
func (o *outlet) drop(l *lane, items []*item, answered bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	l.busy = false
	for _, it := range items {
		o.forget(it)
	}
	o.breaker.probing = false
	down := o.breaker.open()
	if answered {
		o.breaker.failures = 0
	}
	if down && answered {
		o.retryAll()
	}
	if l.bulk {
		o.loops[true].Wake()
	}
}

// retryAll has everything tried at once that waits for the network to be up. It is called
// with mu held.
func (o *outlet) retryAll() {
	for _, l := range o.lanes {
		for _, it := range l.items {
			it.again = time.Time{}
		}
		l.wakeUp()
	}
}

// pause has the whole lane wait as long as the network wants.
func (o *outlet) pause(l *lane, items []*item, after time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, it := range items {
		if it.Bulk && !o.front.Idempotent() {
			o.notes.add(note{row: it.row, unbegun: true})
		}
	}
	l.until = o.Now().Add(after)
	o.breaker.probing = false
	o.putBack(l, items)
}

// backoff has items tried again after a failure, which the network is counted one for or
// not. Others of the lane go first.
func (o *outlet) backoff(l *lane, items []*item, network bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if network && !items[0].unordered {
		o.breaker.failures++
	}
	o.breaker.probing = false
	for _, it := range items {
		it.again = o.Now().Add(min(shortestPause<<min(it.failures, 10), longestPause))
		it.failures++
	}
	o.putBack(l, items)
}

// follow tries items again where their community is now.
func (o *outlet) follow(ctx context.Context, l *lane, items []*item, to string) {
	it := items[0]
	err := o.write(ctx, func(tx *storage.Tx) error {
		return o.Moved(tx, it.Place.Network, it.Place.Community, to, o.Now())
	})
	if err != nil {
		o.Logger.Error("community not moved", "community", it.row.CommunityID, "error", err)
		o.backoff(l, items, false)
		return
	}
	o.drop(l, items, true)
	for _, it := range items {
		it.Place.Community = to
		it.stale.Store(!it.Answers()) // an edit's message has stayed behind
		o.add(it)
	}
}

// apologize tells a person that their reply could not be shown.
func (o *outlet) apologize(it *item) {
	if !it.Answers() || it.row.ID == 0 { // the apology itself was refused
		return
	}
	sorry := &item{Delivery: it.Delivery}
	sorry.Priority, sorry.Minor = Press, false
	sorry.Reply = o.Broken(it.Locale)
	sorry.Reply.Audience, sorry.Reply.Edit = chat.Asker, false
	o.add(sorry)
}
