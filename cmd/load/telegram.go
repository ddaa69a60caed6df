package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"reckon/bot/telegram/telegramtest"
)

// telegram is the stand-in for Telegram with its people.
type telegram struct {
	*telegramtest.Server
	hall
}

func newTelegram(r *record, o telegramtest.Options) *telegram {
	n := &telegram{telegramtest.New(o), hall{record: r, tables: map[string]*table{}}}
	n.Watch(func(m telegramtest.Message) {
		about := m.ReplyTo
		if m.Method == "setMessageReaction" {
			about = m.ID
		}
		chat, key := strconv.FormatInt(m.Chat, 10), ""
		if about != 0 {
			key = telegramKey(chat, about)
		}
		edit := slices.Contains([]string{"deleteMessage", "editMessageText", "answerCallbackQuery"}, m.Method)
		n.see(message{key: key, chat: chat, id: strconv.FormatInt(m.ID, 10), text: m.Text, at: m.At, edit: edit})
	})
	return n
}

func telegramKey(chat string, message int64) string {
	return fmt.Sprintf("telegram %s/%d", chat, message)
}

// seat implements network. A private chat has its person's number, a group a negative
// one.
func (n *telegram) seat(name string, people int) *table {
	id := number(name)
	if people > 1 {
		id = -id
	}
	chat := strconv.FormatInt(id, 10)
	return n.add(&table{network: n, on: "telegram", chat: chat, community: chat}, name, people)
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
