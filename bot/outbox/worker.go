package outbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
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
	// pollEvery is how often to look whether another process has left deliveries.
	pollEvery = 5 * time.Second
	// batch is how many rows are claimed at a time.
	batch = 64
)

var (
	errDatabase = errors.New("the database failed") // which says nothing of the network
	errExpired  = errors.New("it has expired")
	errBody     = errors.New("its body cannot be read")
	errDoubt    = errors.New("it may have been seen before the last process ended")
	errDropped  = errors.New("it was dropped from the outbox")
	errTaken    = errors.New("another process owns it")
)

// begin makes deliveries until during ends, and then those that nothing holds back until
// flush does.
func (o *outlet) begin(during, flush context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.during, o.flush = during, flush
	for _, l := range o.lanes {
		o.start(l)
	}
}

// end waits for the deliveries that are being made, and stops.
func (o *outlet) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.workers > 0 {
		o.idle.Wait()
	}
	o.during = nil
}

// claim takes in a batch of deliveries that have no owner, and returns how long to wait
// for the next.
func (o *outlet) claim(ctx context.Context, bulk bool) (time.Duration, error) {
	o.mu.Lock()
	room := min(maxLive-o.held[false], batch)
	if bulk {
		room = maxBulk - o.held[true]
	}
	o.mu.Unlock()
	if room <= 0 || bulk && room < maxBulk/2 { // bulk is claimed in batches
		return pollEvery, nil
	}
	var waits bool
	network := o.front.Network()
	err := o.Store.Look(ctx, func(tx *storage.Tx) (err error) {
		waits, err = tx.HasOutgoing(network, bulk)
		return err
	})
	if err != nil || !waits {
		return pollEvery, err
	}
	if !bulk {
		o.claiming.Lock()
		defer o.claiming.Unlock()
	}
	var rows []storage.Outgoing
	err = o.Store.Commit(ctx, func(tx *storage.Tx) (err error) {
		rows, err = tx.ClaimOutgoing(network, bulk, room)
		return err
	})
	items := make([]*item, len(rows))
	for i, row := range rows {
		items[i] = new(item)
		items[i].read(row)
	}
	o.add(items...)
	if err != nil || len(rows) == 0 {
		return pollEvery, err
	}
	return 0, nil
}

// add puts items into their lanes, each in the place of an edit of the same message that waits. None of them is delivered before all are there, so that
// the most urgent one goes first.
func (o *outlet) add(items ...*item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, it := range items {
		if it.row.ID != 0 {
			if o.rows[it.row.ID] != nil {
				continue
			}
			o.rows[it.row.ID] = it
		}
		o.held[it.Bulk]++
		it.term = o.Heart.Term()
		if m, ok := it.edits(); ok {
			if old := o.edits[m]; old != nil {
				o.lanes[old.lane].remove(old)
				o.forget(old, note{outcome: storage.Replaced})
				delete(o.edits, m)
			}
			if !it.Answers() {
				o.edits[m] = it
			}
		}
		key := o.front.Lane(it.Delivery)
		if it.unordered = key == ""; it.unordered {
			o.made++
			key = " " + strconv.Itoa(o.made)
		}
		if it.Bulk {
			key = " bulk " + key
		}
		l := o.lanes[key]
		if l == nil {
			l = &lane{key: key, bulk: it.Bulk, wake: make(chan struct{}, 1)}
			o.lanes[key] = l
		}
		it.lane = key
		l.items = append(l.items, it)
		ring(l.wake)
		o.start(l)
	}
}

// start starts a worker for a lane that has none. It is called with mu held.
func (o *outlet) start(l *lane) {
	if o.during == nil || l.worked {
		return
	}
	l.worked = true
	o.workers++
	during, flush := o.during, o.flush
	go func() {
		o.run(during, flush, l)
		o.mu.Lock()
		defer o.mu.Unlock()
		l.worked = false
		if o.workers--; o.workers == 0 {
			o.idle.Broadcast()
		}
	}()
}

