package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// methods are all but getUpdates. Each runs with mu held.
var methods = map[string]func(*Server, *Call) (any, *Fault){
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
	"deleteWebhook":       (*Server).deleteWebhook,
	"getWebhookInfo":      (*Server).getWebhookInfo,
}

func (s *Server) carryOut(ctx context.Context, token string, c *Call) (any, *Fault) {
	method := methods[c.Method]
	switch {
	case token != Token:
		return nil, refuse("Unauthorized", 401)
	case c.Method == "getUpdates":
		return s.getUpdates(ctx, c)
	case method == nil:
		return nil, refuse("Not Found", 404)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return method(s, c)
}

func refuse(description string, code int) *Fault {
	f := Refusal(code, description)
	return &f
}

// number reads a field as a number, 0 if it is none.
func (c *Call) number(name string) int64 {
	n, _ := strconv.ParseInt(c.Get(name), 10, 64)
	return n
}

func (s *Server) getMe(*Call) (any, *Fault) {
	return object{
		"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot, "can_join_groups": true,
		"supports_inline_queries": s.options.Inline,
	}, nil
}

// messageOf reads a message from the fields of a call.
func messageOf(c *Call) Message {
	m := Message{
		At: time.Now(), Method: c.Method, Chat: c.number("chat_id"), Thread: int(c.number("message_thread_id")),
		ID: int(c.number("message_id")), Text: c.Get("text") + c.Get("caption"),
	}
	var reply struct {
		ID int `json:"message_id"`
	}
	var keyboard struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	// What cannot be read is not there.
	_ = json.Unmarshal([]byte(c.Get("reply_parameters")), &reply)
	_ = json.Unmarshal([]byte(c.Get("reply_markup")), &keyboard)
	m.ReplyTo, m.Buttons = reply.ID, keyboard.Rows
	return m
}

// send sends a message or changes one. A message that the server does not know may be
// from before its time.
func (s *Server) send(c *Call) (any, *Fault) {
	m := messageOf(c)
	edit := m.ID != 0
	if s.options.Limits {
		if wait := s.limits.take(m.Chat, edit, m.At); wait > 0 {
			f := TooMany(wait)
			return nil, &f
		}
	}
	if !edit {
		s.messages++
		m.ID = s.messages
	}
	key := messageKey{m.Chat, m.ID}
	old, found := s.shown[key]
	if found && old.Text == m.Text && slices.EqualFunc(old.Buttons, m.Buttons, slices.Equal) {
		return nil, refuse("Bad Request: message is not modified", 400)
	}
	s.shown[key] = m
	s.show(m)
	return object{"message_id": m.ID}, nil
}

// deleteMessage deletes a message of the bot's own, or of anybody in a private chat or
// where the bot is an administrator.
func (s *Server) deleteMessage(c *Call) (any, *Fault) {
	m := messageOf(c)
	_, own := s.shown[messageKey{m.Chat, m.ID}]
	if !own && m.Chat < 0 && s.roles[[2]int64{m.Chat, BotID}] != "administrator" {
		return nil, refuse("Bad Request: message can't be deleted", 400)
	}
	delete(s.shown, messageKey{m.Chat, m.ID})
	s.show(m)
	return true, nil
}

func (s *Server) react(c *Call) (any, *Fault) {
	m := messageOf(c)
	var emoji []struct {
		Emoji string `json:"emoji"`
	}
	if err := json.Unmarshal([]byte(c.Get("reaction")), &emoji); err != nil || len(emoji) != 1 {
		return nil, refuse("Bad Request: REACTION_INVALID", 400)
	}
	m.Text = emoji[0].Emoji
	s.show(m)
	return true, nil
}

// queryFor is how long a press can be answered.
const queryFor = 15 * time.Second

// answerPress ends a press. One that the server does not know is from before its time.
func (s *Server) answerPress(c *Call) (any, *Fault) {
	m := messageOf(c)
	m.Query = c.Get("callback_query_id")
	p, known := s.presses[m.Query]
	if known && m.At.Sub(p.at) > queryFor {
		return nil, refuse("Bad Request: query is too old and response timeout expired or query ID is invalid", 400)
	}
	m.Chat = p.chat
	delete(s.presses, m.Query)
	s.show(m)
	return true, nil
}

func (s *Server) answerInline(c *Call) (any, *Fault) {
	s.show(Message{At: time.Now(), Method: c.Method, Query: c.Get("inline_query_id"), Text: c.Get("results")})
	return true, nil
}

func (s *Server) getChatMember(c *Call) (any, *Fault) {
	return object{"status": cmp.Or(s.roles[[2]int64{c.number("chat_id"), c.number("user_id")}], "member")}, nil
}

// SetRole sets what a person, or the bot by its BotID, is in a chat: "administrator",
// "restricted" … At first all are members.
func (s *Server) SetRole(chat, person int64, role string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roles[[2]int64{chat, person}] = role
}

func (s *Server) setCommands(c *Call) (any, *Fault) {
	s.commands[cmp.Or(c.Get("scope"), `{"type":"default"}`)+c.Get("language_code")] = c.Get("commands")
	return true, nil
}

func (s *Server) getCommands(c *Call) (any, *Fault) {
	list := s.commands[cmp.Or(c.Get("scope"), `{"type":"default"}`)+c.Get("language_code")]
	return json.RawMessage(cmp.Or(list, "[]")), nil
}
