package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

const (
	// keepTrying is how long a delivery that fails for an unknown reason is tried again.
	keepTrying = 24 * time.Hour
	// shortestPause and longestPause are the bounds of the pause between two tries.
	shortestPause = 500 * time.Millisecond
	longestPause  = 30 * time.Second
)

// These are the reasons why a delivery was not sent, besides the errors of networks.
var (
	// errOurs means that this process could not read a row or store something. It says nothing about the
	// network.
	errOurs = errors.New("it could not be prepared")
	// errFile means that this process could not make a file. It says nothing about the network, either.
	errFile    = errors.New("its file could not be made")
	errExpired = errors.New("it has expired")
	errBody    = errors.New("its body cannot be read")
	// errDoubt is for a bulk delivery that an earlier process has begun: to miss it is better than to send it
	// twice.
	errDoubt   = errors.New("it may have been seen before the last process ended")
	errDropped = errors.New("it was dropped from the outbox")
	errTaken   = errors.New("another process owns it")
)

// begin starts to deliver. The workers deliver until serving ends. Between then and the end of grace
// they still deliver prompt items that need not wait.
func (o *outlet) begin(serving, grace context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.serving = serving
	o.grace = grace
	for _, l := range o.lanes {
		o.start(l)
	}
}

// end waits until all workers have ended.
func (o *outlet) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.workers > 0 {
		o.idle.Wait()
	}
	o.serving = nil
}

// add puts items into their lanes. It delivers none of them before all are in their lanes. Otherwise the first
// item of a lane would go before a more urgent one.
func (o *outlet) add(items ...*item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	lanes := make([]*lane, len(items))
	for i, it := range items {
		lanes[i] = o.insert(it)
	}
	// A reply is often added together with the items that follow it, and behind them. So all items are in their
	// lanes before they are made to wait for replies.
	for i, it := range items {
		l := lanes[i]
		// A later edit of these items may have replaced this one.
		isWaiting := l != nil && slices.Contains(l.items, it)
		if !isWaiting {
			continue
		}
		o.follow(it)
		ring(l.wake)
		o.start(l)
	}
}

// start starts a worker for a lane that has none. It is called with mu held.
func (o *outlet) start(l *lane) {
	if o.serving == nil || l.hasWorker {
		return
	}
	l.hasWorker = true
	o.workers++
	serving := o.serving
	grace := o.grace
	go func() {
		o.run(serving, grace, l)
		o.mu.Lock()
		defer o.mu.Unlock()
		l.hasWorker = false
		o.workers--
		if o.workers == 0 {
			o.idle.Broadcast()
		}
	}()
}

// run delivers the items of a lane, until the lane is empty or the outlet ends.
func (o *outlet) run(serving, grace context.Context, l *lane) {
	for !o.removeIfEmpty(l) {
		items, wait := o.next(l)
		if len(items) > 0 {
			slots := o.slots[l.class]
			slots <- struct{}{}
			o.try(serving, l, items)
			<-slots
		} else if !o.waitForItems(serving, grace, l, wait) {
			return
		}
		bulkEnds := l.class == bulk && serving.Err() != nil
		if bulkEnds || grace.Err() != nil {
			return
		}
	}
}

// waitForItems waits until the items of a lane should be looked at again, and reports whether they should. After
// the end of serving, items that have to wait are left to the next process, unless one of them waits for the
// reply that it follows: that wait is short.
func (o *outlet) waitForItems(serving, grace context.Context, l *lane, wait time.Duration) bool {
	end := serving.Done()
	if serving.Err() != nil {
		if !o.holdsFollower(l) {
			return false
		}
		end = grace.Done()
	}
	select {
	case <-time.After(wait):
	case <-l.wake:
	case <-end:
	}
	return true
}

// try tries once to deliver items in one message. Then it settles them (see settle), or puts them back into
// their lane. A shutdown does not interrupt a try that has begun, because people might then see the message
// twice.
func (o *outlet) try(ctx context.Context, l *lane, items []*item) {
	ctx, done := heartbeat.Outlast(ctx, heartbeat.LastCall)
	defer done()
	m, err := o.deliver(ctx, items)
	if err != nil {
		o.fail(ctx, l, items, err)
		return
	}
	o.settleAnswered(l, items, note{outcome: storage.Delivered, message: m, seen: !items[0].lacksFile()})
}

