package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"
)

// methods are all but getUpdates. Each runs with mu held.
var methods = map[string]func(*Server, *Call, Message) (any, *Fault){
	"getMe":               (*Server).getMe,
	"sendMessage":         (*Server).send,
	"sendPhoto":           (*Server).send,
	"sendDocument":        (*Server).send,
	"editMessageText":     (*Server).send,
	"deleteMessage":       (*Server).deleteMessage,
	"setMessageReaction":  (*Server).react,
	"answerCallbackQuery": (*Server).answerPress,
	"answerInlineQuery":   (*Server).answerInline,
	"getChatMember":       (*Server).getChatMember,
	"setMyCommands":       (*Server).setCommands,
	"getMyCommands":       (*Server).getCommands,
	"setWebhook":          (*Server).setWebhook,
	"deleteWebhook":       (*Server).setWebhook, // to nowhere
	"getWebhookInfo":      (*Server).getWebhookInfo,
}

func (s *Server) carryOut(ctx context.Context, token string, c *Call) (any, *Fault) {
	method := methods[c.Method]
	switch {
	case token != Token:
		return nil, Refusal(401, "Unauthorized")
	case c.Method == "getUpdates":
		return s.getUpdates(ctx, c)
	case method == nil:
		return nil, Refusal(404, "Not Found")
	}
	var reply struct {
		ID int64 `json:"message_id"`
	}
	var keyboard struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	// A field that is not there or cannot be read is empty.
	_ = json.Unmarshal([]byte(c.Get("reply_parameters")), &reply)
	_ = json.Unmarshal([]byte(c.Get("reply_markup")), &keyboard)
	s.mu.Lock()
	defer s.mu.Unlock()
	return method(s, c, Message{
		At: time.Now(), Method: c.Method, Chat: c.number("chat_id"), Thread: c.number("message_thread_id"), ID: c.number("message_id"),
		Text: c.Get("text") + c.Get("caption"), ReplyTo: reply.ID, Buttons: keyboard.Rows,
	})
}

func (s *Server) getMe(*Call, Message) (any, *Fault) {
	return object{
		"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot, "can_join_groups": true,
		"supports_inline_queries": s.options.Inline,
	}, nil
}

// send sends a message or changes one. A message that the server does not know may be
// from before its time.
func (s *Server) send(_ *Call, m Message) (any, *Fault) {
	edit := m.ID != 0
	if s.options.Limits {
		if wait := s.limits.take(m.Chat, edit, m.At); wait > 0 {
			return nil, TooMany(wait)
		}
	}
	if !edit {
		s.messages++
		m.ID = int64(s.messages)
	}
	old, found := s.shown[key{m.Chat, m.ID}]
	if found && old.Text == m.Text && slices.EqualFunc(old.Buttons, m.Buttons, slices.Equal) {
		return nil, Refusal(400, "Bad Request: message is not modified")
	}
	s.shown[key{m.Chat, m.ID}] = m
	s.show(m)
	return object{"message_id": m.ID}, nil
}

// deleteMessage deletes a message of the bot's own, or of anybody in a private chat or
// where the bot is an administrator.
func (s *Server) deleteMessage(_ *Call, m Message) (any, *Fault) {
	_, own := s.shown[key{m.Chat, m.ID}]
	if !own && m.Chat < 0 && s.roles[key{m.Chat, BotID}] != "administrator" {
		return nil, Refusal(400, "Bad Request: message can't be deleted")
	}
	delete(s.shown, key{m.Chat, m.ID})
	s.show(m)
	return true, nil
}

func (s *Server) react(c *Call, m Message) (any, *Fault) {
	var emoji []struct {
		Emoji string `json:"emoji"`
	}
	if err := json.Unmarshal([]byte(c.Get("reaction")), &emoji); err != nil || len(emoji) != 1 {
		return nil, Refusal(400, "Bad Request: REACTION_INVALID")
	}
	m.Text = emoji[0].Emoji
	s.show(m)
	return true, nil
}

// pressFor is how long a press can be answered.
const pressFor = 15 * time.Second

// answerPress ends a press. One that the server does not know is from before its time.
func (s *Server) answerPress(c *Call, m Message) (any, *Fault) {
	m.Query = c.Get("callback_query_id")
	p, known := s.presses[m.Query]
	delete(s.presses, m.Query)
	if known && m.At.Sub(p.at) > pressFor {
		return nil, Refusal(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
	}
	m.Chat = p.chat
	s.show(m)
	return true, nil
}

func (s *Server) answerInline(c *Call, m Message) (any, *Fault) {
	m.Query, m.Text = c.Get("inline_query_id"), c.Get("results")
	s.show(m)
	return true, nil
}

func (s *Server) getChatMember(c *Call, _ Message) (any, *Fault) {
	return object{"status": cmp.Or(s.roles[key{c.number("chat_id"), c.number("user_id")}], "member")}, nil
}

func (s *Server) setCommands(c *Call, _ Message) (any, *Fault) {
	s.commands[cmp.Or(c.Get("scope"), `{"type":"default"}`)+c.Get("language_code")] = c.Get("commands")
	return true, nil
}

func (s *Server) getCommands(c *Call, _ Message) (any, *Fault) {
	list := s.commands[cmp.Or(c.Get("scope"), `{"type":"default"}`)+c.Get("language_code")]
	return json.RawMessage(cmp.Or(list, "[]")), nil
}
