package main

import (
	"fmt"
	"hash/fnv"
	"sync"
)

// number returns the number of the place with a name, and of the first person there.
func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64()>>24) + 1000
}

// A hall holds the tables of a network.
type hall struct {
	record *record
	mu     sync.Mutex
	tables map[string]*table // by chat
}

// add seats people at a table.
func (h *hall) add(t *table, name string, people int) *table {
	t.news, t.buttons = make(chan struct{}), map[string]button{}
	for i := range people {
		t.people = append(t.people, person{number(name) + int64(i), fmt.Sprint(name, "p", i)})
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tables[t.chat] = t
	return t
}

// see notes that people see a message.
func (h *hall) see(m message) {
	h.record.see(m)
	h.mu.Lock()
	t := h.tables[m.chat]
	h.mu.Unlock()
	if t != nil {
		t.shows(m)
	}
}
