package round

import "container/list"

// A recent keeps some values by key: those that were asked for last. When it is full, it drops the value
// whose last use is the longest ago. It is not safe for use by many goroutines.
type recent[V any] struct {
	// most is how many values it keeps.
	most int
	// order has each *entry[V]. The entry that was asked for last is in front.
	order list.List
	byKey map[string]*list.Element
}

type entry[V any] struct {
	key   string
	value V
}

func newRecent[V any](most int) *recent[V] {
	return &recent[V]{most: most, byKey: map[string]*list.Element{}}
}

// get returns the value of a key; ok is false if it is not kept.
func (r *recent[V]) get(key string) (value V, ok bool) {
	e, ok := r.byKey[key]
	if !ok {
		return value, false
	}
	r.order.MoveToFront(e)
	return e.Value.(*entry[V]).value, true
}

// put keeps a value for a key, instead of the earlier one.
func (r *recent[V]) put(key string, value V) {
	if e, ok := r.byKey[key]; ok {
		e.Value.(*entry[V]).value = value
		r.order.MoveToFront(e)
		return
	}
	r.byKey[key] = r.order.PushFront(&entry[V]{key, value})
	if len(r.byKey) > r.most {
		oldest := r.order.Back()
		r.order.Remove(oldest)
		delete(r.byKey, oldest.Value.(*entry[V]).key)
	}
}
