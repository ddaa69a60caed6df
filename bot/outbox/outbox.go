package outbox

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

// graceFor is how long an outbox goes on when it is told to end. In that time it still begins
// deliveries that need not wait.
const graceFor = 2 * time.Second

// An Outbox delivers messages. Each network has an outlet.
type Outbox struct {
	Config
	notes *notes
	// outlets has the outlets by network. Open replaces the map.
	outlets atomic.Pointer[map[string]*outlet]
}

// New makes an Outbox. Run starts it.
func New(c Config) *Outbox {
	b := &Outbox{Config: c}
	b.notes = &notes{Config: &b.Config, pending: map[int64]bool{}, wake: make(chan struct{}, 1)}
	b.outlets.Store(&map[string]*outlet{})
	return b
}

// all returns the outlets by network. The caller must not change the map.
func (b *Outbox) all() map[string]*outlet { return *b.outlets.Load() }

// Open makes the outlets of front ends. One goroutine at a time may call it. Deliveries wait for Run.
func (b *Outbox) Open(fronts ...chat.FrontEnd) {
	outlets := maps.Clone(b.all())
	for _, f := range fronts {
		if outlets[f.Network()] == nil {
			outlets[f.Network()] = newOutlet(&b.Config, b.notes, f)
		}
	}
	b.outlets.Store(&outlets)
}

// Run delivers until ctx ends. For a moment after that it still delivers what need not wait. Open
// must be called before Run.
func (b *Outbox) Run(ctx context.Context) {
	grace, done := heartbeat.Outlast(ctx, graceFor)
	defer done()
	notesCtx, endNotes := context.WithCancel(context.WithoutCancel(ctx))
	defer endNotes()
	var writer, loops sync.WaitGroup
	writer.Go(func() { b.notes.run(notesCtx) })
	for _, o := range b.all() {
		o.begin(ctx, grace)
		for class, loop := range o.loops {
			loops.Go(func() {
				loop.Run(ctx, func(ctx context.Context) (time.Duration, error) { return o.claim(ctx, class) })
			})
		}
	}
	<-ctx.Done()
	loops.Wait()
	for _, o := range b.all() {
		o.end()
	}
	// Every delivery has ended, so nothing is left to note.
	endNotes()
	writer.Wait()
}

// Post enqueues a message or an edit. Once the transaction is committed, row.ID is set, and
// row.Mine says whether this process owns the row: see storage.Tx.Enqueue.
func (b *Outbox) Post(tx *storage.Tx, row *storage.Outgoing, r chat.Reply, at time.Time) error {
	switch {
	case row.Bulk:
		row.Priority = Daily
	case row.Priority == 0:
		row.Priority = Result
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	row.Body = body
	return tx.Enqueue(row, b.mayOwn, at)
}

// mayOwn reports whether this process delivers to a network and has room for more.
func (b *Outbox) mayOwn(network string) bool {
	o := b.all()[network]
	if o == nil {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.serving != nil && o.held[prompt] < maxPrompt
}

// IsUnordered reports whether a delivery waits for no other. This process delivers such a delivery
// itself, even if another process owns the deliveries that wait in the community.
func (b *Outbox) IsUnordered(d chat.Delivery) bool {
	o := b.all()[d.Place.Network]
	return o == nil || o.isUnordered(d)
}

// Committed delivers what a transaction has enqueued, except replies. The bot gives replies to Send, because a
// row does not hold everything about them (see item.read).
func (b *Outbox) Committed(c storage.Committed) {
	// An item waits for the reply that it follows only if that reply is expected when the item is added. So
	// the replies are expected first.
	for _, row := range c.Deliveries {
		if row.IsReply() {
			b.expect(row)
		}
	}
	for _, row := range c.Deliveries {
		if !row.IsReply() {
			it := new(item)
			it.read(row)
			b.add(it)
		}
	}
	// Their rows have an earlier time of expiry now.
	b.Reread(c.Expired)
	if !c.UnclaimedDeliveries {
		return
	}
	for _, o := range b.all() {
		for _, loop := range o.loops {
			loop.Wake()
		}
	}
}

// expect notes that Send will be called for a reply, unless the outlet of its network has ended.
func (b *Outbox) expect(reply storage.Outgoing) {
	o := b.all()[reply.Network]
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.serving != nil {
		o.expect(reply.Nonce)
	}
}

// Send delivers a reply, unless another process owns it. row is the row of the reply. Its ID is 0 if
// the reply is not stored.
func (b *Outbox) Send(d chat.Delivery, row storage.Outgoing) {
	isStored := row.ID != 0
	if isStored && !row.Mine {
		return
	}
	d.Minor = isMinor(d.Priority)
	b.notice(d)
	b.add(&item{Delivery: d, row: row})
}

// noticeFrom is the shortest wait of a reply during which a person is shown that their request was read.
const noticeFrom = 3 * time.Second

// notice makes the front end show a person that their request was read, if the reply has to wait for long.
func (b *Outbox) notice(d chat.Delivery) {
	o := b.all()[d.Place.Network]
	isUrgent := d.Priority <= Result
	if o == nil || !d.IsReply() || !isUrgent {
		return
	}
	if o.isUnordered(d) || b.Delay(d) < noticeFrom {
		return
	}
	noticer, ok := o.front.(chat.Noticer)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.serving != nil {
		go noticer.Notice(o.serving, d)
	}
}

// add gives an item to the outlet of its network. If the item keeps the order of its lane, it has
// to come behind the rows that the outlet is claiming at this moment. So add waits for the claim.
func (b *Outbox) add(it *item) {
	o := b.all()[it.Place.Network]
	if o == nil {
		return
	}
	if !o.isUnordered(it.Delivery) {
		o.claiming.RLock()
		defer o.claiming.RUnlock()
	}
	o.add(it)
}

// Reread notes that rows have changed, so each is read again before its delivery.
func (b *Outbox) Reread(ids []int64) {
	for _, id := range ids {
		for _, o := range b.all() {
			o.mu.Lock()
			if it := o.rows[id]; it != nil {
				it.stale.Store(true)
			}
			o.mu.Unlock()
		}
	}
}

// Delay returns how long a new delivery would have to wait.
func (b *Outbox) Delay(d chat.Delivery) time.Duration {
	o := b.all()[d.Place.Network]
	if o == nil {
		return 0
	}
	key := o.front.Lane(d)
	o.mu.Lock()
	defer o.mu.Unlock()
	l := o.lanes[key]
	if key == "" || l == nil {
		return max(0, o.front.Pace(d, 0))
	}
	pause := l.pausedUntil.Sub(o.Now())
	return max(pause, o.front.Pace(d, l.countBefore(d.Priority)))
}
