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
		if it.Answers() && it.row.ID != 0 { // else the apology itself was refused
			sorry := &item{Delivery: it.Delivery}
			sorry.Priority, sorry.Minor = Press, false
			sorry.Reply = o.Broken(it.Locale)
			sorry.Reply.Audience, sorry.Reply.Edit = chat.Asker, false
			o.add(sorry)
		}
	case errors.Is(err, errTaken): // its owner notes how it ends
		o.settle(l, items, false, note{})
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

// settle forgets items that were taken and notes how their delivery ended, if n says so;
// the message it became is the first one's. If the network answered it is up, and all that
// waits for it is tried at once.
func (o *outlet) settle(l *lane, items []*item, answered bool, n note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	l.busy = false
	for _, it := range items {
		o.forget(it)
		if n.outcome != "" {
			n.row = it.row
			o.notes.add(n)
			n.message = chat.Message{}
		}
	}
	o.breaker.probing = false
	if answered && o.breaker.open() {
		for _, l := range o.lanes {
			for _, it := range l.items {
				it.again = time.Time{}
			}
			l.wakeUp()
		}
	}
	if answered {
		o.breaker.failures = 0
	}
	if l.bulk {
		o.loops[true].Wake()
	}
}

// pause holds the lane back as long as the network asks.
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

// backoff puts items back after a failure, for which the network may be to blame. Others
// of the lane go first.
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
	o.settle(l, items, true, note{})
	for _, it := range items {
		it.Place.Community = to
		it.stale.Store(!it.Answers()) // an edit's message has stayed behind
		o.add(it)
	}
}
