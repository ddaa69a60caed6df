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
	// breakAfter is how many failures of unknown cause in a row mean that the network is down.
	breakAfter = 4
	// lookAgain is the pause before the outlet looks again whether a network lets it deliver.
	lookAgain = time.Second
)

// An outlet holds the items of one network.
type outlet struct {
	*Config
	front chat.FrontEnd
	notes *notes
	// loops claim rows, by bulk.
	loops map[bool]*heartbeat.Loop
	// slots hold a value for each delivery that is being made, by bulk.
	slots map[bool]chan struct{}

	// claiming is held while claimed rows are added, so that what is enqueued later comes
	// behind them.
	claiming sync.RWMutex

	mu sync.Mutex
	// during is the context in which deliveries are made; nil: before the start and after the end
	// none are.
	during context.Context
	// flush is the context in which, after during has ended, those are made that nothing holds back.
	flush context.Context
	lanes map[string]*lane
	// rows are the items that are stored, by the ID of their row.
	rows map[int64]*item
	// edits are the edits that wait.
	edits map[messageKey]*item
	// held is how many items there are, by bulk.
	held map[bool]int
	// ownLanes counts the lanes that were made for one item each.
	ownLanes int
	workers  int
	// idle is signalled when there are no workers.
	idle *sync.Cond

	// failures counts those of unknown cause in a row. After breakAfter of them the network is
	// down, and one message at a time is tried.
	failures int
	// probing means that one is being tried, and probed is when the last try began.
	probing bool
	probed  time.Time
}

func newOutlet(c *Config, n *notes, front chat.FrontEnd) *outlet {
	name := front.Network()
	o := &outlet{
		Config: c,
		front:  front,
		notes:  n,
		loops: map[bool]*heartbeat.Loop{
			false: c.Heart.Loop(name),
			true:  c.Heart.Loop(name + " bulk"),
		},
		slots: map[bool]chan struct{}{
			false: make(chan struct{}, liveSlots),
			true:  make(chan struct{}, bulkSlots),
		},
		lanes: map[string]*lane{},
		rows:  map[int64]*item{},
		edits: map[messageKey]*item{},
		held:  map[bool]int{},
	}
	o.idle = sync.NewCond(&o.mu)
	return o
}

// insert puts an item into its lane, which it returns; nil if the item is there already. An edit
// replaces an edit of the same message that waits. It is called with mu held.
func (o *outlet) insert(it *item) *lane {
	if it.isStored() {
		if o.rows[it.row.ID] != nil {
			return nil
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
	it.lane = o.laneKey(it)
	l := o.lanes[it.lane]
	if l == nil {
		l = newLane(it.lane, it.Bulk)
		o.lanes[it.lane] = l
	}
	l.items = append(l.items, it)
	return l
}

// laneKey returns the key of an item's lane. An item that the network orders with nothing gets a
// lane of its own. It is called with mu held.
func (o *outlet) laneKey(it *item) string {
	key := o.front.Lane(it.Delivery)
	it.unordered = key == ""
	if it.unordered {
		o.ownLanes++
		key = " " + strconv.Itoa(o.ownLanes)
	}
	if it.Bulk {
		key = " bulk " + key
	}
	return key
}

// next takes the items that a lane delivers now, more than one if they are told in one message.
// If there are none, wait is how long to wait. ok is false if the lane was empty and is removed.
func (o *outlet) next(l *lane) (items []*item, wait time.Duration, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.Now()
	i, retryAt := l.first(now)
	if i < 0 && retryAt.IsZero() {
		delete(o.lanes, l.key)
		return nil, 0, false
	}
	if i < 0 {
		return nil, retryAt.Sub(now), true
	}
	it := l.items[i]
	if !it.expired(now) {
		if wait := o.hold(l, it, now); wait > 0 {
			return nil, wait, true
		}
	}
	items = l.take(it, now)
	for _, it := range items {
		// A newer edit does not replace one that is being delivered.
		if m, ok := it.edits(); ok && o.edits[m] == it {
			delete(o.edits, m)
		}
	}
	l.busy = true
	return items, 0, true
}

// hold returns how long an item must wait before it may be delivered; 0 if it may go now. If the
// network is down, it then counts as the one that is tried. It is called with mu held.
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
	if o.failures < breakAfter {
		return 0
	}
	wait := o.probed.Add(lookAgain).Sub(now)
	if o.probing || wait > 0 {
		return max(wait, lookAgain/10)
	}
	o.probing = true
	o.probed = now
	return 0
}

// forget drops an item that is in no lane any longer, and notes how it ended if n has an outcome.
// It is called with mu held.
func (o *outlet) forget(it *item, n note) {
	delete(o.rows, it.row.ID)
	o.held[it.Bulk]--
	if n.outcome == "" {
		return
	}
	n.row = it.row
	n.pins = it.Reply.Pin != ""
	o.notes.add(n)
}

// putBack puts items that were taken before all others of their lane. An edit is dropped if a
// newer one of the same message has come. It is called with mu held.
func (o *outlet) putBack(l *lane, items []*item) {
	o.release(l)
	var back []*item
	for _, it := range items {
		if m, ok := it.edits(); ok && !it.Answers() {
			if o.edits[m] != nil {
				o.forget(it, note{outcome: storage.Replaced})
				continue
			}
			o.edits[m] = it
		}
		back = append(back, it)
	}
	l.items = append(back, l.items...)
}

// release ends the try of a lane's items. It is called with mu held.
func (o *outlet) release(l *lane) {
	o.probing = false
	l.busy = false
}
