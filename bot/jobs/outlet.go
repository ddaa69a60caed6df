package jobs

import (
	"context"
	"strconv"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

const (
	// maxLive is how much that is not bulk is held in memory for a network, and
	// maxBulk how much bulk. What comes beyond that waits in the database.
	maxLive = 20_000
	maxBulk = 64
	// liveSlots is how much that is not bulk is on its way at once, and bulkSlots
	// how much bulk.
	liveSlots = 512
	bulkSlots = 16
	// breakAfter is after how many failures of unknown cause in a row a network is
	// taken for down, and tried with one message at a time.
	breakAfter = 4
	// lookAgain is how often a network is asked anew that holds back.
	lookAgain = time.Second
)

// An outlet says what is to be said on a network: what is of one lane in order, the
// urgent first, and different lanes at once.
type outlet struct {
	r     *Runner
	front chat.FrontEnd
	loops map[bool]*loop         // of claims, by bulk
	slots map[bool]chan struct{} // one for each that is on its way, by bulk

	// claiming is held while what was claimed is taken in: what is enqueued after it
	// comes behind it.
	claiming sync.RWMutex

	mu      sync.Mutex
	work    context.Context // nil: nothing is said by itself, yet or any more
	queues  map[string]*queue
	rows    map[int64]*Item // those stored
	states  map[state]*Item // edits that wait
	held    map[bool]int    // how many there are, by bulk
	lanes   int             // made for one Item each
	fails   int             // failures of unknown cause in a row
	probing bool            // one message is tried while the network is down
	probed  time.Time       // when one was last
	workers sync.WaitGroup
}

// A state is a message of which Items are states.
type state struct{ community, channel, message string }

func newOutlet(r *Runner, front chat.FrontEnd) *outlet {
	name := front.Network()
	return &outlet{
		r: r, front: front,
		loops:  map[bool]*loop{false: newLoop(name), true: newLoop(name + " bulk")},
		slots:  map[bool]chan struct{}{false: make(chan struct{}, liveSlots), true: make(chan struct{}, bulkSlots)},
		queues: map[string]*queue{}, rows: map[int64]*Item{}, states: map[state]*Item{}, held: map[bool]int{},
	}
}

// takes tells whether what is not bulk is said at once.
func (o *outlet) takes() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.work != nil && o.held[false] < maxLive
}

// room is how much more of a class may be claimed. Bulk is claimed in batches.
func (o *outlet) room(bulk bool) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !bulk {
		return maxLive - o.held[false]
	}
	if o.held[true] > maxBulk/2 {
		return 0
	}
	return maxBulk - o.held[true]
}

// add takes an Item in, and drops what it is a newer state of.
func (o *outlet) add(it *Item) {
	it.lane = o.front.Lane(it.delivery())
	o.mu.Lock()
	defer o.mu.Unlock()
	if it.Row.ID != 0 {
		if o.rows[it.Row.ID] != nil {
			return
		}
		o.rows[it.Row.ID] = it
	}
	o.held[it.Row.Bulk]++
	if s, ok := it.state(); ok {
		if old := o.states[s]; old != nil {
			old.queue.remove(old)
			o.forget(old)
			o.r.notes.add(note{item: old, outcome: storage.Replaced})
		}
		if it.Row.Event == nil {
			o.states[s] = it
		}
	}
	o.push(it)
}

// state is the message that an Item is a state of.
func (it *Item) state() (state, bool) {
	return state{it.Place.Community, it.Place.Channel, it.Row.Message}, it.Row.Message != ""
}

// push puts an Item behind the others of its lane. It is called with mu held.
func (o *outlet) push(it *Item) {
	key := it.lane
	if key == "" {
		o.lanes++
		key = " " + strconv.Itoa(o.lanes)
	}
	if it.Row.Bulk {
		key = " bulk " + key
	}
	q := o.queues[key]
	if q == nil {
		q = newQueue(key)
		o.queues[key] = q
	}
	it.queue = q
	q.items = append(q.items, it)
	q.wakeUp()
	o.start(q)
}

