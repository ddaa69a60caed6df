package outbox

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

const (
	// maxPrompt and maxBulk are how many prompt and bulk items memory holds for a network. All others
	// wait in the database.
	maxPrompt = 20_000
	maxBulk   = 64
	// promptSlots and bulkSlots are how many prompt and bulk deliveries may be sent at the same time.
	promptSlots = 512
	bulkSlots   = 16
	// breakAfter is how many failures of unknown cause in a row mean that the network is down.
	breakAfter = 4
	// followFor is how long an item waits at most for the reply that it follows.
	followFor = 3 * time.Second
	// longestWait is how long a lane waits at most before it asks for the network's pace again.
	longestWait = time.Second
	// probeEvery is the time between two tries of a network that is down.
	probeEvery = time.Second
	// shortestProbeWait is how long a lane waits at least while another lane tries the network.
	shortestProbeWait = 100 * time.Millisecond
)

// An outlet holds the items of one network.
type outlet struct {
	*Config
	front chat.FrontEnd
	notes *notes
	// loops claim rows.
	loops map[class]*heartbeat.Loop
	// slots hold a value for each delivery that is being sent.
	slots map[class]chan struct{}

	// searches look for deliveries that this process owns without knowing it.
	searches map[class]*search

	// claiming is locked while rows are claimed and their items are put into the lanes, so that what is
	// enqueued later comes behind them.
	claiming sync.RWMutex

	// mu guards all fields below.
	mu sync.Mutex
	// serving ends when the outbox is told to end. It is nil before begin and after end, when nothing
	// is delivered.
	serving context.Context
	// grace ends a little later than serving. Between the two ends, items that have to wait are
	// left to the next process.
	grace context.Context
	lanes map[string]*lane
	// rows are the stored items, by the ID of their row.
	rows map[int64]*item
	// edits are the edits that wait, except replies, by the message that they edit. A newer edit of the
	// message replaces them.
	edits map[messageKey]*item
	// followers are the items that wait for a reply, by the nonce of the reply. A stored reply that is expected
	// has an entry even if no item waits for it yet.
	followers map[string][]*item
	// held counts the items of each class.
	held map[class]int
	// ownLanes counts the lanes that were made for a single item.
	ownLanes int
	workers  int
	// idle is signalled when there are no workers.
	idle *sync.Cond

	// failures counts failures of unknown cause in a row. After breakAfter of them the network is
	// down, and one message at a time is tried.
	failures int
	// probing is the lane that tries a message while the network is down; nil: no lane is trying.
	probing *lane
	// probedAt is when the last such try began.
	probedAt time.Time
}

// A search looks for rows that this process owns without knowing it: a commit in doubt may have stored them.
// That is a commit that may have succeeded, although this process was told that it failed.
type search struct {
	// doubts is how many commits were in doubt when the search began (see storage.Store.Doubts).
	doubts int64
	// until is when the search ends.
	until time.Time
	// unknown are the rows of this process that it did not know when searchDoubted was last called.
	unknown []int64
}

func newOutlet(c *Config, n *notes, front chat.FrontEnd) *outlet {
	name := front.Network()
	o := &outlet{
		Config: c,
		front:  front,
		notes:  n,
		loops: map[class]*heartbeat.Loop{
			prompt: c.Heart.Loop(name),
			bulk:   c.Heart.Loop(name + " bulk"),
		},
		slots: map[class]chan struct{}{
			prompt: make(chan struct{}, promptSlots),
			bulk:   make(chan struct{}, bulkSlots),
		},
		searches:  map[class]*search{prompt: {}, bulk: {}},
		lanes:     map[string]*lane{},
		rows:      map[int64]*item{},
		edits:     map[messageKey]*item{},
		followers: map[string][]*item{},
		held:      map[class]int{},
	}
	o.idle = sync.NewCond(&o.mu)
	return o
}

// insert puts an item into its lane and returns the lane, or nil if the item is there already. An
// edit replaces a waiting edit of the same message. insert is called with mu held.
func (o *outlet) insert(it *item) *lane {
	if it.isStored() {
		if o.rows[it.row.ID] != nil {
			return nil
		}
		o.rows[it.row.ID] = it
	}
	o.held[it.class()]++
	it.term = o.Heart.Term()
	if it.IsReply() && it.isStored() {
		o.expect(it.row.Nonce)
	}
	o.replaceOlderEdit(it)
	l := o.laneOf(it)
	if repeatsWaiting(l, it) {
		o.forget(it, note{outcome: storage.Replaced})
		return l
	}
	l.items = append(l.items, it)
	return l
}

// replaceOlderEdit drops the waiting edit of the message that an item edits. A later edit will replace the item,
// unless the item is a reply. replaceOlderEdit is called with mu held.
func (o *outlet) replaceOlderEdit(it *item) {
	m, isEdit := it.editedMessage()
	if !isEdit {
		return
	}
	if old := o.edits[m]; old != nil {
		o.lanes[old.lane].remove(old)
		o.forget(old, note{outcome: storage.Replaced})
		delete(o.edits, m)
	}
	if !it.IsReply() {
		o.edits[m] = it
	}
}

// repeatsWaiting reports whether an edit repeats the last edit of its message that waits in the lane: both are
// replies to the same person, with the same content. Somebody has pressed a button twice.
func repeatsWaiting(l *lane, it *item) bool {
	m, isEdit := it.editedMessage()
	if !isEdit || !it.IsReply() {
		return false
	}
	for _, last := range slices.Backward(l.items) {
		if other, _ := last.editedMessage(); other != m {
			continue
		}
		isSamePerson := last.row.PlayerID == it.row.PlayerID
		return last.IsReply() && isSamePerson && bytes.Equal(last.row.Body, it.row.Body)
	}
	return false
}

