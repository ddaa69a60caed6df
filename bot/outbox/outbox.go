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

// graceFor is for how long deliveries are still begun after the end has come, if nothing holds them
// back.
const graceFor = 2 * time.Second

// An Outbox delivers messages. Each network has an outlet.
type Outbox struct {
	Config
	notes *notes
	// outlets are those of the networks that this process serves. Open replaces the map.
	outlets atomic.Pointer[map[string]*outlet]
}

// New makes an Outbox; Run starts it.
func New(c Config) *Outbox {
	b := &Outbox{Config: c}
	b.notes = &notes{Config: &b.Config, wake: make(chan struct{}, 1)}
	b.outlets.Store(&map[string]*outlet{})
	return b
}

// all returns the outlets by network. The caller must not change the map.
func (b *Outbox) all() map[string]*outlet { return *b.outlets.Load() }

// Open makes the outlets of front ends; it is called by one goroutine at a time. Deliveries
// wait for Run.
func (b *Outbox) Open(fronts ...chat.FrontEnd) {
	outlets := maps.Clone(b.all())
	for _, f := range fronts {
		if outlets[f.Network()] == nil {
			outlets[f.Network()] = newOutlet(&b.Config, b.notes, f)
		}
	}
	b.outlets.Store(&outlets)
}

// Run makes deliveries until ctx ends, and for a moment after that those that nothing holds back.
// Open is called before it.
func (b *Outbox) Run(ctx context.Context) {
	grace, done := heartbeat.Outlast(ctx, graceFor)
	defer done()
	noting, stopNoting := context.WithCancel(context.WithoutCancel(ctx))
	defer stopNoting()
	var noted, loops sync.WaitGroup
	noted.Go(func() { b.notes.run(noting) })
	for _, o := range b.all() {
		o.begin(ctx, grace)
		for c, l := range o.loops {
			loops.Go(func() {
				l.Run(ctx, func(ctx context.Context) (time.Duration, error) { return o.claim(ctx, c) })
			})
		}
	}
	<-ctx.Done()
	loops.Wait()
	for _, o := range b.all() {
		o.end()
	}
	// All deliveries are made, so the last notes have come.
	stopNoting()
	noted.Wait()
}

// Post enqueues a message or an edit. Once the transaction is committed, row has its ID and says
// whether it is Mine: see Enqueue. This process may own it if it delivers to the network and has room
// for more.
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
	return o.serving != nil && o.held[prompt] < maxLive
}

// Unordered reports whether a delivery waits for no other at its place. Then this process
// makes it, even if another process owns what the community has waiting.
func (b *Outbox) Unordered(d chat.Delivery) bool {
	o := b.all()[d.Place.Network]
	return o == nil || o.front.Lane(d) == ""
}

// Committed delivers what a transaction has enqueued, except replies. Send delivers those: it knows
// more of a reply than its row does.
func (b *Outbox) Committed(c storage.Committed) {
	for _, row := range c.Deliveries {
		isReply := row.Event != nil
		if !isReply {
			it := new(item)
			it.read(row)
			b.add(it)
		}
	}
	b.Reread(c.Expired)
	if !c.Unclaimed {
		return
	}
	for _, o := range b.all() {
		for _, l := range o.loops {
			l.Wake()
		}
	}
}

// Send delivers a reply, unless another process owns it. row is the reply as it is stored; its ID is 0
// if the reply is not stored.
func (b *Outbox) Send(d chat.Delivery, row storage.Outgoing) {
	isStored := row.ID != 0
	if isStored && !row.Mine {
		return
	}
	d.Minor = d.Priority == Verdict
	b.notice(d)
	b.add(&item{Delivery: d, row: row})
}

// noticeFrom is how long a reply must be held back for people to be shown that their request was read.
const noticeFrom = 3 * time.Second

// notice has the front end show that a request was read if its reply has to wait.
func (b *Outbox) notice(d chat.Delivery) {
	o := b.all()[d.Place.Network]
	isLessUrgent := d.Priority > Result
	if o == nil || !d.IsReply() || isLessUrgent {
		return
	}
	if o.front.Lane(d) == "" || b.Delay(d) < noticeFrom {
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

// add gives an item to the outlet of its network. If the item keeps an order, it comes behind the
// rows that are being claimed, so add waits for them.
func (b *Outbox) add(it *item) {
	o := b.all()[it.Place.Network]
	if o == nil {
		return
	}
	if !it.row.Unordered {
		o.claiming.RLock()
		defer o.claiming.RUnlock()
	}
	o.add(it)
}

// Reread marks deliveries whose rows have changed. Their rows are read again before they are made.
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

// Delay returns how long a new delivery would be held back.
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
	held := l.until.Sub(o.Now())
	return max(held, o.front.Pace(d, l.before(d.Priority)))
}
