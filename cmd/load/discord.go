package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"reckon/bot/discord/discordtest"
)

// discord is the stand-in for Discord with its people.
type discord struct {
	*discordtest.Server
	record *record
	mu     sync.Mutex
	tables map[string]*table   // by channel
	daily  func(chat string)   // called for each daily
	later  map[string]struct{} // deferred interactions whose answer is an edit
}

// A discordTable is what the network knows of a table.
type discordTable struct {
	place  discordtest.Place
	people []discordtest.Person
}

func newDiscord(r *record, o discordtest.Options) *discord {
	n := &discord{Server: discordtest.New(o), record: r, tables: map[string]*table{}, later: map[string]struct{}{}}
	n.Watch(n.see)
	return n
}

// see notes what people see.
func (n *discord) see(m discordtest.Message) {
	key := "discord " + m.Interaction
	n.mu.Lock()
	_, deferred := n.later[key]
	switch m.Kind {
	case discordtest.Deferred:
		n.later[key] = struct{}{}
	case discordtest.Posted, discordtest.Edited:
		delete(n.later, key)
	}
	t := n.tables[m.Channel]
	n.mu.Unlock()
	if m.Interaction != "" && (m.Kind == discordtest.Posted || m.Kind == discordtest.Edited && deferred) {
		n.record.tell(key, m.At)
	}
	if m.Kind != discordtest.Posted && !deferred {
		return
	}
	if n.daily != nil && strings.Contains(m.Text, "Daily #") {
		n.daily(m.Channel)
	}
	if t != nil {
		t.shows(m.Text, m.ID)
	}
}

// seat implements network: every table is a channel of a server of its own, a private
// chat a direct message.
func (n *discord) seat(name string, people int) *table {
	id := strconv.FormatInt(number(name)<<22, 10)
	d := discordTable{place: discordtest.Place{Guild: id, Channel: id + "1"}}
	if people == 1 {
		d.place.Guild = ""
	}
	t := &table{network: n, chat: d.place.Channel, news: make(chan struct{})}
	for i := range people {
		p := discordtest.Person{ID: strconv.FormatInt(number(fmt.Sprint(name, i)), 10), Name: fmt.Sprint(name, "p", i)}
		d.people, t.people = append(d.people, p), append(t.people, p.Name)
	}
	t.clients = d
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tables[t.chat] = t
	return t
}

// command implements network. The commands that are used here have no options.
func (n *discord) command(t *table, who int, text string) (string, error) {
	return n.run(t, who, text)
}

func (n *discord) answer(t *table, who int, text string) (string, error) {
	return n.run(t, who, "answer", discordtest.Option{Name: "answer", Value: text})
}

func (n *discord) run(t *table, who int, name string, options ...discordtest.Option) (string, error) {
	d := t.clients.(discordTable)
	a, err := n.Command(d.place, d.people[who], name, options...)
	return "discord " + a.ID, err
}

func (n *discord) tooMany() int { return n.Limited() }

func (n *discord) address(t *table) (network, community, channel string) {
	return "discord", t.clients.(discordTable).place.Guild, t.chat
}

func (n *discord) watchDailies(f func(chat string)) { n.daily = f }

func (n *discord) close() { n.Close() }
