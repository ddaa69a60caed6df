package telegram

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// A job is an update on its way to being carried out.
type job struct {
	update
	arrived time.Time
	done    atomic.Bool   // carried out: may be confirmed
	over    chan struct{} // closed when it is, or when it is left for another time
}

func newJob(u update) *job { return &job{update: u, arrived: time.Now(), over: make(chan struct{})} }

// readUpdate reads an update of that number. One that is not formed as we know it is
// nothing to us but must still be confirmed, so its number is all that is kept.
func readUpdate(id int, raw json.RawMessage) (update, error) {
	var u update
	if err := json.Unmarshal(raw, &u); err != nil {
		return update{Update: tgbotapi.Update{UpdateID: id}}, err
	}
	return u, nil
}

// chat is the number of the chat an update is from: what happens in one chat
// happens in order.
func (u *update) chat() int64 {
	switch m := u.written(); {
	case m != nil && m.Chat != nil:
		return m.Chat.ID
	case u.CallbackQuery != nil && u.CallbackQuery.Message != nil && u.CallbackQuery.Message.Chat != nil:
		return u.CallbackQuery.Message.Chat.ID
	case u.MyChatMember != nil:
		return u.MyChatMember.Chat.ID
	}
	return 0
}

// written is the message that a person has written or changed; nil if none.
func (u *update) written() *incoming {
	if u.Message != nil {
		return u.Message
	}
	return u.EditedMessage
}

// An event is what it takes to answer an update, in this process or another.
type event struct {
	Chat    string `json:"chat,omitempty"`    // whose numbers Message and Source are
	Message int    `json:"message,omitempty"` // the person's own
	Query   string `json:"query,omitempty"`   // the press
	Source  string `json:"source,omitempty"`  // the message that was pressed
	Gone    bool   `json:"gone,omitempty"`    // nobody is there to read
}

// eventOf reads the event that is answered. A group that has moved begins its
// messages' numbers anew: those of the old one would be others there.
func eventOf(d chat.Delivery) (e event) {
	// Only what this package wrote comes back; an unreadable one answers nothing.
	_ = json.Unmarshal(d.Event, &e)
	if e.Chat != d.Place.Community {
		e.Message, e.Source = 0, ""
	}
	return e
}

// A taker has updates carried out, those of a chat in order.
type taker struct {
	*sender
	h      chat.Handler
	lanes  chat.Lanes[int64] // by chat
	offers offerer
}

func newTaker(s *sender, h chat.Handler) *taker {
	return &taker{sender: s, h: h, offers: offerer{sender: s, h: h}}
}

// take has an update carried out, unless the end of ctx comes before it has begun or
// that of work before it is carried out: then it is left for the next run, or another
// process, whose handler will know it by its key.
func (t *taker) take(ctx, work context.Context, j *job) {
	if q := j.InlineQuery; q != nil {
		t.offers.offer(work, q)
		j.done.Store(true) // who types on asks again
		close(j.over)
		return
	}
	if q := j.CallbackQuery; q != nil {
		t.queries.open(work, t.client, q.ID)
	}
	t.lanes.Add(j.chat(), func() {
		defer close(j.over)
		if ctx.Err() != nil {
			return
		}
		chat.Guard(t.log, "update", func() { t.carryOut(work, j) })
		if q := j.CallbackQuery; q != nil {
			t.queries.find(q.ID).hurry()
		}
		j.done.Store(work.Err() == nil)
	})
}

func (t *taker) carryOut(work context.Context, j *job) {
	r, ok := decode(&j.update, t.me.Load(), j.arrived)
	if !ok {
		if q := j.CallbackQuery; q != nil {
			go t.queries.find(q.ID).close()
		}
		return
	}
	if r.Person.Role == chat.RoleUnknown && r.Person.ID != "" && t.h.NeedsRole(work, r) {
		r.Person.Role = t.role(work, r.Place, r.Person)
		if work.Err() != nil { // it was not to be learnt any more
			return
		}
	}
	r.Event = writeEvent(&j.update, r)
	t.h.Take(work, r)
}

// writeEvent writes down what it takes to answer an update.
func writeEvent(u *update, r chat.Request) []byte {
	e := event{Chat: r.Place.Community, Source: r.Input.Source.ID, Gone: r.Input.Kind == chat.Left}
	if m := u.written(); m != nil && r.Person.ID != "" {
		e.Message = m.MessageID
	}
	if u.CallbackQuery != nil {
		e.Query = u.CallbackQuery.ID
	}
	raw, err := json.Marshal(e)
	if err != nil { // strings and numbers always can be
		panic(err)
	}
	return raw
}