// run delivers the items of a lane, until it is empty or the end has come.
func (o *outlet) run(during, flush context.Context, l *lane) {
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
			select {
			case <-time.After(wait):
			case <-l.wake:
			case <-during.Done():
			}
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
	m, err := o.attempt(ctx, items)
	var (
		retry   *chat.RetryError
		moved   *chat.MovedError
		refused *chat.RefusedError
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
	case errors.As(err, &refused):
		o.settle(l, items, true, note{outcome: storage.Failed, err: err, gone: refused.Gone})
		if refused.Gone != "" {
			break
		}
		log.Error("message refused")
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
	case errors.Is(err, errDatabase):
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

// attempt makes one delivery of items.
func (o *outlet) attempt(ctx context.Context, items []*item) (m chat.Message, err error) {
	defer heartbeat.Recover(&err)
	it := items[0]
	term := o.Heart.Term()
	if !it.Answers() && it.row.ID != 0 { // an answer is better doubled than missed
		if term, err = o.Heart.Assure(ctx); err != nil {
			return m, fmt.Errorf("%w: %w", errDatabase, err)
		}
	}
	if it.stale.Swap(false) || it.term != term {
		if err := o.reread(ctx, it); err != nil {
			it.stale.Store(true)
			return m, err
		}
		it.term = term
	}
	mark := it.Bulk && !o.front.Idempotent()
	switch {
	case it.unreadable:
		return m, errBody
	case it.expired(o.Now()):
		return m, errExpired
	case mark && it.row.Begun:
		return m, errDoubt
	}
	if mark { // people may see it from now on
		var mine bool
		err := o.Store.Commit(ctx, func(tx *storage.Tx) (err error) {
			mine, err = tx.Begin(it.row.ID, true)
			return err
		})
		switch {
		case err != nil:
			return m, fmt.Errorf("%w: %w", errDatabase, err)
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
		d.Event, d.Reply = nil, o.Merge(all)
	}
	d.Reply.SetGoing(o.Now())
	return o.front.Deliver(ctx, d)
}

// reread makes an item what is stored now, if this process still owns it.
func (o *outlet) reread(ctx context.Context, it *item) error {
	if it.row.ID == 0 {
		return nil
	}
	var row storage.Outgoing
	err := o.Store.Read(ctx, func(tx *storage.Tx) (err error) {
		row, err = tx.Outgoing(it.row.ID)
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return errDropped
	case err != nil:
		return fmt.Errorf("%w: %w", errDatabase, err)
	case !row.Mine:
		return errTaken
	}
	it.read(row)
	return nil
}

// settle forgets items that were taken, and notes how their delivery ended if n has an
// outcome; the message is the first one's. If the network answered it is up, and all that
// waits for it is tried at once.
func (o *outlet) settle(l *lane, items []*item, answered bool, n note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.probing, l.busy = false, false
	for _, it := range items {
		o.forget(it, n)
		n.message = chat.Message{}
	}
	if answered && o.failures >= breakAfter {
		for _, l := range o.lanes {
			for _, it := range l.items {
				it.again = time.Time{}
			}
			ring(l.wake)
		}
	}
	if answered {
		o.failures = 0
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
	o.putBack(l, items)
}

// backoff puts items back after a failure, for which the network may be to blame. Others
// of the lane go first.
func (o *outlet) backoff(l *lane, items []*item, network bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if network && !items[0].unordered {
		o.failures++
	}
	for _, it := range items {
		it.again = o.Now().Add(min(shortestPause<<min(it.failures, 10), longestPause))
		it.failures++
	}
	o.putBack(l, items)
}

// follow tries items again where their community is now.
func (o *outlet) follow(ctx context.Context, l *lane, items []*item, to string) {
	it := items[0]
	err := o.Store.Commit(ctx, func(tx *storage.Tx) error {
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
