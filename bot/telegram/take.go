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

const (
	// offerFor is how long after typing a person may still get offers.
	offerFor = 10 * time.Second
	// A search that takes longer than typesAfter shows that the bot types. Each time, Telegram
	// shows that for typesFor.
	typesAfter = time.Second
	typesFor   = 5 * time.Second
)

// A job is an update that is being carried out.
type job struct {
	update
	arrived time.Time
	// done means that the update may be confirmed.
	done atomic.Bool
	// over is closed when the update is done, or when this process leaves it to another.
	over chan struct{}
}

// newJob reads the update with a number. If the update cannot be read, only its number is kept: it
// does nothing, but it must be confirmed.
func (c *client) newJob(id int, raw json.RawMessage) *job {
	j := &job{arrived: time.Now(), over: make(chan struct{})}
	if err := json.Unmarshal(raw, &j.update); err != nil {
		c.log.Warn("an update cannot be read", "update", id, "err", err)
		j.update = update{Update: tgbotapi.Update{UpdateID: id}}
	}
	return j
}

// doneJob returns the job of an update that is not carried out, only confirmed.
func doneJob(id int) *job {
	j := &job{over: make(chan struct{})}
	j.UpdateID = id
	j.finish()
	return j
}

// finish ends the job of an update that was carried out.
func (j *job) finish() {
	j.done.Store(true)
	close(j.over)
}

