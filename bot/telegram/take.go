package telegram

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// A job is an update on its way to being carried out.
type job struct {
	update
	arrived time.Time
	done    atomic.Bool   // it was carried out, so it may be confirmed
	over    chan struct{} // closed when it is done or left for another time
}

// newJob reads the update of that number. An update that cannot be read does nothing but
// must be confirmed all the same, so only its number is kept.
func (c *client) newJob(id int, raw json.RawMessage) *job {
	j := &job{arrived: time.Now(), over: make(chan struct{})}
	if err := json.Unmarshal(raw, &j.update); err != nil {
		c.log.Warn("an update cannot be read", "update", id, "err", err)
		j.update = update{Update: tgbotapi.Update{UpdateID: id}}
	}
	return j
}

// emptyJob returns a job that is done: an update of that number does nothing.
func emptyJob(id int) *job {
	j := &job{over: make(chan struct{})}
	j.UpdateID = id
	j.done.Store(true)
	close(j.over)
	return j
}

// chat returns the number of the chat that an update is from: what happens in one chat
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

// written returns the message that a person wrote or changed, nil if there is none.
func (u *update) written() *incoming {
	if u.Message != nil {
		return u.Message
	}
	return u.EditedMessage
}

// An event holds all that the answer to an update needs, in this process or another.
type event struct {
	Chat    string `json:"chat,omitempty"`    // the chat in which Message and Source are numbers
	Message int    `json:"message,omitempty"` // the person's own
	Query   string `json:"query,omitempty"`   // the press
	Source  string `json:"source,omitempty"`  // the message that was pressed
	Gone    bool   `json:"gone,omitempty"`    // nobody is there to read
	Edited  bool   `json:"edited,omitempty"`  // the person has changed Message
}

// eventOf reads the event that a delivery answers. In a group that has moved, messages
// are numbered anew: the numbers of the old group are other messages there.
func eventOf(d chat.Delivery) (e event) {
	// Only what this package wrote comes back; an unreadable event answers nothing.
	_ = json.Unmarshal(d.Event, &e)
	if e.Chat != d.Place.Community {
		e.Message, e.Source = 0, ""
	}
	return e
}

func writeEvent(u *update, r chat.Request) []byte {
	e := event{Chat: r.Place.Community, Source: r.Input.Source.ID, Gone: r.Input.Kind == chat.Left, Edited: u.EditedMessage != nil}
	if m := u.written(); m != nil && r.Person.ID != "" {
		e.Message = m.MessageID
	}
	if u.CallbackQuery != nil {
		e.Query = u.CallbackQuery.ID
	}
	raw, err := json.Marshal(e)
	if err != nil { // strings and numbers can always be marshalled
		panic(err)
	}
	return raw
}

// offerFor is how long after typing a person is answered with offers.
const offerFor = 10 * time.Second

// A taker carries out updates, those of a chat in order.
type taker struct {
	*sender
	handler chat.Handler
	chats   chat.Lanes[int64] // by chat
	typing  chat.Lanes[int64] // by person
}

// take carries out an update, unless ctx ends before it has begun or work ends before it
// is done. Then the update is left for the next run or another process, whose handler
// recognises it by its key. One that leaves its lane is confirmed: if the process ends
// before it is done, the person has to ask again.
func (t *taker) take(ctx, work context.Context, j *job) {
	if q, g := j.InlineQuery, j.GuestMessage; q != nil || g != nil {
		if q != nil {
			t.offer(work, q.From, chat.Input{Kind: chat.Text, Text: q.Query}, "answerInlineQuery", func(o chat.Offers) (tgbotapi.Params, error) {
				return offerParams(q.ID, o, *t.me.Load())
			})
		} else {
			t.offer(work, g.From, summons(g.Text, t.me.Load().UserName), "answerGuestQuery", func(o chat.Offers) (tgbotapi.Params, error) {
				return guestParams(g.GuestQueryID, o, *t.me.Load())
			})
		}
		j.done.Store(true) // people ask again
		close(j.over)
		return
	}
	var p *press
	if q := j.CallbackQuery; q != nil {
		p = t.press(work, q.ID)
	}
	t.chats.Add(j.chat(), func(leave func()) {
		over := sync.OnceFunc(func() { close(j.over) })
		defer over()
		if ctx.Err() != nil {
			return
		}
		chat.Guard(t.log, "update", func() {
			t.carryOut(work, j, p, func() {
				j.done.Store(true)
				over()
				leave()
			})
		})
		p.hurry()
		if work.Err() == nil {
			j.done.Store(true)
		}
	})
}

func (t *taker) carryOut(work context.Context, j *job, p *press, leave func()) {
	r, ok := decode(&j.update, &t.me.Load().User, j.arrived)
	if !ok {
		go p.answer("")
		return
	}
	if r.Person.Role == chat.RoleUnknown && r.Person.ID != "" && t.handler.NeedsRole(work, r) {
		// Telegram is asked each time: that is seldom, and new administrators should not have to wait.
		var m tgbotapi.ChatMember
		err := t.call(work, &m, "getChatMember", tgbotapi.Params{"chat_id": r.Place.Community, "user_id": r.Person.ID})
		switch {
		case work.Err() != nil:
			return // the role could not be learnt in time
		case err != nil:
			t.log.Warn("a person's role is unknown", "err", err)
		case m.IsCreator() || m.IsAdministrator():
			r.Person.Role = chat.RoleAdmin
		default:
			r.Person.Role = chat.RoleMember
		}
	}
	searches, done := context.WithCancel(work)
	defer done()
	r.Event, r.Leave = writeEvent(&j.update, r), func() {
		leave()
		go func() {
			params := tgbotapi.Params{"chat_id": r.Place.Community, "action": tgbotapi.ChatTyping}
			params.AddNonEmpty("message_thread_id", r.Place.Channel)
			var err error // which ends it: it is a courtesy
			for wait := typesAfter; err == nil && chat.Pause(searches, wait); wait = typesFor {
				err = t.call(searches, nil, "sendChatAction", params)
			}
		}()
	}
	t.handler.Take(work, r)
}

// During a search people see that the bot types from typesAfter on, each time for typesFor.
const (
	typesAfter = time.Second
	typesFor   = 5 * time.Second
)

// offer answers by a method what a person types behind the bot's name. Of all that they typed
// while an answer was made only the last is answered, but for what they have sent.
func (t *taker) offer(work context.Context, from *tgbotapi.User, in chat.Input, method string, params func(chat.Offers) (tgbotapi.Params, error)) {
	if from == nil {
		return
	}
	begun := time.Now()
	t.typing.Add(from.ID, func(func()) {
		if in.Kind != chat.Summoned && t.typing.Waiting(from.ID) > 0 || time.Since(begun) > offerFor {
			return
		}
		ctx, cancel := context.WithDeadline(work, begun.Add(offerFor))
		defer cancel()
		chat.Guard(t.log, "offers", func() {
			p, err := params(t.handler.Offers(ctx, chat.Request{
				Place: chat.Place{Network: Network}, Person: personOf(from), Locale: from.LanguageCode, At: begun.UTC(), Input: in,
			}))
			if ctx.Err() == nil && err == nil {
				err = t.call(ctx, nil, method, p)
			}
			if err != nil {
				t.log.Info("nothing was offered", "err", err)
			}
		})
	})
}
