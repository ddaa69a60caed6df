package outbox

import (
	"context"
	"errors"
	"fmt"
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
	// pollEvery is how often to look for deliveries that another process has left.
	pollEvery = 5 * time.Second
	// batch is how many rows are claimed at a time.
	batch = 64
)

// Why a delivery was not made, besides the errors of networks.
var (
	// errDatabase says nothing about the network.
	errDatabase = errors.New("the database failed")
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
	o.during = during
	o.flush = flush
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

// claim adds a batch of deliveries that have no owner, and returns how long to wait for the next
// batch.
func (o *outlet) claim(ctx context.Context, bulk bool) (time.Duration, error) {
	room := o.room(bulk)
	if room == 0 {
		return pollEvery, nil
	}
	network := o.front.Network()
	var waits bool
	err := o.Store.Look(ctx, func(tx *storage.Tx) error {
		var err error
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
	err = o.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		rows, err = tx.ClaimOutgoing(network, bulk, room)
		return err
	})
	// Rows are added even if the commit failed, since they may be claimed all the same.
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

// room returns how many rows to claim now. Bulk is claimed when memory has room for a batch.
func (o *outlet) room(bulk bool) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !bulk {
		return max(min(maxLive-o.held[false], batch), 0)
	}
	room := maxBulk - o.held[true]
	if room < maxBulk/2 {
		return 0
	}
	return room
}

// add puts items into their lanes. None of them is delivered before all are there, so that
// the most urgent one goes first.
func (o *outlet) add(items ...*item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, it := range items {
		l := o.insert(it)
		if l == nil {
			continue
		}
		ring(l.wake)
		o.start(l)
	}
}

// start starts a worker for a lane that has none. It is called with mu held.
func (o *outlet) start(l *lane) {
	if o.during == nil || l.hasWorker {
		return
	}
	l.hasWorker = true
	o.workers++
	during := o.during
	flush := o.flush
	go func() {
		o.run(during, flush, l)
		o.mu.Lock()
		defer o.mu.Unlock()
		l.hasWorker = false
		o.workers--
		if o.workers == 0 {
			o.idle.Broadcast()
		}
	}()
}

// run delivers the items of a lane, until it is empty or the end has come.
func (o *outlet) run(during, flush context.Context, l *lane) {
	for {
		items, wait, ok := o.next(l)
		if !ok {
			return
		}
		if len(items) > 0 {
			slots := o.slots[l.bulk]
			slots <- struct{}{}
			o.try(during, l, items)
			<-slots
		} else {
			if during.Err() != nil {
				// What has to wait is delivered another time.
				return
			}
			select {
			case <-time.After(wait):
			case <-l.wake:
			case <-during.Done():
			}
		}
		bulkEnds := l.bulk && during.Err() != nil
		if bulkEnds || flush.Err() != nil {
			return
		}
	}
}

// try tries once to deliver items in one message, and settles what came of it. What has
// begun is finished, also during a shutdown: if it were broken off, people might see it twice.
func (o *outlet) try(ctx context.Context, l *lane, items []*item) {
	ctx, done := heartbeat.Outlast(ctx, heartbeat.LastCall)
	defer done()
	m, err := o.attempt(ctx, items)
	if err != nil {
		o.fail(ctx, l, items, err)
		return
	}
	o.settle(l, items, true, note{outcome: storage.Delivered, message: m, seen: true})
}

// fail settles items that were not delivered.
func (o *outlet) fail(ctx context.Context, l *lane, items []*item, err error) {
	it := items[0]
	log := o.Logger.With("community", it.row.CommunityID, "nonce", it.Key, "error", err)

	// What the network says.
	var (
		retry   *chat.RetryError
		moved   *chat.MovedError
		refused *chat.RefusedError
	)
	switch {
	case errors.Is(err, chat.ErrElsewhere):
		o.settle(l, items, true, note{outcome: storage.Delivered})
		return
	case errors.As(err, &retry):
		o.pause(l, items, retry.After)
		return
	case errors.As(err, &moved):
		o.follow(ctx, l, items, moved.To)
		return
	case errors.As(err, &refused):
		o.settle(l, items, true, note{outcome: storage.Failed, err: err, gone: refused.Gone})
		if refused.Gone == "" {
			log.Error("message refused")
			o.apologize(it)
		}
		return
	}

	// What this process says.
	switch {
	case errors.Is(err, errTaken):
		// The owner notes how it ends.
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

// apologize tells a person that their reply was refused. An apology has no row, so none follows if
// it is refused itself.
func (o *outlet) apologize(it *item) {
	if !it.Answers() || !it.isStored() {
		return
	}
	sorry := &item{Delivery: it.Delivery}
	sorry.Priority = Press
	sorry.Minor = false
	sorry.Reply = o.Broken(it.Locale)
	sorry.Reply.Audience = chat.Asker
	sorry.Reply.Edit = false
	o.add(sorry)
}

// attempt makes one delivery of items.
func (o *outlet) attempt(ctx context.Context, items []*item) (m chat.Message, err error) {
	defer heartbeat.Recover(&err)
	it := items[0]
	if err := o.refresh(ctx, it); err != nil {
		return chat.Message{}, err
	}
	if it.unreadable {
		return chat.Message{}, errBody
	}
	if it.expired(o.Now()) {
		return chat.Message{}, errExpired
	}
	if o.needsMark(it) {
		if err := o.mark(ctx, it); err != nil {
			return chat.Message{}, err
		}
	}
	d := it.Delivery
	if len(items) > 1 {
		var all []chat.Delivery
		for _, it := range items {
			all = append(all, it.Delivery)
		}
		d.Event = nil
		d.Reply = o.Merge(all)
	}
	d.Reply.SetGoing(o.Now())
	return o.front.Deliver(ctx, d)
}

// refresh reads an item again if it may have changed, or may no longer be this process's. An error
// may be errDatabase, errDropped or errTaken.
func (o *outlet) refresh(ctx context.Context, it *item) error {
	term := o.Heart.Term()
	// An answer does not wait for the lease: it is better doubled than missed.
	if !it.Answers() && it.isStored() {
		var err error
		term, err = o.Heart.Assure(ctx)
		if err != nil {
			return fmt.Errorf("%w: %w", errDatabase, err)
		}
	}
	isStale := it.stale.Swap(false)
	if !isStale && it.term == term {
		return nil
	}
	if err := o.reread(ctx, it); err != nil {
		it.stale.Store(true)
		return err
	}
	it.term = term
	return nil
}

// reread makes an item what is stored now, if this process still owns it.
func (o *outlet) reread(ctx context.Context, it *item) error {
	if !it.isStored() {
		return nil
	}
	var row storage.Outgoing
	err := o.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		row, err = tx.Outgoing(it.row.ID)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return errDropped
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errDatabase, err)
	}
	if !row.Mine {
		return errTaken
	}
	it.read(row)
	return nil
}

// needsMark reports whether an item is marked before it is delivered, so that no process delivers
// it again.
func (o *outlet) needsMark(it *item) bool { return it.Bulk && !o.front.Idempotent() }

// mark stores that people may see an item from now on. An error may be errDoubt, errDatabase or
// errTaken.
func (o *outlet) mark(ctx context.Context, it *item) error {
	if it.row.Begun {
		return errDoubt
	}
	var mine bool
	err := o.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		mine, err = tx.Begin(it.row.ID, true)
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", errDatabase, err)
	}
	if !mine {
		return errTaken
	}
	return nil
}

