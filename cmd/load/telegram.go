package main

import (
	"fmt"
	"strconv"

	"reckon/bot/telegram/telegramtest"
)

// telegramName is the name of Telegram in the database.
const telegramName = "telegram"

// telegram is the stand-in for Telegram with its people.
type telegram struct {
	*telegramtest.Server
	record *record
}

func newTelegram(r *record, o telegramtest.Options) *telegram {
	n := &telegram{Server: telegramtest.New(o), record: r}
	n.Watch(func(m telegramtest.Message) {
		seen := message{
			chat: strconv.FormatInt(m.Chat, 10),
			id:   strconv.FormatInt(m.ID, 10),
			text: m.Text,
			at:   m.At,
			edit: m.Method == "deleteMessage" || m.Method == "editMessageText",
		}
		// A message shows the result of the act that it replies to, or that it is a reaction to.
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

func (n *telegram) name() string { return telegramName }

// telegramKey returns the key of the act that a person did by sending a message.
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
	isGroup := len(t.people) > 1
	var replyTo int64
	if !isAnswer(what) {
		text = "/" + text
	} else if isGroup {
		replyTo, err = strconv.ParseInt(t.newestPuzzle().message, 10, 64)
		if err != nil {
			return "", err
		}
	}
	p := telegramtest.Person{ID: who.id, Name: who.name, Username: who.name, Language: "en"}
	sent := n.Reply(t.number, p, replyTo, text)
	return telegramKey(t.chat, sent.Message), nil
}
