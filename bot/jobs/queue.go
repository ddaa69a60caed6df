package jobs

import (
	"context"
	"slices"
	"strings"
	"time"
)

// A queue is what is to be said in a lane, in the order of coming.
type queue struct {
	key    string
	items  []*Item
	busy   bool      // one is on its way
	until  time.Time // the network wants nothing in this lane before
	worked bool      // a goroutine works on it
	wake   chan struct{}
}

func newQueue(key string) *queue { return &queue{key: key, wake: make(chan struct{}, 1)} }

func (q *queue) bulk() bool { return strings.HasPrefix(q.key, " bulk ") }

func (q *queue) wakeUp() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// wait waits so long, or until something comes or ctx ends.
func (q *queue) wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-q.wake:
	case <-ctx.Done():
	}
}

// first finds the Item that is said next; if none may be tried yet it is -1, and
// when is the time from which one may, zero if there is none.
func (q *queue) first(now time.Time) (at int, when time.Time) {
	at = -1
	for i, it := range q.items {
		if it.again.After(now) {
			if when.IsZero() || it.again.Before(when) {
				when = it.again
			}
			continue
		}
		if at < 0 || it.Row.Urgency < q.items[at].Row.Urgency {
			at = i
		}
	}
	return at, when
}

// ahead counts what is said before an Item of an urgency that comes now.
func (q *queue) ahead(urgency int) (n int) {
	if q.busy {
		n++
	}
	for _, it := range q.items {
		if it.Row.Urgency <= urgency {
			n++
		}
	}
	return n
}

// take takes an Item out.
func (q *queue) take(i int) *Item {
	it := q.items[i]
	q.items = slices.Delete(q.items, i, i+1)
	return it
}

// takeLike takes out what can be told with an Item. Of one person only the last
// counts.
func (q *queue) takeLike(it *Item, now time.Time) (like []*Item) {
	q.items = slices.DeleteFunc(q.items, func(other *Item) bool {
		fits := other.mergeable() && other.Place == it.Place && !other.again.After(now) && !other.useless(now)
		if fits {
			like = append(like, other)
		}
		return fits
	})
	return like
}

// remove takes an Item out, wherever it is.
func (q *queue) remove(it *Item) {
	q.items = slices.DeleteFunc(q.items, func(other *Item) bool { return other == it })
}

// putBack puts Items before all others, in their order.
func (q *queue) putBack(items []*Item) { q.items = slices.Insert(q.items, 0, items...) }
