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
	// deferred are interactions that were deferred, so that their answer will be an edit. watch is
	// called for one message at a time.
	deferred := map[string]bool{}
	watch := func(m discordtest.Message) {
		endsDeferral := m.Kind == discordtest.Edited && deferred[m.Interaction]
		isAnswer := m.Kind == discordtest.Posted || endsDeferral
		switch {
		case m.Kind == discordtest.Deferred:
			deferred[m.Interaction] = true
		case isAnswer:
			delete(deferred, m.Interaction)
		}
		key := ""
		if m.Interaction != "" {
			key = "discord " + m.Interaction
		}
		r.see(message{
			key:  key,
			chat: m.Channel,
			id:   m.ID,
			text: m.Text,
			at:   m.At,
			edit: !isAnswer,
		})
	}
	n.Change(func(w *discordtest.World) { w.Watch = watch })
	return n
}

func (n *discord) name() string { return "discord" }

// seat implements network. Every group is a channel of a server of its own, and a private chat is a
// direct message.
func (n *discord) seat(name string, people int) *table {
	guild := strconv.FormatInt(numberOf(name)<<22, 10)
	channel := guild + "1"
	t := &table{network: n, channel: channel, chat: channel}
	if people > 1 {
		t.community = guild
	}
	return n.record.seat(t, name, people)
}

// optionOf has the name of the option that a command takes.
var optionOf = map[string]string{"answer": "answer", "solve": "puzzle"}

// act implements network.
func (n *discord) act(t *table, who person, what, text string) (key string, err error) {
	if isAnswer(what) {
		text = "answer " + text
	}
	var options []discordtest.Option
	command, value, ok := strings.Cut(text, " ")
	if ok {
		options = append(options, discordtest.Option{Name: optionOf[command], Value: value})
	}
	at := discordtest.Place{Guild: t.community, Channel: t.channel}
	p := discordtest.Person{ID: strconv.FormatInt(who.id, 10), Name: who.name}
	a, err := n.Command(at, p, command, options...)
	return "discord " + a.ID, err
}

// gaveUp reports whether Discord told a person that their act failed, because no first answer came in
// time. After that, what only that person may read cannot be shown.
func (n *discord) gaveUp(a *act) bool {
	id, ok := strings.CutPrefix(a.key, "discord ")
	return ok && !n.Answered(id)
}