// fail settles items that were not delivered, or puts them back to be tried again.
func (o *outlet) fail(ctx context.Context, l *lane, items []*item, err error) {
	it := items[0]
	log := o.Logger.With("community", it.row.CommunityID, "nonce", it.Key, "error", err)

	// The network's own errors.
	var (
		retry   *chat.RetryError
		moved   *chat.MovedError
		refused *chat.RefusedError
	)
	switch {
	case errors.Is(err, chat.ErrElsewhere):
		// The reply is secret, and others would have read it. So the person was told where to ask
		// for it.
		o.settleAnswered(l, items, note{outcome: storage.Delivered})
		return
	case errors.As(err, &retry):
		o.pause(l, items, retry.After)
		return
	case errors.As(err, &moved):
		o.move(ctx, l, items, moved.To)
		return
	case errors.As(err, &refused):
		o.settleAnswered(l, items, note{outcome: storage.Failed, err: err, gone: refused.Gone})
		if refused.Gone == "" {
			// The place is there. Only this message was refused.
			log.Error("message refused")
			o.apologize(it)
		}
		return
	}

	// The errors of this process, and unknown ones.
	switch {
	case errors.Is(err, errTaken):
		// The process that owns the item notes how it ends.
		o.settle(l, items, note{})
		o.loops[l.class].Wake()
	case errors.Is(err, errExpired), errors.Is(err, errDropped):
		o.settle(l, items, note{outcome: storage.Failed, err: err})
	case errors.Is(err, chat.ErrBusy):
		o.postpone(l, items)
	case errors.Is(err, errOurs):
		log.Error("message could not be prepared")
		o.backoff(l, items)
	case errors.Is(err, errFile):
		// If the file cannot be made at all, fill logs it.
		o.backoff(l, items)
	case o.isHopeless(it, err):
		log.Error("message given up")
		o.settle(l, items, note{outcome: storage.Failed, err: err})
	default:
		log.Warn("message not delivered yet")
		o.countFailure(it)
		o.backoff(l, items)
	}
}

// isHopeless reports whether an item that has failed is not tried again.
func (o *outlet) isHopeless(it *item, err error) bool {
	isOld := o.Now().Sub(it.At) > keepTrying
	return errors.Is(err, errBody) || errors.Is(err, errDoubt) || isOld
}

// apologize tells a person that the network has refused the reply to them. It does nothing for an item
// that is not stored, such as an apology that the network has refused, too.
func (o *outlet) apologize(it *item) {
	if !it.IsReply() || !it.isStored() {
		return
	}
	sorry := &item{Delivery: it.Delivery}
	sorry.Priority = Press
	sorry.Minor = false
	sorry.Reply = o.Broken(it.Locale)
	sorry.Reply.Audience = chat.Asker
	o.add(sorry)
}

// deliver sends items as one delivery, and returns the message that it became.
func (o *outlet) deliver(ctx context.Context, items []*item) (m chat.Message, err error) {
	defer heartbeat.Recover(&err)
	it := items[0]
	if err := o.refresh(ctx, it); err != nil {
		return chat.Message{}, err
	}
	if it.unreadable {
		return chat.Message{}, errBody
	}
	if it.isExpired(o.Now()) {
		return chat.Message{}, errExpired
	}
	if o.isNotedFirst(it) {
		if err := o.noteBegun(ctx, it); err != nil {
			return chat.Message{}, err
		}
	}
	d := it.Delivery
	if len(items) > 1 {
		var all []chat.Delivery
		for _, it := range items {
			all = append(all, it.Delivery)
		}
		// The message is for several people, so it is no reply to one of them: the front end posts it.
		d.Event = nil
		d.Reply = o.Merge(all)
	}
	d.Reply.StartClocks(o.Now())
	if err := o.fill(ctx, it, &d); err != nil {
		return chat.Message{}, err
	}
	return o.front.Deliver(ctx, d)
}

// fill makes the file of an item's delivery, if the file is made only now (see chat.File). When that has failed
// often enough, the delivery tells the person instead that there is no file. fill may fail with errFile, errOurs
// or chat.ErrBusy.
func (o *outlet) fill(ctx context.Context, it *item, d *chat.Delivery) error {
	if d.Reply.File == nil || d.Reply.File.Kind == "" {
		return nil
	}
	if it.lacksFile() {
		d.Reply = o.NoFile(d.Locale)
		return nil
	}
	err := o.makeFile(ctx, d)
	switch {
	case err == nil, errors.Is(err, chat.ErrBusy):
		return err
	case storage.Unavailable(err), ctx.Err() != nil:
		// The database is away, or the time for this try is over. That says nothing about the file.
		return fmt.Errorf("%w: %w", errOurs, err)
	}
	it.fileFailures++
	if !it.lacksFile() {
		return fmt.Errorf("%w: %w", errFile, err)
	}
	o.Logger.Error("file could not be made", "community", it.row.CommunityID, "nonce", it.Key, "error", err)
	d.Reply = o.NoFile(d.Locale)
	return nil
}

// makeFile calls Fill, and turns a panic into an error.
func (o *outlet) makeFile(ctx context.Context, d *chat.Delivery) (err error) {
	defer heartbeat.Recover(&err)
	return o.Fill(ctx, d)
}

