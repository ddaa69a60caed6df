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

// lastWords is how long after the end has come deliveries are still begun that nothing
// holds back.
const lastWords = 2 * time.Second

// An Outbox delivers messages to networks, to each by an outlet.
type Outbox struct {
	Config
	notes   *notes
	outlets atomic.Pointer[map[string]*outlet] // of the networks that this process serves; Open replaces the map
}

// New makes an Outbox; Run starts it.
func New(c Config) *Outbox {
	b := &Outbox{Config: c}
	b.notes = &notes{Config: &b.Config, wake: make(chan struct{}, 1)}
	b.outlets.Store(&map[string]*outlet{})
	return b
}

// Open makes the outlets of front ends; it is called by one goroutine at a time. Deliveries
// wait for Run.
func (b *Outbox) Open(fronts ...chat.FrontEnd) {
	outlets := maps.Clone(*b.outlets.Load())
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
	flush, done := heartbeat.Outlast(ctx, lastWords)
	defer done()
	noting, stop := context.WithCancel(context.WithoutCancel(ctx))
	var noted, loops sync.WaitGroup
	noted.Go(func() { b.notes.keep(noting) })
	for _, o := range *b.outlets.Load() {
		o.begin(ctx, flush)
		for bulk, l := range o.loops {
			loops.Go(func() {
				l.Run(ctx, func(ctx context.Context) (time.Duration, error) { return o.claim(ctx, bulk) })
			})
		}
	}
	<-ctx.Done()
	loops.Wait()
	for _, o := range *b.outlets.Load() {
		o.end()
	}
	stop()
	noted.Wait()
}

// Post enqueues a message or an edit, and completes it once the transaction is committed. This
// process should own it if it serves the network and has not too many already.
func (b *Outbox) Post(tx *storage.Tx, o *storage.Outgoing, r chat.Reply, at time.Time) (err error) {
	switch {
	case o.Bulk:
		o.Priority = Daily
	case o.Priority == 0:
		o.Priority = Result
	}
	if o.Body, err = json.Marshal(r); err != nil {
		return err
	}
	return tx.Enqueue(o, func(network string) bool {
		o := (*b.outlets.Load())[network]
		if o == nil {
			return false
		}
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.during != nil && o.held[false] < maxLive
	}, at)
}

// Unordered reports whether a delivery waits for no other of its place: then this process
// makes it, whatever others own there.
func (b *Outbox) Unordered(d chat.Delivery) bool {
	o := (*b.outlets.Load())[d.Place.Network]
	return o == nil || o.front.Lane(d) == ""
}

// Committed delivers what a transaction has enqueued, but for replies: Send has more of them
// than their rows.
func (b *Outbox) Committed(c storage.Committed) {
	for _, row := range c.Deliveries {
		if row.Event == nil {
			it := new(item)
			it.read(row)
			b.add(it)
		}
	}
	b.Reread(c.Expired)
	if c.Unclaimed {
		for _, o := range *b.outlets.Load() {
			for _, l := range o.loops {
				l.Wake()
			}
		}
	}
}

// Send delivers a reply, which is stored as o or not at all, unless another process owns
// it.
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
	o := (*b.outlets.Load())[d.Place.Network]
	if o == nil || !d.Answers() || d.Priority > Result || o.front.Lane(d) == "" || b.Delay(d) < noticeFrom {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if f, ok := o.front.(chat.Noticer); ok && o.during != nil {
		go f.Notice(o.during, d)
	}
}

func (b *Outbox) add(it *item) {
	o := (*b.outlets.Load())[it.Place.Network]
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
		for _, o := range *b.outlets.Load() {
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
	o := (*b.outlets.Load())[d.Place.Network]
	if o == nil {
		return 0
	}
	key := o.front.Lane(d)
	o.mu.Lock()
	defer o.mu.Unlock()
	behind := 0 // how many deliveries go first
	var until time.Duration
	if l := o.lanes[key]; l != nil && key != "" {
		until = l.until.Sub(o.Now())
		if l.busy {
			behind++
		}
		for _, it := range l.items {
			if it.Priority <= d.Priority {
				behind++
			}
		}
	}
	return max(until, o.front.Pace(d, behind))
}
