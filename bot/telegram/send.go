package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// A sender makes the calls that people see.
type sender struct {
	*client
	limit   *rateLimit
	me      atomic.Pointer[tgbotapi.User] // nil until connected
	presses presses
}

// An attachment is a file to be sent by a method, in a field of its form.
type attachment struct {
	method, field, name string
	data                []byte
}

// send posts a message, with a file unless that is nil, in reply to another unless
// replyTo is 0. The rate limit has let it go.
func (s *sender) send(ctx context.Context, c chat.Place, msg message, replyTo int, file *attachment) (chat.Message, error) {
	p, err := msg.params()
	if err != nil {
		return chat.Message{}, err
	}
	p["chat_id"] = c.Community
	p.AddNonEmpty("message_thread_id", c.Channel)
	if replyTo != 0 {
		p["reply_parameters"] = fmt.Sprintf(`{"message_id":%d,"allow_sending_without_reply":true}`, replyTo)
	}
	var sent tgbotapi.Message
	if file == nil {
		err = s.call(ctx, &sent, "sendMessage", p)
	} else {
		p["caption"] = p["text"]
		delete(p, "text")
		delete(p, "link_preview_options")
		data := tgbotapi.FileBytes{Name: file.name, Bytes: file.data}
		err = s.call(ctx, &sent, file.method, p, tgbotapi.RequestFile{Name: file.field, Data: data})
	}
	if err = s.learn(c, err); err != nil {
		return chat.Message{}, err
	}
	return chat.Message{Place: c, ID: decimal(sent.MessageID)}, nil
}

// edit replaces a message. A message that already reads so counts as edited.
func (s *sender) edit(ctx context.Context, c chat.Place, id string, msg message) error {
	p, err := msg.params()
	if err != nil {
		return err
	}
	p["chat_id"], p["message_id"] = c.Community, id
	err = s.call(ctx, nil, "editMessageText", p)
	if refusal(err) == 400 && strings.Contains(err.Error(), "message is not modified") {
		err = nil
	}
	return s.learn(c, err)
}

// learn tells the rate limit what became of a call, and returns the error as a
// *chat.RefusedError if Telegram will never take the message.
func (s *sender) learn(c chat.Place, err error) error {
	s.limit.learn(c.Community, err)
	if code := refusal(err); (code == 400 || code == 413) && chat.GoneBy(err) == "" {
		return &chat.RefusedError{Err: err}
	}
	return err
}

// remove deletes a person's message where the bot may, and reports whether it did. It is
// no fault that it may not: the Reply asks for it in every chat.
func (s *sender) remove(ctx context.Context, c chat.Place, id int) bool {
	err := s.call(ctx, nil, "deleteMessage", tgbotapi.Params{"chat_id": c.Community, "message_id": decimal(id)})
	if err != nil {
		s.log.Debug("a message was not deleted", "chat", c.Community, "err", err)
	}
	return err == nil
}

func (m message) params() (tgbotapi.Params, error) {
	p := tgbotapi.Params{
		"text":                 m.HTML,
		"parse_mode":           tgbotapi.ModeHTML,
		"link_preview_options": `{"is_disabled":true}`,
	}
	if len(m.Keyboard) == 0 {
		return p, nil
	}
	rows, err := json.Marshal(map[string][][]button{"inline_keyboard": m.Keyboard})
	p["reply_markup"] = string(rows)
	return p, err
}
