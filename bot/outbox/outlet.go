package outbox

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
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
	// breakAfter is how many failures of unknown cause in a row open the breaker.
	breakAfter = 4
	// lookAgain is the pause before a network that holds back is looked at again.
	lookAgain = time.Second
)

// An outlet holds the items of one network.
type outlet struct {
	*Config
	front chat.FrontEnd
	notes *notes
	loops map[bool]*heartbeat.Loop // of claims, by bulk
	slots map[bool]chan struct{}   // one for each delivery being made, by bulk

	// claiming is held while claimed rows are added: what is enqueued after them comes
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

	// After breakAfter failures of unknown cause in a row the network is down. Then one
	// message at a time is tried.
	failures int
	probing  bool
	probed   time.Time // when one was last tried
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

// A lane is the items that wait for each other, in the order of coming.
type lane struct {
	key    string
	bulk   bool
	items  []*item
	busy   bool      // one is being delivered
	until  time.Time // the network wants nothing in this lane before
	worked bool      // a worker delivers its items
	wake   chan struct{}
}

func (l *lane) remove(it *item) {
	l.items = slices.DeleteFunc(l.items, func(other *item) bool { return other == it })
}

// first finds the item that is delivered next, or dropped since it has expired. If none may
// be tried yet it is -1, and when is the time from which one may; zero if the lane is empty.
func (l *lane) first(now time.Time) (at int, when time.Time) {
	at = -1
	var before []edited
	var ready []int
	for i, it := range l.items {
		if it.expired(now) { // it would wait behind what is more urgent while the network is down
			return i, now
		}
		if m, edits := it.edits(); edits {
			if slices.Contains(before, m) { // a newer state never goes first
				continue
			}
			before = append(before, m)
		}
		switch {
		case it.again.After(now):
			if when.IsZero() || it.again.Before(when) {
				when = it.again
			}
			continue
		case at < 0 || it.Priority < l.items[at].Priority:
			at = i
		}
		ready = append(ready, i)
	}
	for _, i := range ready { // a person is answered in the order in which they asked
		if i < at && l.items[at].follows(l.items[i]) {
			return i, when
		}
	}
	return at, when
}

// take takes out an item, with all that can be shown with it in one message.
func (l *lane) take(it *item, now time.Time) []*item {
	l.remove(it)
	taken := []*item{it}
	if !it.mergeable() || it.expired(now) {
		return taken
	}
	l.items = slices.DeleteFunc(l.items, func(other *item) bool {
		fits := other.mergeable() && other.Place == it.Place && !other.again.After(now) && !other.expired(now)
		if fits {
			taken = append(taken, other)
		}
		return fits
	})
	return taken
}

// next takes the items that a lane delivers now, more than one if they are shown in one
// message. If there are none, wait is how long to wait; ok is false if the lane is empty,
// and dropped.
func (o *outlet) next(l *lane) (items []*item, wait time.Duration, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.Now()
	i, when := l.first(now)
	if i < 0 && when.IsZero() {
		delete(o.lanes, l.key)
		return nil, 0, false
	}
	if i < 0 {
		return nil, when.Sub(now), true
	}
	it := l.items[i]
	if !it.expired(now) {
		if wait := o.hold(l, it, now); wait > 0 {
			return nil, wait, true
		}
	}
	items = l.take(it, now)
	for _, it := range items { // no newer edit replaces one that is being delivered
		if m, ok := it.edits(); ok && o.edits[m] == it {
			delete(o.edits, m)
		}
	}
	l.busy = true
	return items, 0, true
}

// hold returns how long an item may not be delivered yet; 0 if it may go, as the one that is
// tried if the breaker is open. It is called with mu held.
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
	if wait := o.probed.Add(lookAgain).Sub(now); o.probing || wait > 0 {
		return max(wait, lookAgain/10)
	}
	o.probing, o.probed = true, now
	return 0
}

// forget drops an item that is in no lane any more, and adds a note of its end if n has an
// outcome. It is called with mu held.
func (o *outlet) forget(it *item, n note) {
	delete(o.rows, it.row.ID)
	o.held[it.Bulk]--
	if n.outcome != "" {
		n.row, n.pins = it.row, it.Reply.Pin != ""
		o.notes.add(n)
	}
}

// putBack puts items that were taken before all others of their lane. Edits give way to
// newer ones that have come. It is called with mu held.
func (o *outlet) putBack(l *lane, items []*item) {
	o.probing, l.busy = false, false
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

// The priorities of deliveries, the highest first. They are stored.
const (
	Press   = iota // answers a press: a form, an alert
	Play           // a puzzle, a right answer
	Result         // how a round ended, and whatever else was asked for
	Verdict        // an answer is not right: several are told in one message
	Daily          // nobody waits for it
)

// An item is a delivery that this process owns.
type item struct {
	chat.Delivery
	row storage.Outgoing // ID 0: it is not stored, and ends with the process

	lane       string      // its key
	unordered  bool        // the network orders it with nothing
	again      time.Time   // not tried before
	failures   int         // of unknown cause
	term       int64       // of the lease under which it was claimed
	stale      atomic.Bool // the row may have changed: it is read again before the delivery
	unreadable bool        // the body of the row is
}

// read makes an item what its row says.
func (it *item) read(o storage.Outgoing) {
	it.row = o
	it.Delivery = chat.Delivery{
		Key: o.Nonce, Event: o.Event, Locale: o.Locale, Name: it.Name, At: o.CreatedAt, Until: o.Expires,
		Priority: o.Priority, Bulk: o.Bulk, Minor: o.Priority == Verdict,
		Place: chat.Place{Network: o.Network, Community: o.CommunityKey, Channel: o.Channel, Private: o.Private},
	}
	if !it.Answers() {
		it.Message = chat.Message{Place: it.Place, ID: o.Message}
	}
	it.unreadable = json.Unmarshal(o.Body, &it.Reply) != nil
}

func (it *item) expired(now time.Time) bool { return !it.Until.IsZero() && now.After(it.Until) }

// mergeable reports whether it can be told with others of its kind.
func (it *item) mergeable() bool {
	return it.Priority == Verdict && it.Name != "" && !it.Place.Private && !it.unordered && it.Reply.Audience != chat.Secret && !it.stale.Load()
}

// follows reports whether it and an earlier item answer the same person, to whom the earlier
// one says more than that an answer is not right.
func (it *item) follows(earlier *item) bool {
	return it.Answers() && earlier.Answers() && it.row.PlayerID != 0 && it.row.PlayerID == earlier.row.PlayerID && earlier.Priority < Verdict
}

// An edited is a message that deliveries edit.
type edited struct{ community, channel, message string }

// edits returns the message that an item edits; ok is false if it makes a new one.
func (it *item) edits() (m edited, ok bool) {
	return edited{it.Place.Community, it.Place.Channel, it.row.Message}, it.row.Message != ""
}
