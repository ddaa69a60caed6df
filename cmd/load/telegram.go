package main

import (
	"fmt"
	"strconv"

	"reckon/bot/telegram/telegramtest"
)

// telegram is the stand-in for Telegram with its people.
type telegram struct {
	*telegramtest.Server
	record *record
}

func newTelegram(r *record, o telegramtest.Options) *telegram {
	n := &telegram{telegramtest.New(o), r}
	n.Watch(func(m telegramtest.Message) {
		seen := message{
			chat: strconv.FormatInt(m.Chat, 10),
			id:   strconv.FormatInt(m.ID, 10),
			text: m.Text,
			at:   m.At,
			edit: m.Method == "deleteMessage" || m.Method == "editMessageText",
		}
		about := m.ReplyTo
		if m.Method == "setMessageReaction" {
			about = m.ID
		}
		if about != 0 {
			seen.key = telegramKey(seen.chat, about)
		}
		r.see(seen)
	})
	return n
}

func (n *telegram) name() string { return "telegram" }

// telegramKey returns the key of the act that is a message.
func telegramKey(chat string, message int64) string {
	return fmt.Sprintf("telegram %s/%d", chat, message)
}

// seat implements network. A private chat has the number of its person, and a group has a negative
// number.
func (n *telegram) seat(name string, people int) *table {
	id := numberOf(name)
	if people > 1 {
		id = -id
	}
	chat := strconv.FormatInt(id, 10)
	t := &table{network: n, community: chat, chat: chat, number: id}
	return n.record.seat(t, name, people)
}

// act implements network. In a group an answer is a reply to the puzzle.
func (n *telegram) act(t *table, who person, what, text string) (key string, err error) {
	var to int64
	switch {
	case !isAnswer(what):
		text = "/" + text
	case len(t.people) > 1:
		if to, err = strconv.ParseInt(t.newestPuzzle().message, 10, 64); err != nil {
			return "", err
		}
	}
	p := telegramtest.Person{ID: who.id, Name: who.name, Username: who.name, Language: "en"}
	return telegramKey(t.chat, n.Reply(t.number, p, to, text).Message), nil
}
