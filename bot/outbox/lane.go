package outbox

import (
	"context"
	"slices"
	"time"
)

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

func (l *lane) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// wait waits so long, or until an item comes or ctx ends.
func (l *lane) wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-l.wake:
	case <-ctx.Done():
	}
}

// first finds the item that is delivered next. If none may be tried yet it is -1, and
// when is the time from which one may; zero if the lane is empty.
func (l *lane) first(now time.Time) (at int, when time.Time) {
	at = -1
	var before []edited
	for i, it := range l.items {
		m, edits := it.edits()
		if edits && slices.Contains(before, m) { // a newer state never goes first
			continue
		}
		if edits {
			before = append(before, m)
		}
		if it.again.After(now) {
			if when.IsZero() || it.again.Before(when) {
				when = it.again
			}
			continue
		}
		if at < 0 || it.Priority < l.items[at].Priority {
			at = i
		}
	}
	return at, when
}

// take takes out an item, with all that can be told with it in one message.
func (l *lane) take(i int, now time.Time) []*item {
	it := l.items[i]
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

func (l *lane) remove(it *item) {
	l.items = slices.DeleteFunc(l.items, func(other *item) bool { return other == it })
}
