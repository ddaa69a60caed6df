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

// graceFor is how long after the end has come deliveries are still begun that nothing holds
// back.
const graceFor = 2 * time.Second

// An Outbox delivers messages, to each network by an outlet.
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

// Run makes deliveries until ctx ends, and then for a moment those that nothing holds
// back. Open comes before it.
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

// Post enqueues a message or an edit, and completes its row once the transaction is committed.
// The row becomes this process's if it delivers to the network and has room for more.
func (b *Outbox) Post(tx *storage.Tx, o *storage.Outgoing, r chat.Reply, at time.Time) error {
	switch {
	case o.Bulk:
		o.Priority = Daily
	case o.Priority == 0:
		o.Priority = Result
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	o.Body = body
	return tx.Enqueue(o, b.mayOwn, at)
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

// Unordered reports whether a delivery waits for no other of its place. Then this process
// makes it, even if another one owns what its community has waiting.
func (b *Outbox) Unordered(d chat.Delivery) bool {
	o := b.all()[d.Place.Network]
	return o == nil || o.front.Lane(d) == ""
}

// Committed delivers what a transaction has enqueued, except replies, which Send delivers: it knows
// more of them than their rows.
func (b *Outbox) Committed(c storage.Committed) {
	for _, row := range c.Deliveries {
		if row.Event == nil {
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

// Send delivers a reply, unless another process owns it. The reply is stored as o; if the ID of o
// is 0, it is not stored.
func (b *Outbox) Send(d chat.Delivery, o storage.Outgoing) {
	if o.ID != 0 && !o.Mine {
		return
	}
	d.Minor = d.Priority == Verdict
	b.notice(d)
	b.add(&item{Delivery: d, row: o})
}

// noticeFrom is the delay of a reply from which people see that their request was read.
const noticeFrom = 3 * time.Second

// notice has the front end show that a request was read if the reply has to wait.
func (b *Outbox) notice(d chat.Delivery) {
	o := b.all()[d.Place.Network]
	if o == nil || !d.IsReply() || d.Priority > Result {
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

// add gives an item to the outlet of its network. An item that keeps an order waits while rows are
// claimed, which come before it.
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

// Reread marks deliveries whose rows have changed. They are read again before they are made.
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
	until := l.until.Sub(o.Now())
	return max(until, o.front.Pace(d, l.before(d.Priority)))
}
