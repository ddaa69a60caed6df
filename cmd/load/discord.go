package main

import (
	"strconv"
	"sync"

	"reckon/bot/discord/discordtest"
)

// discord is the stand-in for Discord with its people.
type discord struct {
	*discordtest.Server
	*hall
	mu    sync.Mutex
	later map[string]bool // deferred interactions, whose answer is an edit
}

func newDiscord(r *record, o discordtest.Options) *discord {
	n := &discord{Server: discordtest.New(o), hall: newHall(r), later: map[string]bool{}}
	n.Watch(n.see)
	return n
}

// see notes what people see.
func (n *discord) see(m discordtest.Message) {
	key := "discord " + m.Interaction
	n.mu.Lock()
	deferred := n.later[key]
	switch m.Kind {
	case discordtest.Deferred:
		n.later[key] = true
	case discordtest.Posted, discordtest.Edited:
		delete(n.later, key)
	}
	n.mu.Unlock()
	if m.Interaction != "" && (m.Kind == discordtest.Posted || m.Kind == discordtest.Edited && deferred) {
		n.record.tell(key, m.At)
	}
	if m.Kind == discordtest.Posted || deferred {
		n.shows(m.Channel, m.Text, m.ID)
	}
}

// seat implements network. Every group is a channel of a server of its own, a private
// chat a direct message.
func (n *discord) seat(name string, people int) *table {
	t := newTable(n, "discord", name, people)
	guild := strconv.FormatInt(number(name)<<22, 10)
	t.chat = guild + "1"
	t.channel = t.chat
	if people > 1 {
		t.community = guild
	}
	return n.add(t)
}

// say implements network. The commands that are used here have no options.
func (n *discord) say(t *table, who int, answer bool, text string) (string, error) {
	var options []discordtest.Option
	if answer {
		text, options = "answer", []discordtest.Option{{Name: "answer", Value: text}}
	}
	p := t.people[who]
	a, err := n.Command(discordtest.Place{Guild: t.community, Channel: t.channel}, discordtest.Person{ID: strconv.FormatInt(p.id, 10), Name: p.name}, text, options...)
	return "discord " + a.ID, err
}
