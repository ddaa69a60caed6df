package card

import "container/list"

// A cache keeps so many pictures, those that were asked for last.
type cache struct {
	limit int
	order *list.List // of entries, the one asked for last in front
	at    map[string]*list.Element
}

type entry struct {
	key     string
	picture Picture
}

func newCache(limit int) cache { return cache{limit, list.New(), map[string]*list.Element{}} }

func (c *cache) get(key string) (Picture, bool) {
	e, ok := c.at[key]
	if !ok {
		return Picture{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry).picture, true
}

func (c *cache) put(key string, p Picture) {
	c.at[key] = c.order.PushFront(entry{key, p})
	if c.order.Len() > c.limit {
		delete(c.at, c.order.Remove(c.order.Back()).(entry).key)
	}
}