// chat returns the number of the chat that an update is from, or 0. The updates of a chat are carried
// out in their order.
func (u *update) chat() int64 {
	if m := u.written(); m != nil && m.Chat != nil {
		return m.Chat.ID
	}
	if m := u.pressed(); m != nil && m.Chat != nil {
		return m.Chat.ID
	}
	if u.MyChatMember != nil {
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

// pressed returns the message under which a button was pressed, nil if there is none.
func (u *update) pressed() *incoming {
	if u.CallbackQuery == nil {
		return nil
	}
	return u.CallbackQuery.Message
}

// An event holds all that the answer to an update needs, in this process or another.
type event struct {
	// Chat is the chat in which Message and Source are numbers.
	Chat string `json:"chat,omitempty"`
	// Message is the person's own message.
	Message int `json:"message,omitempty"`
	// Query is the ID of the press.
	Query string `json:"query,omitempty"`
	// Source is the bot's message that was pressed or replied to.
	Source string `json:"source,omitempty"`
	// Gone means that nobody is there to read.
	Gone bool `json:"gone,omitempty"`
	// Edited means that the person has changed Message.
	Edited bool `json:"edited,omitempty"`
	// Reader is the ID of the person, to whom the answer can be shown alone. Ephemeral is their own message, if
	// it is ephemeral: then there is no Message.
	Reader    int64 `json:"reader,omitempty"`
	Ephemeral int   `json:"ephemeral,omitempty"`
}

// eventOf reads the event that a delivery answers. If the group has moved since, its messages have other
// numbers now, so eventOf removes the numbers from the event.
func eventOf(d chat.Delivery) (e event) {
	// This package wrote the event. If it cannot be read, e is empty.
	_ = json.Unmarshal(d.Event, &e)
	if e.Chat != d.Place.Community {
		e.Message = 0
		e.Source = ""
		e.Ephemeral = 0
	}
	return e
}

func writeEvent(u *update, r chat.Request) []byte {
	e := event{
		Chat:   r.Place.Community,
		Source: r.Input.Source.ID,
		Gone:   r.Input.Kind == chat.Left,
		Edited: u.EditedMessage != nil,
	}
	if m := u.written(); m != nil && r.Person.ID != "" {
		e.Message = m.MessageID
		e.Ephemeral = m.EphemeralMessageID
		if m.From != nil {
			e.Reader = m.From.ID
		}
	}
	if q := u.CallbackQuery; q != nil {
		e.Query = q.ID
		e.Reader = q.From.ID
	}
	raw, err := json.Marshal(e)
	if err != nil {
		// Strings and numbers can always be marshalled.
		panic(err)
	}
	return raw
}

// A taker carries out updates. Those of one chat are carried out in order.
type taker struct {
	*sender
	handler chat.Handler
	// chats has a lane for each chat, typing one for each person.
	chats  chat.Lanes[int64]
	typing chat.Lanes[int64]
}

// take carries out an update. If ctx ends before the update has begun, or work ends before it is done,
// the update is left to the next run or another process. The handler then recognizes it by its key. An
// update that leaves its lane, for a long search, may be confirmed at once. If the process ends during
// the search, the person has to ask again.
func (t *taker) take(ctx, work context.Context, j *job) {
	if j.InlineQuery != nil || j.GuestMessage != nil {
		t.takeQuery(work, &j.update)
		// The update may be confirmed at once. If answering it fails, people type again.
		j.finish()
		return
	}
	var p *press
	if q := j.CallbackQuery; q != nil {
		p = t.press(work, q.ID)
	}
	t.chats.Add(j.chat(), func(leaveLane func()) {
		over := sync.OnceFunc(func() { close(j.over) })
		defer over()
		if ctx.Err() != nil {
			return
		}
		leave := func() {
			j.done.Store(true)
			over()
			leaveLane()
		}
		chat.Guard(t.log, "update", func() { t.carryOut(work, j, p, leave) })
		p.hurry()
		if work.Err() == nil {
			j.done.Store(true)
		}
	})
}

// carryOut makes a request of an update and gives it to the handler. p is the press that the update is
// about; nil: it is about none. leave is called before a long search.
func (t *taker) carryOut(work context.Context, j *job, p *press, leave func()) {
	if changed := j.update.MyChatMember; changed != nil {
		t.deletions.forget(decimal(changed.Chat.ID))
	}
	r, ok := decode(&j.update, &t.me.Load().User, j.arrived)
	if !ok {
		go p.answer("")
		return
	}
	if r.Person.Role == chat.RoleUnknown && r.Person.ID != "" && t.handler.NeedsRole(work, r) {
		// The bot asks Telegram each time, because a role that it kept might be out of date.
		r.Person.Role = t.role(work, r)
		if work.Err() != nil {
			// The role could not be learnt in time.
			return
		}
	}
	searches, done := context.WithCancel(work)
	defer done()
	r.Event = writeEvent(&j.update, r)
	r.Leave = func() {
		leave()
		go t.showTyping(searches, r.Place)
	}
	r.Topics = r.Place.Channel != ""
	t.handler.Take(work, r)
}

// role asks Telegram for the role of the person who made a request.
func (t *taker) role(ctx context.Context, r chat.Request) chat.Role {
	var m tgbotapi.ChatMember
	who := tgbotapi.Params{"chat_id": r.Place.Community, "user_id": r.Person.ID}
	if err := t.call(ctx, &m, "getChatMember", who); err != nil {
		if ctx.Err() == nil {
			t.log.Warn("a person's role is unknown", "err", err)
		}
		return chat.RoleUnknown
	}
	if m.IsCreator() || m.IsAdministrator() {
		return chat.RoleAdmin
	}
	return chat.RoleMember
}

// showTyping shows that the bot types until ctx ends. As it is only a courtesy, a failure ends it, too.
func (t *taker) showTyping(ctx context.Context, place chat.Place) {
	params := tgbotapi.Params{"chat_id": place.Community, "action": tgbotapi.ChatTyping}
	params.AddNonEmpty("message_thread_id", place.Channel)
	wait := typesAfter
	for chat.Pause(ctx, wait) {
		if err := t.call(ctx, nil, "sendChatAction", params); err != nil {
			return
		}
		wait = typesFor
	}
}

// A query is what a person types after the bot's name, or writes to the bot as a guest.
type query struct {
	from  *tgbotapi.User
	input chat.Input
	at    time.Time
	// method is the method that sends the answer, and params makes its parameters.
	method string
	params func(chat.Offers) (tgbotapi.Params, error)
}

// takeQuery answers a query.
func (t *taker) takeQuery(work context.Context, u *update) {
	q := t.queryOf(u)
	if q.from == nil {
		return
	}
	t.typing.Add(q.from.ID, func(func()) {
		// If the person has typed on meanwhile, only the last text is answered. A message that they have
		// sent (a Summoned) is always answered.
		isReplaced := q.input.Kind != chat.Summoned && t.typing.Waiting(q.from.ID) > 0
		if isReplaced || time.Since(q.at) > offerFor {
			return
		}
		ctx, cancel := context.WithDeadline(work, q.at.Add(offerFor))
		defer cancel()
		chat.Guard(t.log, "offers", func() {
			if err := t.sendOffers(ctx, q); err != nil {
				t.log.Info("nothing was offered", "err", err)
			}
		})
	})
}

// queryOf returns the query of an update.
func (t *taker) queryOf(u *update) query {
	if q := u.InlineQuery; q != nil {
		return query{
			from:   q.From,
			input:  chat.Input{Kind: chat.Text, Text: q.Query},
			at:     time.Now(),
			method: "answerInlineQuery",
			params: func(o chat.Offers) (tgbotapi.Params, error) { return offerParams(q.ID, o, *t.me.Load()) },
		}
	}
	m := u.GuestMessage
	return query{
		from:   m.From,
		input:  summons(m.Text, t.me.Load().UserName),
		at:     time.Now(),
		method: "answerGuestQuery",
		params: func(o chat.Offers) (tgbotapi.Params, error) { return guestParams(m.GuestQueryID, o, *t.me.Load()) },
	}
}

// sendOffers asks the bot for offers, and sends them as the answer to a query.
func (t *taker) sendOffers(ctx context.Context, q query) error {
	r := chat.Request{
		Place:  chat.Place{Network: Network},
		Person: personOf(q.from),
		Locale: q.from.LanguageCode,
		At:     chat.Exact(q.at),
		Input:  q.input,
	}
	offers := t.handler.Offers(ctx, r)
	p, err := q.params(offers)
	if err != nil || ctx.Err() != nil {
		return err
	}
	// The bot has to know the ID of some messages, because it will edit them.
	isEditedLater := r.Input.Kind == chat.Summoned && len(offers.List) > 0 && offers.List[0].Token != ""
	if !isEditedLater {
		return t.call(ctx, nil, q.method, p)
	}
	var sent struct {
		ID string `json:"inline_message_id"`
	}
	if err := t.call(ctx, &sent, q.method, p); err != nil {
		return err
	}
	if sent.ID != "" {
		t.handler.Offered(ctx, r, offers.List[0].Token, inlineMark+sent.ID)
	}
	return nil
}
