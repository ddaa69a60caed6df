package main

import (
	"fmt"
	"net/http"
	"strconv"

	"reckon/bot/telegram/telegramtest"
)

// telegram is the stand-in for Telegram with its people.
type telegram struct {
	*telegramtest.Server
	*hall
}

func newTelegram(r *record, o telegramtest.Options) *telegram {
	n := &telegram{telegramtest.New(o), newHall(r)}
	n.Watch(n.see)
	return n
}

// see notes what people see.
func (n *telegram) see(m telegramtest.Message) {
	chat := strconv.FormatInt(m.Chat, 10)
	switch m.Method {
	case "setMessageReaction":
		n.record.tell(telegramKey(chat, m.ID), m.At)
		return
	case "deleteMessage", "editMessageText", "answerCallbackQuery":
		return
	}
	if m.ReplyTo != 0 {
		n.record.tell(telegramKey(chat, m.ReplyTo), m.At)
	} else {
		n.record.tellNext(chat, m.Text, m.At)
	}
	n.shows(chat, m.Text, strconv.FormatInt(m.ID, 10))
}

func telegramKey(chat string, message int64) string {
	return fmt.Sprintf("telegram %s/%d", chat, message)
}

// seat implements network. A private chat has its person's number, a group a negative
// one.
func (n *telegram) seat(name string, people int) *table {
	t := newTable(n, "telegram", name, people)
	id := -number(name)
	if people == 1 {
		id = t.people[0].id
	}
	t.chat = strconv.FormatInt(id, 10)
	t.community = t.chat
	return n.add(t)
}

// say implements network. In a group an answer is a reply to the puzzle.
func (n *telegram) say(t *table, who int, answer bool, text string) (string, error) {
	to := int64(0)
	switch {
	case !answer:
		text = "/" + text
	case len(t.people) > 1:
		t.mu.Lock()
		to, _ = strconv.ParseInt(t.message, 10, 64) // it was made by FormatInt
		t.mu.Unlock()
	}
	p := t.people[who]
	chat, err := strconv.ParseInt(t.chat, 10, 64)
	return telegramKey(t.chat, n.Reply(chat, telegramtest.Person{ID: p.id, Name: p.name, Language: "en"}, to, text).Message), err
}

// Limited implements network.
func (n *telegram) Limited() (times int) {
	for _, c := range n.Calls("") {
		if c.Code == http.StatusTooManyRequests {
			times++
		}
	}
	return times
}
