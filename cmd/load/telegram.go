package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
		about := m.ReplyTo
		if m.Method == "setMessageReaction" {
			about = m.ID
		}
		seen := message{chat: strconv.FormatInt(m.Chat, 10), id: strconv.FormatInt(m.ID, 10), text: m.Text, at: m.At, buttons: map[string]string{}}
		switch {
		case m.Query != "":
			seen.key = "telegram press " + m.Query
		case about != 0:
			seen.key = fmt.Sprintf("telegram %s/%d", seen.chat, about)
		}
		seen.edit = m.Method == "deleteMessage" || m.Method == "editMessageText"
		for _, b := range slices.Concat(m.Buttons...) {
			word, _, _ := strings.Cut(b.Text, " ")
			seen.buttons[word] = b.Data
		}
		r.see(seen)
	})
	return n
}

// seat implements network. A private chat has its person's number, a group a negative
// one.
func (n *telegram) seat(name string, people int) *table {
	id := number(name)
	if people > 1 {
		id = -id
	}
	chat := strconv.FormatInt(id, 10)
	return n.record.seat(&table{network: n, on: "telegram", number: id, chat: chat, community: chat}, name, people)
}

// act implements network. In a group an answer is a reply to the puzzle.
func (n *telegram) act(t *table, who person, what, text string) (key string, err error) {
	p := telegramtest.Person{ID: who.id, Name: who.name, Username: who.name, Language: "en"}
	var to int64
	switch {
	case what == form:
		button := t.last(text)
		to, err = strconv.ParseInt(button.message, 10, 64)
		return fmt.Sprint("telegram press ", n.Press(t.number, p, to, button.data).Update), err
	case !isAnswer(what):
		text = "/" + text
	case len(t.people) > 1:
		to, err = strconv.ParseInt(t.last(deal).message, 10, 64)
	}
	return fmt.Sprintf("telegram %s/%d", t.chat, n.Reply(t.number, p, to, text).Message), err
}