// forget drops what is known of an Item that is not in a queue any more. It is
// called with mu held.
func (o *outlet) forget(it *Item) {
	if it.Row.ID != 0 {
		delete(o.rows, it.Row.ID)
	}
	o.held[it.Row.Bulk]--
	o.leaveState(it)
}

// leaveState lets no newer state take an Item's place: it is on its way. It is
// called with mu held.
func (o *outlet) leaveState(it *Item) {
	if s, ok := it.state(); ok && o.states[s] == it {
		delete(o.states, s)
	}
}

// begin has what is held said, until ctx ends and, where nothing holds it back, for
// a moment longer.
func (o *outlet) begin(ctx context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.work = ctx
	for _, q := range o.queues {
		o.start(q)
	}
}

// end has nothing more said by itself, and waits for what is on its way.
func (o *outlet) end() {
	o.mu.Lock()
	o.work = nil
	o.mu.Unlock()
	o.workers.Wait()
}

// start has a queue worked on. It is called with mu held.
func (o *outlet) start(q *queue) {
	if o.work == nil || q.worked {
		return
	}
	q.worked = true
	ctx := o.work
	o.workers.Go(func() { o.run(ctx, q) })
}

// run says what a queue has, until it is empty or the end has come.
func (o *outlet) run(ctx context.Context, q *queue) {
	for {
		items, wait, ok := o.next(q)
		switch {
		case !ok:
			return
		case len(items) > 0:
			o.say(ctx, q, items)
		case ctx.Err() != nil: // it is said another time
			return
		default:
			q.wait(ctx, wait)
		}
		if ctx.Err() != nil && (q.bulk() || o.r.late()) {
			return
		}
	}
}

// say says an Item, with those merged into it, when there is a slot.
func (o *outlet) say(ctx context.Context, q *queue, items []*Item) {
	slots := o.slots[items[0].Row.Bulk]
	slots <- struct{}{}
	defer func() { <-slots }()
	o.try(ctx, q, items)
}

// next takes what a queue says now, more than one Item if they are told in one. If
// there is nothing, it tells after how long to ask again; ok is false if the queue
// is empty, and given up.
func (o *outlet) next(q *queue) (items []*Item, wait time.Duration, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.r.Now()
	i, when := q.first(now)
	if i < 0 && when.IsZero() {
		q.worked = false
		delete(o.queues, q.key)
		return nil, 0, false
	}
	if i < 0 {
		return nil, when.Sub(now), true
	}
	it := q.items[i]
	if !it.useless(now) {
		if wait := o.heldBack(q, it, now); wait > 0 {
			return nil, wait, true
		}
	}
	items = append(items, q.take(i))
	if it.mergeable() && !it.useless(now) {
		items = append(items, q.takeLike(it, now)...)
	}
	for _, it := range items {
		o.leaveState(it)
	}
	q.busy = true
	return items, 0, true
}

// heldBack is how long an Item may not be said yet. It is called with mu held.
func (o *outlet) heldBack(q *queue, it *Item, now time.Time) time.Duration {
	if q.until.After(now) {
		return q.until.Sub(now)
	}
	if it.lane == "" {
		return 0
	}
	if wait := min(o.front.Pace(it.delivery(), 0), lookAgain); wait > 0 {
		return wait
	}
	if o.fails < breakAfter {
		return 0
	}
	if wait := o.probed.Add(lookAgain).Sub(now); o.probing || wait > 0 {
		return max(wait, lookAgain/10)
	}
	o.probing, o.probed = true, now
	return 0
}

// delay is how long a delivery of an urgency would be held back that comes now.
func (o *outlet) delay(d chat.Delivery, urgency int) time.Duration {
	lane := o.front.Lane(d)
	o.mu.Lock()
	defer o.mu.Unlock()
	behind := 0
	var until time.Duration
	if q := o.queues[lane]; q != nil && lane != "" {
		behind = q.ahead(urgency)
		until = q.until.Sub(o.r.Now())
	}
	return max(until, o.front.Pace(d, behind))
}
