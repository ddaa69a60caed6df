package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// A sender makes the calls that people see.
type sender struct {
	*client
	limit *rateLimit
	me    atomic.Pointer[tgbotapi.User] // nil until connected

	queries queries
}

// send posts a message, in reply to another unless replyTo is 0. It waits for
// nothing: see rateLimit.
func (s *sender) send(ctx context.Context, c chat.Place, msg message, replyTo int) (chat.Message, error) {
	p, err := msg.params()
	if err != nil {
		return chat.Message{}, err
	}
	p.to(c, replyTo)
	return s.sent(c, func(sent *tgbotapi.Message) error { return s.callInto(ctx, sent, "sendMessage", p.Params) })
}

// sendPhoto posts a PNG with a message as its caption.
func (s *sender) sendPhoto(ctx context.Context, c chat.Place, msg message, png []byte, replyTo int) (chat.Message, error) {
	return s.sendFile(ctx, c, msg, "sendPhoto", "photo", "photo.png", png, replyTo)
}

// sendDocument posts a document with a message as its caption.
func (s *sender) sendDocument(ctx context.Context, c chat.Place, msg message, f chat.File, replyTo int) (chat.Message, error) {
	return s.sendFile(ctx, c, msg, "sendDocument", "document", f.Name, f.Data, replyTo)
}

// sendFile posts a file in a field of a method's form.
func (s *sender) sendFile(
	ctx context.Context, c chat.Place, msg message, method, field, name string, data []byte, replyTo int,
) (chat.Message, error) {
	p, err := msg.params()
	if err != nil {
		return chat.Message{}, err
	}
	p.to(c, replyTo)
	p.Params["caption"] = p.Params["text"]
	delete(p.Params, "text")
	delete(p.Params, "link_preview_options")
	return s.sent(c, func(sent *tgbotapi.Message) error { return s.upload(ctx, sent, method, p.Params, field, name, data) })
}

// sent is the message that a call has made.
func (s *sender) sent(c chat.Place, call func(*tgbotapi.Message) error) (chat.Message, error) {
	var sent tgbotapi.Message
	if err := s.obey(c, call(&sent)); err != nil {
		return chat.Message{}, err
	}
	return chat.Message{Place: c, ID: decimal(sent.MessageID)}, nil
}

// parameters are those of a message.
type parameters struct{ tgbotapi.Params }

// to addresses a message, in reply to another unless replyTo is 0.
func (p parameters) to(c chat.Place, replyTo int) {
	p.Params["chat_id"] = c.Community
	p.AddNonEmpty("message_thread_id", c.Channel)
	if replyTo != 0 {
		p.Params["reply_parameters"] = fmt.Sprintf(`{"message_id":%d,"allow_sending_without_reply":true}`, replyTo)
	}
}

// edit replaces a message. One that says so already is as good as edited.
func (s *sender) edit(ctx context.Context, m chat.Message, msg message) error {
	p, err := msg.params()
	if err != nil {
		return err
	}
	p.Params["chat_id"], p.Params["message_id"] = m.Place.Community, m.ID
	_, err = s.call(ctx, "editMessageText", p.Params)
	if refusal(err) == 400 && strings.Contains(err.Error(), "message is not modified") {
		err = nil
	}
	return s.obey(m.Place, err)
}

// obey keeps the chat quiet for as long as a 429 demands, and tells what is refused
// for good.
func (s *sender) obey(c chat.Place, err error) error {
	s.limit.learn(c.Community, err)
	if code := refusal(err); (code == 400 || code == 413) && !errors.Is(err, chat.ErrGone) && !isMoved(err) {
		return &chat.RefusedError{Err: err}
	}
	return err
}

// remove deletes a person's message, where the bot may, and tells whether it did.
// That it may not is no fault: the Reply asks for it in every chat.
func (s *sender) remove(ctx context.Context, c chat.Place, id int) bool {
	_, err := s.call(ctx, "deleteMessage", tgbotapi.Params{"chat_id": c.Community, "message_id": decimal(id)})
	if err != nil {
		s.log.Debug("a message was not deleted", "chat", c.Community, "err", err)
	}
	return err == nil
}

func (m message) params() (parameters, error) {
	p := parameters{tgbotapi.Params{
		"text":                 m.HTML,
		"parse_mode":           tgbotapi.ModeHTML,
		"link_preview_options": `{"is_disabled":true}`,
	}}
	if len(m.Keyboard) == 0 {
		return p, nil
	}
	rows, err := json.Marshal(map[string][][]button{"inline_keyboard": m.Keyboard})
	p.Params["reply_markup"] = string(rows)
	return p, err
}
