package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// patience is how long a delivery waits for its turn before it hands the waiting
// back as a *chat.RetryError.
const patience = 3 * time.Second

// errNotConnected says that it is not known yet who the bot is.
var errNotConnected = errors.New("not connected to Telegram yet")

// Lane implements chat.FrontEnd: the messages of a chat are in order; what is no
// message waits for none.
func (f *FrontEnd) Lane(d chat.Delivery) string {
	if e := eventOf(d); d.Answers() && (d.Reply.Silent || e.Query != "" && isAlert(d) || isReaction(d, e)) {
		return ""
	}
	return d.Place.Community
}

// Pace implements chat.FrontEnd.
func (f *FrontEnd) Pace(d chat.Delivery, behind int) time.Duration {
	a := sends
	if !d.Message.IsZero() || d.Reply.Edit && eventOf(d).Source != "" {
		a = edits
	}
	kept := 0
	if d.Minor {
		kept = keptBack
	}
	return f.limit.delay(d.Place, a, d.Bulk, time.Now(), behind, kept)
}

// Idempotent implements chat.FrontEnd: Telegram knows no keys.
func (f *FrontEnd) Idempotent() bool { return false }

// Deliver implements chat.FrontEnd.
func (f *FrontEnd) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	switch {
	case f.me.Load() == nil:
		return chat.Message{}, &chat.RetryError{After: time.Second, Err: errNotConnected}
	case d.Answers():
		return f.answer(ctx, d)
	case d.Reply.Silent:
		return chat.Message{}, nil
	case d.Reply.ShownToOthers(d.Place):
		return chat.Message{}, chat.ErrElsewhere
	case !d.Message.IsZero():
		return d.Message, f.editInTurn(ctx, d, d.Message.ID)
	}
	return f.sendInTurn(ctx, d, 0)
}

func isAlert(d chat.Delivery) bool {
	_, ok := alert(d.Reply, d.Place)
	return ok
}

// answer shows the reply to an update. The press, if it was one, is over then.
func (f *FrontEnd) answer(ctx context.Context, d chat.Delivery) (m chat.Message, err error) {
	e := eventOf(d)
	var q *query
	if e.Query != "" && time.Since(d.At) < queryFor {
		q = f.queries.open(ctx, f.client, e.Query)
	}
	if d.Repeated { // whoever has taken the press first may be about to answer it
		q.hurry()
		return m, nil
	}
	if d.Reply.Silent || e.Gone {
		q.close()
		return m, nil
	}
	if text, ok := alert(d.Reply, d.Place); ok && q.answer(text) {
		q.close()
		return m, nil
	}
	go q.close()
	if d.Reply.ShownToOthers(d.Place) {
		return m, f.answerElsewhere(ctx, d, e)
	}
	return f.show(ctx, d, e)
}

// show shows a reply as a message, or as a reaction where that says all.
func (f *FrontEnd) show(ctx context.Context, d chat.Delivery, e event) (chat.Message, error) {
	if isReaction(d, e) {
		if d.Reply.Remove && f.remove(ctx, d.Place, e.Message) {
			e.Message = 0 // there is nothing left to react to
		} else if err := f.react(ctx, d, e); refusal(err) != 400 || isMoved(err) {
			return chat.Message{}, err
		}
		d.Reply.Remove = false
	}
	own := f.ownMessage(ctx, d, e)
	if d.Reply.Edit && e.Source != "" {
		err := f.editInTurn(ctx, d, e.Source)
		if refusal(err) != 400 && !isMoved(err) {
			return chat.Message{Place: d.Place, ID: e.Source}, err
		}
		// The message is gone, too old, or left behind: say it in a new one.
	}
	return f.sendInTurn(ctx, d, own)
}

// isReaction tells whether a reply is shown as a reaction to the person's message.
func isReaction(d chat.Delivery, e event) bool {
	return d.Reply.Mark != "" && e.Message != 0 && e.Query == "" && !d.Place.Private
}

// react puts a reaction on the person's message. Telegram counts it in no limit of
// the chat. Which emoji are taken, a group's administrators choose.
func (f *FrontEnd) react(ctx context.Context, d chat.Delivery, e event) error {
	if err := f.limit.wait(ctx, d.Place, reactions, false, time.Now().Add(patience)); err != nil {
		return err
	}
	reaction, err := json.Marshal([]map[string]string{{"type": "emoji", "emoji": d.Reply.Mark}})
	if err != nil {
		return err
	}
	_, err = f.call(ctx, "setMessageReaction", tgbotapi.Params{
		"chat_id": d.Place.Community, "message_id": decimal(e.Message), "reaction": string(reaction),
	})
	return f.obey(d.Place, err)
}

// answerElsewhere tells people where to ask for what is secret.
func (f *FrontEnd) answerElsewhere(ctx context.Context, d chat.Delivery, e event) error {
	remove := d.Reply.Remove
	if d.Reply.Otherwise != nil {
		d.Reply = *d.Reply.Otherwise
	} else {
		d.Reply = f.broker.Elsewhere(d.Locale)
	}
	d.Reply.Edit, d.Reply.Remove = false, remove
	if d.Reply.Silent || d.Reply.ShownToOthers(d.Place) {
		return chat.ErrElsewhere
	}
	if _, err := f.show(ctx, d, e); err != nil {
		return err
	}
	return chat.ErrElsewhere
}

// ownMessage is the number of the person's message that a reply is to refer to; 0
// if there is none, it is removed, or it goes without saying who is answered.
func (f *FrontEnd) ownMessage(ctx context.Context, d chat.Delivery, e event) int {
	switch {
	case e.Message == 0:
		return 0
	case d.Reply.Remove:
		f.remove(ctx, d.Place, e.Message)
		return 0
	case d.Place.Private:
		return 0
	}
	return e.Message
}

func (f *FrontEnd) editInTurn(ctx context.Context, d chat.Delivery, id string) error {
	if err := f.limit.wait(ctx, d.Place, edits, d.Bulk, time.Now().Add(patience)); err != nil {
		return err
	}
	return f.edit(ctx, chat.Message{Place: d.Place, ID: id}, render(d.Reply, d.Place, *f.me.Load()))
}

func (f *FrontEnd) sendInTurn(ctx context.Context, d chat.Delivery, replyTo int) (chat.Message, error) {
	if err := f.limit.wait(ctx, d.Place, sends, d.Bulk, time.Now().Add(patience)); err != nil {
		return chat.Message{}, err
	}
	caption, whole := renderCaption(d.Reply, d.Place, *f.me.Load())
	if d.Reply.File != nil {
		return f.sendDocument(ctx, d.Place, caption, *d.Reply.File, replyTo)
	}
	if png := f.draw(d.Reply); png != nil && whole { // else the words are worth more
		m, err := f.sendPhoto(ctx, d.Place, caption, png, replyTo)
		if !chat.RefusesPicture(err) {
			return m, err
		}
	}
	return f.send(ctx, d.Place, render(d.Reply, d.Place, *f.me.Load()), replyTo)
}

// draw draws the picture of a reply for a light screen, as Telegram's is to begin with;
// nil if there is none. The text says all that it shows.
func (f *FrontEnd) draw(r chat.Reply) []byte {
	if r.Picture == nil {
		return nil
	}
	png, err := f.broker.Draw(*r.Picture, false)
	if err != nil {
		f.log.Error("a picture was not drawn", "kind", r.Picture.Kind, "err", err)
		return nil
	}
	return png
}
