package main

import (
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
)

// A network is a stand-in, with the people on it.
type network interface {
	// seat makes a place: a private chat of one person, or a group of several.
	seat(name string, people int) *table
	// say makes a person answer the newest puzzle, or run a command with its arguments;
	// key is how the record finds the result.
	say(t *table, who int, answer bool, text string) (key string, err error)
	// watchDailies calls f with the chat of each daily that is posted from now on.
	watchDailies(f func(chat string))
	// Limited returns how often the bot was refused with 429.
	Limited() int
}

// A person has a number and a name on a network.
type person struct {
	id   int64
	name string
}

// number is a number for a name.
func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64()>>24) + 1000
}

// newTable returns a table without a place.
func newTable(n network, network, name string, people int) *table {
	t := &table{network: n, on: network, news: make(chan struct{})}
	for i := range people {
		p := fmt.Sprint(name, "p", i)
		t.people = append(t.people, person{number(p), p})
	}
	return t
}

// A hall holds the tables of a network.
type hall struct {
	record *record
	lock   sync.Mutex
	tables map[string]*table // by chat
	daily  func(chat string) // called for each daily; nil: nobody watches
}

func newHall(r *record) *hall { return &hall{record: r, tables: map[string]*table{}} }

func (h *hall) add(t *table) *table {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.tables[t.chat] = t
	return t
}

// watchDailies implements network.
func (h *hall) watchDailies(f func(chat string)) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.daily = f
}

// shows notes that people in a chat see a new message.
func (h *hall) shows(chat, text, message string) {
	h.lock.Lock()
	t, daily := h.tables[chat], h.daily
	h.lock.Unlock()
	if daily != nil && strings.Contains(text, "Daily #") {
		daily(chat)
	}
	if t != nil {
		t.shows(text, message)
	}
}
