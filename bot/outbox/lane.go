package outbox

import (
	"cmp"
	"slices"
	"time"
)

// A lane is a queue whose items are delivered one at a time.
type lane struct {
	key   string
	class class
	// items are in the order in which they came.
	items []*item
	// busy means that an item is being delivered.
	busy bool
	// pausedUntil is the end of a pause that the network has asked for.
	pausedUntil time.Time
	// hasWorker means that a goroutine delivers the items.
	hasWorker bool
	// wake makes the worker look at the items again: see ring.
	wake chan struct{}
}

func newLane(key string, c class) *lane {
	return &lane{key: key, class: c, wake: make(chan struct{}, 1)}
}

func (l *lane) remove(it *item) {
	l.items = slices.DeleteFunc(l.items, func(other *item) bool { return other == it })
}

// countBefore returns how many deliveries go before a new one of that priority.
func (l *lane) countBefore(priority int) int {
	n := 0
	if l.busy {
		n++
	}
	for _, it := range l.items {
		if it.Priority <= priority {
			n++
		}
	}
	return n
}

// first returns the item to deliver next, or an expired one to drop. If every item must wait, it is nil, and
// retryAt is when the first of them may be tried. If the lane is empty, both are zero.
func (l *lane) first(now time.Time) (it *item, retryAt time.Time) {
	// Expired items go first. Otherwise more urgent items would keep them waiting while the network is
	// down. But one that could not even be dropped is tried again after a pause, as all others are.
	for _, it := range l.items {
		isDue := !it.retryAt.After(now)
		if isDue && it.isExpired(now) {
			return it, now
		}
	}
	ready, retryAt := l.ready(now)
	if len(ready) == 0 {
		return nil, retryAt
	}
	best := mostUrgent(ready)
	return firstReply(ready, best), retryAt
}

// ready returns the items that need not wait, in their order. retryAt is when the first of the others may be
// tried; zero: none has to wait.
func (l *lane) ready(now time.Time) (ready []*item, retryAt time.Time) {
	var edited []messageKey
	hasFollower := false
	for _, it := range l.items {
		if it.waits(now) {
			hasFollower = true
			retryAt = earlier(retryAt, it.waitsUntil)
			continue
		}
		if hasFollower && !it.IsReply() {
			// Posts and edits keep their order, so this one comes after the one that waits for a reply.
			continue
		}
		if m, ok := it.editedMessage(); ok {
			// Edits of one message keep their order.
			if slices.Contains(edited, m) {
				continue
			}
			edited = append(edited, m)
		}
		if it.retryAt.After(now) {
			retryAt = earlier(retryAt, it.retryAt)
			continue
		}
		ready = append(ready, it)
	}
	return ready, retryAt
}

// mostUrgent returns the most urgent of some items; of several, the one that came first.
func mostUrgent(items []*item) *item {
	return slices.MinFunc(items, func(x, y *item) int { return cmp.Compare(x.Priority, y.Priority) })
}

// firstReply returns the first of those items that an item must come after, because a person is answered in the
// order in which they asked. If it must come after none, firstReply returns the item itself.
func firstReply(items []*item, it *item) *item {
	for _, other := range items {
		if other == it {
			break
		}
		if it.comesAfter(other) {
			return other
		}
	}
	return it
}

// earlier returns the earlier of two times. If a is zero, it returns b.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// removeMergeable removes and returns an item, with all others that can share its message.
func (l *lane) removeMergeable(it *item, now time.Time) []*item {
	l.remove(it)
	merged := []*item{it}
	if !it.isMergeable() || it.isExpired(now) {
		return merged
	}
	var rest []*item
	for _, other := range l.items {
		if other.mergesWith(it, now) {
			merged = append(merged, other)
		} else {
			rest = append(rest, other)
		}
	}
	l.items = rest
	return merged
}
