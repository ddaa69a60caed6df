package outbox

import (
	"context"
	"strconv"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

const (
	// maxLive is how many items that are not bulk memory holds for a network, and maxBulk
	// how many that are. All others wait in the database.
	maxLive = 20_000
	maxBulk = 64
	// liveSlots is how many deliveries that are not bulk are made at a time, and
	// bulkSlots how many that are.
	liveSlots = 512
	bulkSlots = 16
)

// An outlet holds the items of one network.
type outlet struct {
	*Config
	front chat.FrontEnd
	notes *notes
	work  func(*lane)              // delivers the items of a lane
	loops map[bool]*heartbeat.Loop // of claims, by bulk
	slots map[bool]chan struct{}   // one for each delivery being made, by bulk

	// claiming is held while claimed rows are taken in: what is enqueued after them comes
	// behind them.
	claiming sync.RWMutex

	mu      sync.Mutex
	during  context.Context // deliveries are made during it; nil: none are, yet or any more
	flush   context.Context // after it, those that nothing holds back are made during this
	lanes   map[string]*lane
	rows    map[int64]*item  // those stored
	edits   map[edited]*item // edits that wait
	held    map[bool]int     // how many items there are, by bulk
	made    int              // lanes made for one item each
	workers int
	idle    *sync.Cond // workers may be 0
	breaker breaker
}

func newOutlet(c *Config, n *notes, front chat.FrontEnd) *outlet {
	name := front.Network()
	o := &outlet{
		Config: c, notes: n, front: front,
		loops: map[bool]*heartbeat.Loop{false: c.Heart.Loop(name), true: c.Heart.Loop(name + " bulk")},
		slots: map[bool]chan struct{}{false: make(chan struct{}, liveSlots), true: make(chan struct{}, bulkSlots)},
		lanes: map[string]*lane{}, rows: map[int64]*item{}, edits: map[edited]*item{}, held: map[bool]int{},
	}
	o.idle = sync.NewCond(&o.mu)
	return o
}

// add takes an item in. It replaces an edit of the same message that waits.
func (o *outlet) add(it *item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if it.row.ID != 0 {
		if o.rows[it.row.ID] != nil {
			return
		}
		o.rows[it.row.ID] = it
	}
	o.held[it.Bulk]++
	it.term = o.Heart.Term()
	if m, ok := it.edits(); ok {
		if old := o.edits[m]; old != nil {
			o.lanes[old.lane].remove(old)
			o.replace(old)
		}
		if !it.Answers() {
			o.edits[m] = it
		}
	}
	key := o.front.Lane(it.Delivery)
	it.unordered = key == ""
	if it.unordered {
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
	l.wakeUp()
	o.start(l)
}

// replace drops an edit, which is not in a lane, for a newer one. It is called with mu
// held.
func (o *outlet) replace(it *item) {
	o.forget(it)
	o.notes.add(note{row: it.row, outcome: storage.Replaced})
}

// forget drops an item that is not in a lane any more. It is called with mu held.
func (o *outlet) forget(it *item) {
	delete(o.rows, it.row.ID)
	o.held[it.Bulk]--
	o.leave(it)
}

// leave protects an item that is being delivered from newer edits. It is called with mu
// held.
func (o *outlet) leave(it *item) {
	if m, ok := it.edits(); ok && o.edits[m] == it {
		delete(o.edits, m)
	}
}

// putBack puts items that were taken before all others of their lane. Edits give way to
// newer ones that have come. It is called with mu held.
func (o *outlet) putBack(l *lane, items []*item) {
	var back []*item
	for _, it := range items {
		if m, ok := it.edits(); ok && !it.Answers() {
			if o.edits[m] != nil {
				o.replace(it)
				continue
			}
			o.edits[m] = it
		}
		back = append(back, it)
	}
	l.items = append(back, l.items...)
	l.busy = false
}

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

// start starts a worker for a lane that has none. It is called with mu held.
func (o *outlet) start(l *lane) {
	if o.during == nil || l.worked {
		return
	}
	l.worked = true
	o.workers++
	go func() {
		o.work(l)
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.workers--; o.workers == 0 {
			o.idle.Broadcast()
		}
	}()
}

// next takes the items that a lane delivers now, more than one if they are told in one
// message. If there are none, wait is how long to wait; ok is false if the lane is empty,
// and dropped.
func (o *outlet) next(l *lane) (items []*item, wait time.Duration, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.Now()
	i, when := l.first(now)
	if i < 0 && when.IsZero() {
		l.worked = false
		delete(o.lanes, l.key)
		return nil, 0, false
	}
	if i < 0 {
		return nil, when.Sub(now), true
	}
	if it := l.items[i]; !it.expired(now) {
		if wait := o.hold(l, it, now); wait > 0 {
			return nil, wait, true
		}
	}
	items = l.take(i, now)
	for _, it := range items {
		o.leave(it)
	}
	l.busy = true
	return items, 0, true
}

// hold is how long an item may not be delivered yet. It is called with mu held.
func (o *outlet) hold(l *lane, it *item, now time.Time) time.Duration {
	if l.until.After(now) {
		return l.until.Sub(now)
	}
	if it.unordered {
		return 0
	}
	if wait := min(o.front.Pace(it.Delivery, 0), lookAgain); wait > 0 {
		return wait
	}
	return o.breaker.hold(now)
}

// delay is how long a new delivery would be held back.
func (o *outlet) delay(d chat.Delivery) time.Duration {
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