// refresh reads an item again if its row may have changed, or if this process has lost its lease
// since: then another process may own the item (see package heartbeat). It may fail with
// errOurs, errDropped or errTaken.
func (o *outlet) refresh(ctx context.Context, it *item) error {
	term := o.Heart.Term()
	// A reply does not wait for the lease: better that it comes twice than that it never comes.
	if !it.IsReply() && it.isStored() {
		var err error
		term, err = o.Heart.Assure(ctx)
		if err != nil {
			return fmt.Errorf("%w: %w", errOurs, err)
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

// reread sets an item from its row as it is now, if this process still owns it.
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
		return fmt.Errorf("%w: %w", errOurs, err)
	}
	if !row.Mine {
		return errTaken
	}
	it.read(row)
	return nil
}

// isNotedFirst reports whether this process stores, before it sends an item, that people may have seen it. If
// this process is then killed while it sends, no other process sends the item again. After an error this
// process itself does try again.
func (o *outlet) isNotedFirst(it *item) bool { return it.Bulk && !o.front.Idempotent() }

// noteBegun stores that people may see an item from now on. It may fail with errDoubt, errOurs or
// errTaken.
func (o *outlet) noteBegun(ctx context.Context, it *item) error {
	if it.row.Begun {
		return errDoubt
	}
	var mine bool
	err := o.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		mine, err = tx.NoteBegun(it.row.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", errOurs, err)
	}
	if !mine {
		return errTaken
	}
	return nil
}

// settle drops items that this process no longer delivers. n says how their delivery has ended, and settle adds it
// to the notes for each of them; without an outcome the delivery has not ended, and nothing is noted. n.message is
// the message of the first item.
func (o *outlet) settle(l *lane, items []*item, n note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drop(l, items, n)
}

// settleAnswered does the same as settle, after an answer of the network. If the network counted as down, it no
// longer does, and items that have failed meanwhile may be tried at once.
func (o *outlet) settleAnswered(l *lane, items []*item, n note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drop(l, items, n)
	if o.failures >= breakAfter {
		o.retryAll()
	}
	o.failures = 0
}

// drop does the same as settle. It is called with mu held.
func (o *outlet) drop(l *lane, items []*item, n note) {
	o.release(l)
	for _, it := range items {
		o.forget(it, n)
		n.message = chat.Message{}
	}
	if l.class == bulk {
		o.loops[bulk].Wake()
	}
}

// retryAll ends the pauses of all items that have failed. It is called with mu held.
func (o *outlet) retryAll() {
	for _, l := range o.lanes {
		for _, it := range l.items {
			it.retryAt = time.Time{}
		}
		ring(l.wake)
	}
}

// pause puts items back, and makes their lane wait as long as the network asks.
func (o *outlet) pause(l *lane, items []*item, after time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, it := range items {
		if o.isNotedFirst(it) {
			// The network has not taken the item, so nobody has seen it.
			o.notes.add(note{row: it.row, clearsBegun: true})
		}
	}
	l.pausedUntil = o.Now().Add(after)
	o.putBack(l, items)
}

// countFailure counts a failure of unknown cause: the network may be down.
func (o *outlet) countFailure(it *item) {
	if it.unordered {
		// An unordered item is tried even while the network counts as down. So its failure says little
		// about the network.
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failures++
}

// backoff puts items back after a failure, to be tried again after a pause. Meanwhile others of the
// lane go first.
func (o *outlet) backoff(l *lane, items []*item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	// The pause doubles with each failure. This many doublings exceed the longest pause, and many more would overflow.
	const mostDoublings = 10
	for _, it := range items {
		pause := min(shortestPause<<min(it.failures, mostDoublings), longestPause)
		it.retryAt = o.Now().Add(pause)
		it.failures++
	}
	o.putBack(l, items)
}

// busyPause is how long an item waits whose file was not made, because this process was busy.
const busyPause = time.Second

// postpone puts items back whose file was not made yet, to be tried again after busyPause. Meanwhile others of
// the lane go first.
func (o *outlet) postpone(l *lane, items []*item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, it := range items {
		it.retryAt = o.Now().Add(busyPause)
	}
	o.putBack(l, items)
}

// move gives a community the new key that the network has told, and sends the items there.
func (o *outlet) move(ctx context.Context, l *lane, items []*item, to string) {
	it := items[0]
	err := o.Store.Commit(ctx, func(tx *storage.Tx) error {
		return o.Moved(tx, it.Place.Network, it.Place.Community, to, o.Now())
	})
	if err != nil {
		o.Logger.Error("community not moved", "community", it.row.CommunityID, "error", err)
		o.backoff(l, items)
		return
	}
	// The deliveries have not ended, so nothing is noted. The items are added again, with the new key.
	o.settleAnswered(l, items, note{})
	for _, it := range items {
		it.Place.Community = to
		// The messages of the community stayed behind, so Moved has ended the rows of edits. A stale item is read
		// again, and dropped if its row has ended.
		it.stale.Store(!it.IsReply())
		o.add(it)
	}
}
