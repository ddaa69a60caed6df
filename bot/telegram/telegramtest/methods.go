package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// methods are all but getUpdates. Each runs with mu held.
var methods = map[string]func(*Server, *Call, Message) (any, *Fault){
	"getMe": func(s *Server, _ *Call, _ Message) (any, *Fault) {
		return object{
			"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot, "can_join_groups": true,
			"supports_inline_queries": s.options.Inline, "has_main_web_app": s.options.MainApp,
		}, nil
	},
	"sendMessage":        (*Server).send,
	"sendPhoto":          (*Server).send,
	"sendDocument":       (*Server).send,
	"editMessageText":    (*Server).send,
	"deleteMessage":      (*Server).deleteMessage,
	"setMessageReaction": (*Server).react,
	"sendChatAction":     func(*Server, *Call, Message) (any, *Fault) { return true, nil },
	"answerCallbackQuery": func(s *Server, c *Call, m Message) (any, *Fault) {
		m.Query = c.Get("callback_query_id")
		return s.show(m), nil
	},
	"answerInlineQuery": func(s *Server, c *Call, m Message) (any, *Fault) {
		m.Query, m.Text = c.Get("inline_query_id"), c.Get("results")
		return s.show(m), nil
	},
	"answerGuestQuery": func(s *Server, c *Call, m Message) (any, *Fault) {
		m.Query, m.Text = c.Get("guest_query_id"), c.Get("result")
		s.show(m)
		return object{"inline_message_id": "guest " + m.Query}, nil
	},
	"getChatMember": func(s *Server, c *Call, _ Message) (any, *Fault) {
		return object{"status": cmp.Or(s.roles[key{c.number("chat_id"), c.number("user_id")}], "member")}, nil
	},
	"savePreparedInlineMessage": func(s *Server, c *Call, m Message) (any, *Fault) {
		m.Text = c.Get("result")
		s.show(m)
		return object{"id": "prepared for " + c.Get("user_id"), "expiration_date": m.At.Add(time.Hour).Unix()}, nil
	},
	"pinChatMessage":        (*Server).pin,
	"unpinChatMessage":      (*Server).pin,
	"getMyDescription":      (*Server).profile,
	"setMyDescription":      (*Server).profile,
	"getMyShortDescription": (*Server).profile,
	"setMyShortDescription": (*Server).profile,
	"setMyCommands": func(s *Server, c *Call, _ Message) (any, *Fault) {
		s.commands[c.commandsOf()] = c.Get("commands")
		return true, nil
	},
	"getMyCommands": func(s *Server, c *Call, _ Message) (any, *Fault) {
		return json.RawMessage(cmp.Or(s.commands[c.commandsOf()], "[]")), nil
	},
	"setChatMenuButton": func(s *Server, c *Call, _ Message) (any, *Fault) {
		s.menuButton = c.Get("menu_button")
		return true, nil
	},
	"getChatMenuButton": func(s *Server, _ *Call, _ Message) (any, *Fault) {
		return json.RawMessage(cmp.Or(s.menuButton, `{"type":"commands"}`)), nil
	},
	"setWebhook":    (*Server).setWebhook,
	"deleteWebhook": (*Server).setWebhook, // to nowhere
	"getWebhookInfo": func(s *Server, _ *Call, _ Message) (any, *Fault) {
		h := s.updates.hook
		h.Pending = len(s.updates.queue)
		return h, nil
	},
}

// commandsOf returns whose commands a call is about: a scope and a language.
func (c *Call) commandsOf() string {
	return cmp.Or(c.Get("scope"), `{"type":"default"}`) + c.Get("language_code")
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
		At: time.Now(), Method: c.Method, Chat: c.number("chat_id"), ID: c.number("message_id"),
		Text: c.Get("text") + c.Get("caption"), ReplyTo: reply.ID, Buttons: keyboard.Rows, File: c.Get("file_name"),
	})
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
	return s.show(m), nil
}

// pin pins a message or takes that back. In a group the bot must be an administrator.
func (s *Server) pin(_ *Call, m Message) (any, *Fault) {
	if m.Chat < 0 && s.roles[key{m.Chat, BotID}] != "administrator" {
		return nil, Refusal(400, "Bad Request: not enough rights to manage pinned messages in the chat")
	}
	if _, found := s.shown[key{m.Chat, m.ID}]; !found {
		return nil, Refusal(400, "Bad Request: message to pin not found")
	}
	return s.show(m), nil
}

// profile sets a description in a language, or returns that of the language or else the default's.
func (s *Server) profile(c *Call, _ Message) (any, *Fault) {
	text, field := strings.TrimPrefix(c.Method, "get"), "description"
	text, sets := strings.CutPrefix(text, "set")
	if text == "MyShortDescription" {
		field = "short_description"
	}
	if sets {
		s.described[text+c.Get("language_code")] = c.Get(field)
		return true, nil
	}
	return object{field: cmp.Or(s.described[text+c.Get("language_code")], s.described[text])}, nil
}

func (s *Server) react(c *Call, m Message) (any, *Fault) {
	var emoji []struct {
		Emoji string `json:"emoji"`
	}
	if err := json.Unmarshal([]byte(c.Get("reaction")), &emoji); err != nil || len(emoji) > 1 {
		return nil, Refusal(400, "Bad Request: REACTION_INVALID")
	}
	for _, e := range emoji {
		m.Text = e.Emoji
	}
	return s.show(m), nil
}
