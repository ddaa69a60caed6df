package main

import (
	"strconv"
	"strings"

	"reckon/bot/discord/discordtest"
)

// discord is the stand-in for Discord with its people.
type discord struct {
	*discordtest.Server
	record *record
}

func newDiscord(r *record, o discordtest.Options) *discord {
	n := &discord{discordtest.New(o), r}
	deferred := map[string]bool{} // interactions whose answer is an edit; calls come one at a time
	watch := func(m discordtest.Message) {
		answers := m.Kind == discordtest.Posted || m.Kind == discordtest.Form || m.Kind == discordtest.Edited && deferred[m.Interaction]
		deferred[m.Interaction] = m.Kind == discordtest.Deferred || !answers && deferred[m.Interaction]
		r.see(message{key: "discord " + m.Interaction, chat: m.Channel, id: m.ID, text: m.Text, at: m.At, edit: !answers, buttons: m.Buttons})
	}
	n.Change(func(w *discordtest.World) { w.Watch = watch })
	return n
}

// seat implements network. Every group is a channel of a server of its own, a private
// chat a direct message.
func (n *discord) seat(name string, people int) *table {
	guild := strconv.FormatInt(number(name)<<22, 10)
	t := &table{network: n, on: "discord", chat: guild + "1", channel: guild + "1"}
	if people > 1 {
		t.community = guild
	}
	return n.record.seat(t, name, people)
}

// act implements network.
func (n *discord) act(t *table, who person, what, text string) (key string, err error) {
	at, p := discordtest.Place{Guild: t.community, Channel: t.channel}, who.onDiscord()
	if what == form {
		button := t.last(text)
		a, err := n.Press(at, p, button.message, button.data)
		return "discord " + a.ID, err
	}
	if isAnswer(what) {
		text = "answer " + text
	}
	var options []discordtest.Option
	text, value, ok := strings.Cut(text, " ")
	if text == "duel" { // whoever is named, it is the second person
		options = []discordtest.Option{{Name: "person", Value: t.people[1].onDiscord()}}
	} else if ok {
		name := map[string]string{"answer": "answer", "solve": "puzzle", "tchisla": "target"}[text]
		options = []discordtest.Option{{Name: name, Value: value}}
	}
	a, err := n.Command(at, p, text, options...)
	return "discord " + a.ID, err
}

func (p person) onDiscord() discordtest.Person {
	return discordtest.Person{ID: strconv.FormatInt(p.id, 10), Name: p.name}
}
