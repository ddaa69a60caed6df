package main

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"reckon/bot/telegram/telegramtest"
)

// telegram is the stand-in for Telegram with its people.
type telegram struct {
	*telegramtest.Server
	record *record
	mu     sync.Mutex
	tables map[int64]*table
	daily  func(chat string) // called for each daily
}

func newTelegram(r *record, o telegramtest.Options) *telegram {
	n := &telegram{Server: telegramtest.New(o), record: r, tables: map[int64]*table{}}
	n.Watch(n.see)
	return n
}

// see notes what people see.
func (n *telegram) see(m telegramtest.Message) {
	switch m.Method {
	case "setMessageReaction":
		n.record.tell(n.key(m.Chat, m.ID), m.At)
		return
	case "deleteMessage", "editMessageText", "answerCallbackQuery":
		return
	}
	if m.ReplyTo != 0 {
		n.record.tell(n.key(m.Chat, m.ReplyTo), m.At)
	} else {
		n.record.tellNext(strconv.FormatInt(m.Chat, 10), m.Text, m.At)
	}
	if n.daily != nil && strings.Contains(m.Text, "Daily #") {
		n.daily(strconv.FormatInt(m.Chat, 10))
	}
	n.mu.Lock()
	t := n.tables[m.Chat]
	n.mu.Unlock()
	if t != nil {
		t.shows(m.Text, strconv.FormatInt(m.ID, 10))
	}
}

func (n *telegram) key(chat, message int64) string {
	return fmt.Sprintf("telegram %d/%d", chat, message)
}

// seat implements network. A private chat has its person's number, a group a negative
// one.
func (n *telegram) seat(name string, people int) *table {
	id := number(name)
	t := &table{network: n, news: make(chan struct{})}
	var who []telegramtest.Person
	if people > 1 {
		for i := range people {
			p := fmt.Sprint(name, "p", i)
			who = append(who, telegramtest.Person{ID: number(p), Name: p, Language: "en"})
		}
		id = -id
	} else {
		who = []telegramtest.Person{{ID: id, Name: name, Language: "en"}}
	}
	for _, p := range who {
		t.people = append(t.people, p.Name)
	}
	t.chat, t.clients = strconv.FormatInt(id, 10), who
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tables[id] = t
	return t
}

// number is a number for a name.
func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64()>>24) + 1000
}

func (n *telegram) at(t *table, who int) (chat int64, p telegramtest.Person) {
	p = t.clients.([]telegramtest.Person)[who]
	if len(t.people) == 1 {
		return p.ID, p
	}
	chat, _ = strconv.ParseInt(t.chat, 10, 64) // it was made by FormatInt
	return chat, p
}

func (n *telegram) command(t *table, who int, text string) (string, error) {
	chat, p := n.at(t, who)
	return n.key(chat, n.Text(chat, p, "/"+text).Message), nil
}

// answer implements network. In a group an answer is a reply to the puzzle.
func (n *telegram) answer(t *table, who int, text string) (string, error) {
	chat, p := n.at(t, who)
	to := int64(0)
	if len(t.people) > 1 {
		t.mu.Lock()
		to, _ = strconv.ParseInt(t.message, 10, 64) // it was made by FormatInt
		t.mu.Unlock()
	}
	return n.key(chat, n.Reply(chat, p, to, text).Message), nil
}

func (n *telegram) tooMany() (times int) {
	for _, c := range n.Calls("") {
		if c.Code == http.StatusTooManyRequests {
			times++
		}
	}
	return times
}

func (n *telegram) address(t *table) (network, community, channel string) {
	return "telegram", t.chat, ""
}

func (n *telegram) watchDailies(f func(chat string)) { n.daily = f }

func (n *telegram) close() { n.Close() }
