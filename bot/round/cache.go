package round

import "container/list"

// A cache keeps some values by key: those that were asked for last. When it is full, it drops the value
// whose last use is the longest ago. It is not safe for use by many goroutines.
type cache[V any] struct {
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

func newCache[V any](most int) *cache[V] {
	return &cache[V]{most: most, byKey: map[string]*list.Element{}}
}

// get returns the value of a key; ok is false if it is not kept.
func (c *cache[V]) get(key string) (value V, ok bool) {
	e, ok := c.byKey[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry[V]).value, true
}

// put keeps a value for a key, instead of the earlier one.
func (c *cache[V]) put(key string, value V) {
	if e, ok := c.byKey[key]; ok {
		e.Value.(*entry[V]).value = value
		c.order.MoveToFront(e)
		return
	}
	c.byKey[key] = c.order.PushFront(&entry[V]{key, value})
	if len(c.byKey) > c.most {
		oldest := c.order.Back()
		c.order.Remove(oldest)
		delete(c.byKey, oldest.Value.(*entry[V]).key)
	}
}
