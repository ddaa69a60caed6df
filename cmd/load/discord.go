package main

import (
	"strconv"
	"strings"

	"reckon/bot/discord/discordtest"
)

// discordName is the name of Discord in the database.
const discordName = "discord"

// discord is the stand-in for Discord with its people.
type discord struct {
	*discordtest.Server
	record *record
}

func newDiscord(r *record, o discordtest.Options) *discord {
	n := &discord{Server: discordtest.New(o), record: r}
	// deferred has the interactions that the bot has deferred. The answer to such an interaction comes as an
	// edit. The map needs no lock, because watch is called for one message at a time.
	deferred := map[string]bool{}
	watch := func(m discordtest.Message) {
		endsDeferral := m.Kind == discordtest.Edited && deferred[m.Interaction]
		isAnswer := m.Kind == discordtest.Posted || endsDeferral
		if m.Kind == discordtest.Deferred {
			deferred[m.Interaction] = true
		}
		if isAnswer {
			delete(deferred, m.Interaction)
		}
		key := ""
		if m.Interaction != "" {
			key = discordKey(m.Interaction)
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

func (n *discord) name() string { return discordName }

// discordKey returns the key of the act that a person did by an interaction.
func discordKey(interaction string) string { return "discord " + interaction }

// seat implements network. Every group has a server of its own with one channel. A private chat is a channel
// without a server.
func (n *discord) seat(name string, people int) *table {
	// Discord's IDs have 22 lower bits, and the upper ones are a time.
	guild := strconv.FormatInt(numberOf(name)<<22, 10)
	channel := guild + "1"
	t := &table{network: n, channel: channel, chat: channel}
	if people > 1 {
		t.community = guild
	}
	return n.record.seat(t, name, people)
}

// optionOf has, for each command that takes an option, the name of the option.
var optionOf = map[string]string{"answer": "answer", "solve": "puzzle"}

// act implements network.
func (n *discord) act(t *table, who person, what, text string) (key string, err error) {
	if isAnswer(what) {
		text = "answer " + text
	}
	var options []discordtest.Option
	command, value, hasValue := strings.Cut(text, " ")
	if hasValue {
		options = append(options, discordtest.Option{Name: optionOf[command], Value: value})
	}
	at := discordtest.Place{Guild: t.community, Channel: t.channel}
	p := discordtest.Person{ID: strconv.FormatInt(who.id, 10), Name: who.name}
	sent, err := n.Command(at, p, command, options...)
	return discordKey(sent.ID), err
}

// gaveUp reports whether Discord told a person that their act had failed, because the bot did not answer in
// time. After that Discord cannot show the person what nobody else may read.
func (n *discord) gaveUp(a *act) bool {
	interaction, isOnDiscord := strings.CutPrefix(a.key, discordKey(""))
	return isOnDiscord && !n.Answered(interaction)
}
