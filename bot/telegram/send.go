package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot"
)

// send posts a message, in reply to another unless replyTo is 0. It waits for
// nothing: see pace.
func (f *FrontEnd) send(ctx context.Context, c bot.Chat, msg message, replyTo int64) (bot.Message, error) {
	p, err := msg.params()
	if err != nil {
		return bot.Message{}, err
	}
	p["chat_id"] = c.ID
	p.AddNonEmpty("message_thread_id", c.Thread)
	if replyTo != 0 {
		p["reply_parameters"] = fmt.Sprintf(`{"message_id":%d,"allow_sending_without_reply":true}`, replyTo)
	}
	var sent struct {
		ID int64 `json:"message_id"`
	}
	if err := f.callInto(ctx, &sent, "sendMessage", p); err != nil {
		return bot.Message{}, f.obey(c, err)
	}
	return bot.Message{Chat: c, ID: decimal(sent.ID)}, nil
}

// edit replaces a message. One that says so already is as good as edited.
func (f *FrontEnd) edit(ctx context.Context, m bot.Message, msg message) error {
	p, err := msg.params()
	if err != nil {
		return err
	}
	p["chat_id"], p["message_id"] = m.Chat.ID, m.ID
	_, err = f.call(ctx, "editMessageText", p)
	if refusal(err) == 400 && strings.Contains(err.Error(), "message is not modified") {
		return nil
	}
	return f.obey(m.Chat, err)
}

// obey keeps the chat quiet for as long as a 429 demands.
func (f *FrontEnd) obey(c bot.Chat, err error) error {
	var retry *bot.RetryError
	if errors.As(err, &retry) {
		f.pace.punish(c.ID, retry.After)
	}
	return err
}

// remove deletes a person's message, where the bot may. That it may not is no
// fault: the Reply asks for it in every chat.
func (f *FrontEnd) remove(ctx context.Context, c bot.Chat, id int64) {
	_, err := f.call(ctx, "deleteMessage", tgbotapi.Params{"chat_id": c.ID, "message_id": decimal(id)})
	if err != nil {
		f.log.Debug("a message was not deleted", "chat", c.ID, "err", err)
	}
}

func (m message) params() (tgbotapi.Params, error) {
	p := tgbotapi.Params{
		"text":                 m.HTML,
		"parse_mode":           "HTML",
		"link_preview_options": `{"is_disabled":true}`,
	}
	if len(m.Keyboard) > 0 {
		rows, err := json.Marshal(markup{m.Keyboard})
		if err != nil {
			return nil, err
		}
		p["reply_markup"] = string(rows)
	}
	return p, nil
}