// laneOf returns the lane of an item, and makes the lane if there is none. It is called with mu held.
func (o *outlet) laneOf(it *item) *lane {
	it.lane = o.laneKey(it)
	l := o.lanes[it.lane]
	if l == nil {
		l = newLane(it.lane, it.class())
		o.lanes[it.lane] = l
	}
	return l
}

// isUnordered reports whether a delivery waits for no other: then the front end names no lane for it.
func (o *outlet) isUnordered(d chat.Delivery) bool { return o.front.Lane(d) == "" }

// laneKey returns the key of an item's lane. An unordered item gets a lane of its own. laneKey is
// called with mu held.
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

// removeIfEmpty removes a lane that has no items, and reports whether it did.
func (o *outlet) removeIfEmpty(l *lane) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(l.items) > 0 {
		return false
	}
	delete(o.lanes, l.key)
	return true
}

// next removes from a lane the items to deliver now, and returns them. If there are several, they share a
// message. If all items have to wait, next returns none, and how long they have to wait.
func (o *outlet) next(l *lane) (items []*item, wait time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.Now()
	it, retryAt := l.first(now)
	if it == nil {
		return nil, retryAt.Sub(now)
	}
	// An expired item is only dropped, so it waits for nothing.
	if !it.isExpired(now) {
		if wait := o.waitBefore(l, it, now); wait > 0 {
			return nil, wait
		}
	}
	items = l.removeMergeable(it, now)
	for _, it := range items {
		// A newer edit does not replace one that is being delivered.
		if m, ok := it.editedMessage(); ok && o.edits[m] == it {
			delete(o.edits, m)
		}
	}
	l.busy = true
	return items, 0
}

// waitBefore returns how long an item must still wait, or 0 if it may go now. An unordered item waits only if its
// lane pauses. Of all other items only one at a time may go while the network is down, to try the network.
// waitBefore notes the lane of that item in probing. It is called with mu held.
func (o *outlet) waitBefore(l *lane, it *item, now time.Time) time.Duration {
	if l.pausedUntil.After(now) {
		return l.pausedUntil.Sub(now)
	}
	if it.unordered {
		return 0
	}
	if wait := min(o.front.Pace(it.Delivery, 0), longestWait); wait > 0 {
		return wait
	}
	if o.failures < breakAfter {
		return 0
	}
	wait := o.probedAt.Add(probeEvery).Sub(now)
	if o.probing != nil || wait > 0 {
		return max(wait, shortestProbeWait)
	}
	o.probing = l
	o.probedAt = now
	return 0
}

// expect notes that a stored reply is to be delivered, so that what follows it waits. It is called with mu held.
func (o *outlet) expect(nonce string) {
	if _, isKnown := o.followers[nonce]; !isKnown {
		o.followers[nonce] = nil
	}
}

// follow makes an item wait for the reply that it follows, if that reply is not delivered yet. follow is called
// with mu held.
func (o *outlet) follow(it *item) {
	if it.IsReply() {
		return
	}
	nonce := it.row.Follows
	if it.row.Awaits {
		// When the item's row was claimed, the reply was still waiting in the outbox without an owner. This
		// process claims the reply together with the item, or next.
		o.expect(nonce)
	}
	all, isExpected := o.followers[nonce]
	if isExpected {
		o.followers[nonce] = append(all, it)
		it.waitsUntil = o.Now().Add(followFor)
	}
}

// endWait ends the wait of the items that follow a reply. It is called with mu held.
func (o *outlet) endWait(nonce string) {
	for _, it := range o.followers[nonce] {
		it.waitsUntil = time.Time{}
		if l := o.lanes[it.lane]; l != nil {
			ring(l.wake)
		}
	}
	delete(o.followers, nonce)
}

// unfollow takes a dropped item out of the list of those that wait for the reply that it follows. If the item has
// waited in vain, and no other item waits, the reply is no longer expected: it may never come. If the item was
// dropped before its wait was over, such as for a newer edit, the reply is still expected. unfollow is called with
// mu held.
func (o *outlet) unfollow(it *item) {
	nonce := it.row.Follows
	i := slices.Index(o.followers[nonce], it)
	if i < 0 {
		return
	}
	left := slices.Delete(o.followers[nonce], i, i+1)
	o.followers[nonce] = left
	hasWaited := !it.waits(o.Now())
	if hasWaited && len(left) == 0 {
		delete(o.followers, nonce)
	}
}

// holdsFollower reports whether a lane has an item that waits for a reply.
func (o *outlet) holdsFollower(l *lane) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.Now()
	return slices.ContainsFunc(l.items, func(it *item) bool { return it.waits(now) })
}

// forget drops an item that was removed from its lane. If n has an outcome, it says how the delivery ended. Then
// forget adds n to the notes, completed with what the item says. forget is called with mu held.
func (o *outlet) forget(it *item, n note) {
	delete(o.rows, it.row.ID)
	o.held[it.class()]--
	if it.IsReply() {
		o.endWait(it.row.Nonce)
	} else {
		o.unfollow(it)
	}
	if n.outcome == "" {
		return
	}
	n.row = it.row
	n.pins = it.Reply.Pin != ""
	o.notes.add(n)
}

// putBack puts items that next removed from a lane back in front of all others. It drops an edit if a
// newer edit of the same message has come. putBack is called with mu held.
func (o *outlet) putBack(l *lane, items []*item) {
	o.release(l)
	var back []*item
	for _, it := range items {
		if m, ok := it.editedMessage(); ok && !it.IsReply() {
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

// release makes a lane free for its next items. It is called with mu held.
func (o *outlet) release(l *lane) {
	if o.probing == l {
		o.probing = nil
	}
	l.busy = false
}
