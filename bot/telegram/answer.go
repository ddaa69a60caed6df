package telegram

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
)

// answerFor is how long after its update an answer may wait for its turn, or for
// the end of what Telegram objects to.
const answerFor = 2 * time.Minute

// A job is an update on its way to being answered.
type job struct {
	update
	query   *query // nil if no button was pressed
	arrived time.Time
	done    atomic.Bool // answered, or given up: may be confirmed
	woken   chan<- struct{}
}

// chat is the number of the chat an update is from: what happens in one chat
// happens in order.
func (u *update) chat() int64 {
	switch {
	case u.Message != nil && u.Message.Chat != nil:
		return u.Message.Chat.ID
	case u.CallbackQuery != nil && u.CallbackQuery.Message != nil && u.CallbackQuery.Message.Chat != nil:
		return u.CallbackQuery.Message.Chat.ID
	case u.MyChatMember != nil:
		return u.MyChatMember.Chat.ID
	}
	return 0
}

// end closes the press and lets the update be confirmed, unless the end of work
// came first: then it is left for the next run, whose handler will know it by
// its key.
func (j *job) end(work context.Context) {
	j.query.close()
	if work.Err() != nil {
		return
	}
	j.done.Store(true)
	select {
	case j.woken <- struct{}{}:
	default:
	}
}

// An answerer takes updates from request to delivered reply. The next update of
// a chat is answered while the reply to the one before waits for its turn.
type answerer struct {
	*sender
	h          chat.Handler
	broker     chat.Broker
	answering  chat.Lanes[int64] // by chat
	delivering chat.Lanes[turn]
}

// A turn is the key of a lane of deliveries: of a chat, where each message waits
// for the one before it, or of one update whose answer is no message.
type turn struct {
	chat   int64
	update int
}

// A delivery is a reply on its way to people.
type delivery struct {
	*job
	req    chat.Request
	reply  chat.Reply
	broken bool // the reply is not the handler's
}

// take has an update answered and its job ended, unless the end of ctx comes
// before it has begun or that of work before it is delivered.
func (a *answerer) take(ctx, work context.Context, j *job) {
	a.answering.Add(j.chat(), func() {
		if ctx.Err() != nil {
			j.query.close()
			return
		}
		var d delivery
		var ok bool
		chat.Guard(a.log, "update", func() { d, ok = a.answer(work, j) })
		if !ok {
			j.end(work)
			return
		}
		a.deliver(work, d)
	})
}

// wait waits until all is answered and delivered or work ends, and tells which.
func (a *answerer) wait(work context.Context) bool {
	return a.answering.Wait(work) && a.delivering.Wait(work)
}

// answer asks the handler; ok is false if the update is nothing to it. If it
// breaks, the reply says so.
func (a *answerer) answer(work context.Context, j *job) (d delivery, ok bool) {
	d.job = j
	if d.req, ok = decode(&j.update, a.me.Load(), j.arrived); !ok {
		return d, false
	}
	req := &d.req
	ok = chat.Guard(a.log, "handler", func() {
		if req.Person.Role == chat.RoleUnknown && req.Person.ID != "" && a.h.NeedsRole(req.Input) {
			req.Person.Role = a.role(work, req.Place, req.Person)
		}
		req.Delay = a.pace.delay(req.Place, time.Now(), a.delivering.Waiting(turn{chat: j.chat()}))
		d.reply = a.h.Answer(work, *req)
	})
	if !ok {
		d.reply, d.broken = a.broker.Broken(req.Locale), true
	}
	if req.Input.Kind == chat.Left {
		d.reply = chat.Reply{Silent: true} // nobody is there to read
	}
	return d, true
}

// deliver has a reply shown. What is no message waits for no turn.
func (a *answerer) deliver(work context.Context, d delivery) {
	text, ok := alert(d.reply, d.req.Place)
	if !d.reply.Silent && !(ok && d.query != nil) {
		a.inTurn(work, d)
		return
	}
	a.delivering.Add(turn{d.chat(), d.UpdateID}, func() {
		if !d.reply.Silent && !d.query.answer(text) {
			a.inTurn(work, d)
			return
		}
		a.end(work, d, chat.Message{}, nil)
	})
}

