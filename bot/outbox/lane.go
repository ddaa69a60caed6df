package outbox

import (
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

// first returns the index of the item to deliver next, or of an expired one to drop. If every item must
// wait, the index is -1, and retryAt is when the first of them may be tried. If the lane is empty, the
// index is -1, and retryAt is zero.
func (l *lane) first(now time.Time) (index int, retryAt time.Time) {
	best := -1
	var edited []messageKey
	var ready []int
	hasWaiting := false
	for i, it := range l.items {
		// Expired items go first. Otherwise more urgent items would keep them waiting while the
		// network is down.
		if it.isExpired(now) {
			return i, now
		}
		if it.waits(now) {
			hasWaiting = true
			retryAt = earlier(retryAt, it.waitsUntil)
			continue
		}
		if hasWaiting && !it.IsReply() {
			// Posts and edits keep their order, so this one comes after the one that waits.
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
		if best < 0 || it.Priority < l.items[best].Priority {
			best = i
		}
		ready = append(ready, i)
	}
	// A person is answered in the order in which they asked.
	for _, i := range ready {
		if i < best && l.items[best].mustFollow(l.items[i]) {
			return i, retryAt
		}
	}
	return best, retryAt
}

// earlier returns the earlier of two times. a may be zero: then there is only b.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// take removes and returns an item, with all others that can share its message.
func (l *lane) take(it *item, now time.Time) []*item {
	l.remove(it)
	taken := []*item{it}
	if !it.isMergeable() || it.isExpired(now) {
		return taken
	}
	var rest []*item
	for _, other := range l.items {
		if other.mergesWith(it, now) {
			taken = append(taken, other)
		} else {
			rest = append(rest, other)
		}
	}
	l.items = rest
	return taken
}