// settle forgets items that were taken, and notes how their delivery ended if n has an outcome;
// n.message is the first one's. answered means that the network has answered: it is up, so all
// that waits for it is tried at once.
func (o *outlet) settle(l *lane, items []*item, answered bool, n note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.release(l)
	for _, it := range items {
		o.forget(it, n)
		n.message = chat.Message{}
	}
	if answered {
		if o.failures >= breakAfter {
			o.retryAll()
		}
		o.failures = 0
	}
	if l.bulk {
		o.loops[true].Wake()
	}
}

// retryAll lets all items be tried now that wait after failures. It is called with mu held.
func (o *outlet) retryAll() {
	for _, l := range o.lanes {
		for _, it := range l.items {
			it.again = time.Time{}
		}
		ring(l.wake)
	}
}

// pause holds the lane back as long as the network asks.
func (o *outlet) pause(l *lane, items []*item, after time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, it := range items {
		if o.needsMark(it) {
			o.notes.add(note{row: it.row, unbegun: true})
		}
	}
	l.until = o.Now().Add(after)
	o.putBack(l, items)
}

// backoff puts items back after a failure; mayBeDown means that the network may be the cause.
// Others of the lane go first.
func (o *outlet) backoff(l *lane, items []*item, mayBeDown bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if mayBeDown && !items[0].unordered {
		o.failures++
	}
	for _, it := range items {
		pause := min(shortestPause<<min(it.failures, 10), longestPause)
		it.again = o.Now().Add(pause)
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
		// The message of an edit has stayed behind, so its row has ended.
		it.stale.Store(!it.Answers())
		o.add(it)
	}
}
