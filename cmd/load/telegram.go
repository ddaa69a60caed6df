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
	return fmt.Sprintf("telegram %s/%d", t.chat, n.Reply(t.number, t.people[who].onTelegram(), to, text).Message), nil
}

// press implements network.
func (n *telegram) press(t *table, who int, word string) (string, error) {
	b := t.newest(word)
	message, err := strconv.ParseInt(b.message, 10, 64)
	return fmt.Sprint("telegram press ", n.Press(t.number, t.people[who].onTelegram(), message, b.data).Update), err
}

func (p person) onTelegram() telegramtest.Person {
	return telegramtest.Person{ID: p.id, Name: p.name, Username: p.name, Language: "en"}
}
