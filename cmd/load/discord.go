package main

import (
	"strconv"

	"reckon/bot/discord/discordtest"
)

// discord is the stand-in for Discord with its people.
type discord struct {
	*discordtest.Server
	hall
}

func newDiscord(r *record, o discordtest.Options) *discord {
	n := &discord{discordtest.New(o), hall{record: r, tables: map[string]*table{}}}
	deferred := map[string]bool{} // interactions whose answer is an edit; calls come one at a time
	watch := func(m discordtest.Message) {
		answers := m.Kind == discordtest.Posted || m.Kind == discordtest.Edited && deferred[m.Interaction]
		deferred[m.Interaction] = m.Kind == discordtest.Deferred || !answers && deferred[m.Interaction]
		n.see(message{key: "discord " + m.Interaction, chat: m.Channel, id: m.ID, text: m.Text, at: m.At, edit: !answers})
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
	return n.add(t, name, people)
}

// say implements network.
func (n *discord) say(t *table, who int, answer bool, text string) (string, error) {
	var options []discordtest.Option
	if answer {
		text, options = "answer", []discordtest.Option{{Name: "answer", Value: text}}
	}
	p := t.people[who]
	a, err := n.Command(discordtest.Place{Guild: t.community, Channel: t.channel}, discordtest.Person{ID: strconv.FormatInt(p.id, 10), Name: p.name}, text, options...)
	return "discord " + a.ID, err
}