// inTurn has a reply posted behind those before it in the chat. The press, if it
// was one, is over meanwhile.
func (a *answerer) inTurn(work context.Context, d delivery) {
	go d.query.answer("")
	a.delivering.Add(turn{chat: d.chat()}, func() {
		m, err := chat.Message{}, errors.New("it broke")
		chat.Guard(a.log, "delivery", func() { m, err = a.post(work, d) })
		a.end(work, d, m, err)
	})
}

func (a *answerer) end(work context.Context, d delivery, m chat.Message, err error) {
	switch {
	case errors.Is(err, errElsewhere):
	case err == nil && !d.broken:
		chat.Guard(a.log, "delivered", func() { a.h.Delivered(work, d.req.Key, m) })
	case err != nil && work.Err() == nil:
		a.log.Warn("an answer could not be delivered", "key", d.req.Key, "chat", d.req.Place.Community, "err", err)
	}
	d.job.end(work)
}

// errElsewhere says that people were told where to ask for a reply, in its place.
var errElsewhere = errors.New("the reply is not for this place")

// postElsewhere tells people where to ask for what is secret.
func (a *answerer) postElsewhere(ctx context.Context, d delivery) error {
	remove := d.reply.Remove
	if d.reply.Otherwise != nil {
		d.reply = *d.reply.Otherwise
	} else {
		d.reply = a.broker.Elsewhere(d.req.Locale)
	}
	d.reply.Edit, d.reply.Remove = false, remove
	if d.reply.Silent || d.reply.ShownToOthers(d.req.Place) {
		return errElsewhere
	}
	if _, err := a.post(ctx, d); err != nil {
		return err
	}
	return errElsewhere
}

// post shows a reply as a message. What is secret is not shown where others read.
func (a *answerer) post(ctx context.Context, d delivery) (chat.Message, error) {
	r, p := d.reply, d.req.Place
	if r.ShownToOthers(p) {
		return chat.Message{}, a.postElsewhere(ctx, d)
	}
	if d.req.Input.Kind == chat.Moved {
		p.Community = d.req.Input.MovedTo
	}
	own := a.ownMessage(ctx, d, p)
	msg, until := render(r, p, a.me.Load().UserName), d.arrived.Add(answerFor)
	if src := d.req.Input.Source; r.Edit && !src.IsZero() {
		err := a.insist(ctx, until, func() error {
			if err := a.pace.wait(ctx, p, edits, false, until); err != nil {
				return err
			}
			return a.edit(ctx, src, msg)
		})
		var moved *chat.MovedError
		if refusal(err) != 400 && !errors.As(err, &moved) {
			return src, err
		}
		// The message is gone, too old, or left behind: say it in a new one.
	}
	return a.postUntil(ctx, until, p, msg, own)
}

// ownMessage is the number of the person's message that a reply is to refer to; 0
// if there is none, it is removed, or it goes without saying who is answered.
func (a *answerer) ownMessage(ctx context.Context, d delivery, p chat.Place) int {
	if d.Message == nil || d.req.Person.ID == "" {
		return 0
	}
	own := d.Message.MessageID
	if d.reply.Remove {
		a.remove(ctx, p, own)
		return 0
	}
	if p.Private {
		return 0
	}
	return own
}

// postUntil posts until it succeeds or need not be tried again. After a failure
// of unknown effect it tries again: seeing an answer twice is better than never.
func (a *answerer) postUntil(ctx context.Context, until time.Time, p chat.Place, msg message, replyTo int) (m chat.Message, err error) {
	post := func() error {
		if err := a.pace.wait(ctx, p, sends, false, until); err != nil {
			return err
		}
		m, err = a.send(ctx, p, msg, replyTo)
		return err
	}
	err = a.insist(ctx, until, post)
	var moved *chat.MovedError
	if errors.As(err, &moved) {
		p.Community, replyTo = moved.To, 0
		err = a.insist(ctx, until, post)
	}
	return m, err
}
