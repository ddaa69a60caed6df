package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// A method carries out a call, with mu held. m is the Message that the call's fields describe.
type method func(s *Server, c *Call, m Message) (any, *Fault)

// methods are all methods except getUpdates.
var methods = map[string]method{
	"getMe":                     (*Server).getMe,
	"sendMessage":               (*Server).send,
	"sendPhoto":                 (*Server).send,
	"sendDocument":              (*Server).send,
	"editMessageText":           (*Server).send,
	"deleteMessage":             (*Server).deleteMessage,
	"editEphemeralMessageText":  (*Server).editEphemeral,
	"deleteEphemeralMessage":    (*Server).deleteEphemeral,
	"setMessageReaction":        (*Server).react,
	"sendChatAction":            accept,
	"pinChatMessage":            (*Server).pin,
	"unpinChatMessage":          (*Server).pin,
	"answerCallbackQuery":       (*Server).answerPress,
	"answerInlineQuery":         (*Server).answerInlineQuery,
	"answerGuestQuery":          (*Server).answerGuestQuery,
	"savePreparedInlineMessage": (*Server).prepareInline,
	"getChatMember":             (*Server).getChatMember,
	"getMyDescription":          (*Server).profile,
	"setMyDescription":          (*Server).profile,
	"getMyShortDescription":     (*Server).profile,
	"setMyShortDescription":     (*Server).profile,
	"getMyCommands":             (*Server).getMyCommands,
	"setMyCommands":             (*Server).setMyCommands,
	"getChatMenuButton":         (*Server).getChatMenuButton,
	"setChatMenuButton":         (*Server).setChatMenuButton,
	"getWebhookInfo":            (*Server).getWebhookInfo,
	"setWebhook":                (*Server).setWebhook,
	// Without fields, setWebhook deletes the web hook.
	"deleteWebhook": (*Server).setWebhook,
}

func accept(*Server, *Call, Message) (any, *Fault) { return true, nil }

func (s *Server) getMe(*Call, Message) (any, *Fault) {
	return object{
		"id":                      BotID,
		"is_bot":                  true,
		"first_name":              "Reckon",
		"username":                Bot,
		"can_join_groups":         true,
		"supports_inline_queries": s.options.Inline,
		"has_main_web_app":        s.options.MainApp,
	}, nil
}

func (s *Server) answerPress(c *Call, m Message) (any, *Fault) {
	m.Query = c.Get("callback_query_id")
	return s.show(m), nil
}

func (s *Server) answerInlineQuery(c *Call, m Message) (any, *Fault) {
	m.Query = c.Get("inline_query_id")
	m.Text = c.Get("results")
	return s.show(m), nil
}

func (s *Server) answerGuestQuery(c *Call, m Message) (any, *Fault) {
	m.Query = c.Get("guest_query_id")
	m.Text = c.Get("result")
	s.show(m)
	return object{"inline_message_id": "guest " + m.Query}, nil
}

func (s *Server) prepareInline(c *Call, m Message) (any, *Fault) {
	m.Text = c.Get("result")
	s.show(m)
	return object{
		"id":              "prepared for " + c.Get("user_id"),
		"expiration_date": m.At.Add(time.Hour).Unix(),
	}, nil
}

func (s *Server) getChatMember(c *Call, _ Message) (any, *Fault) {
	role := s.roles[key{c.number("chat_id"), c.number("user_id")}]
	return object{"status": cmp.Or(role, "member")}, nil
}

func (s *Server) setMyCommands(c *Call, _ Message) (any, *Fault) {
	s.commands[c.commandsOf()] = c.Get("commands")
	return true, nil
}

func (s *Server) getMyCommands(c *Call, _ Message) (any, *Fault) {
	return json.RawMessage(cmp.Or(s.commands[c.commandsOf()], "[]")), nil
}

func (s *Server) setChatMenuButton(c *Call, _ Message) (any, *Fault) {
	s.menuButton = c.Get("menu_button")
	return true, nil
}

func (s *Server) getChatMenuButton(*Call, Message) (any, *Fault) {
	return json.RawMessage(cmp.Or(s.menuButton, `{"type":"commands"}`)), nil
}

func (s *Server) getWebhookInfo(*Call, Message) (any, *Fault) {
	h := s.updates.hook
	h.Pending = len(s.updates.queue)
	return h, nil
}

// commandsOf returns the scope and the language that a call about commands is for.
func (c *Call) commandsOf() string {
	return cmp.Or(c.Get("scope"), `{"type":"default"}`) + c.Get("language_code")
}

func (s *Server) carryOut(ctx context.Context, token string, c *Call) (any, *Fault) {
	do := methods[c.Method]
	isOfEphemeral := strings.Contains(c.Method, "Ephemeral")
	if isOfEphemeral && !s.options.Ephemeral {
		do = nil
	}
	switch {
	case token != Token:
		return nil, Refusal(http.StatusUnauthorized, "Unauthorized")
	case c.Method == "getUpdates":
		return s.getUpdates(ctx, c)
	case do == nil:
		return nil, Refusal(http.StatusNotFound, "Not Found")
	}
	m := c.message()
	s.mu.Lock()
	defer s.mu.Unlock()
	return do(s, c, m)
}

// message returns the Message that the fields of a call describe. It leaves empty what is not there or
// cannot be read.
func (c *Call) message() Message {
	var reply struct {
		ID int64 `json:"message_id"`
	}
	var keyboard struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	_ = json.Unmarshal([]byte(c.Get("reply_parameters")), &reply)
	_ = json.Unmarshal([]byte(c.Get("reply_markup")), &keyboard)
	return Message{
		At:      time.Now(),
		Method:  c.Method,
		Chat:    c.number("chat_id"),
		ID:      c.number("message_id"),
		ReplyTo: reply.ID,
		Text:    c.Get("text") + c.Get("caption"),
		File:    c.Get("file_name"),
		Buttons: keyboard.Rows,
	}
}

// send sends a message or changes one. It also changes a message that the server does not know: it may
// have been sent before the server began.
func (s *Server) send(c *Call, m Message) (any, *Fault) {
	if inline := c.Get("inline_message_id"); inline != "" {
		// The message is in a chat where the bot is no member.
		m.Query = inline
		return s.show(m), nil
	}
	edit := m.ID != 0
	isEphemeral := s.options.Ephemeral && c.Get("ephemeral_message_parameters") != ""
	if s.options.Limits {
		if wait := s.limits.take(m.Chat, edit, m.At); wait > 0 {
			return nil, TooMany(wait)
		}
	}
	if isEphemeral {
		return s.sendEphemeral(c, m)
	}
	if !edit {
		s.messages++
		m.ID = int64(s.messages)
	}
	old, found := s.shown[key{m.Chat, m.ID}]
	if found && old.Text == m.Text && slices.EqualFunc(old.Buttons, m.Buttons, slices.Equal) {
		return nil, Refusal(http.StatusBadRequest, "Bad Request: message is not modified")
	}
	s.shown[key{m.Chat, m.ID}] = m
	s.show(m)
	return object{"message_id": m.ID}, nil
}

// deleteMessage deletes a message. In a group where the bot is no administrator it refuses to delete the
// messages of others.
func (s *Server) deleteMessage(_ *Call, m Message) (any, *Fault) {
	_, own := s.shown[key{m.Chat, m.ID}]
	if !own && m.Chat < 0 && s.roles[key{m.Chat, BotID}] != "administrator" {
		return nil, Refusal(http.StatusBadRequest, "Bad Request: message can't be deleted")
	}
	delete(s.shown, key{m.Chat, m.ID})
	return s.show(m), nil
}

// pin pins or unpins a message. In a group the bot must be an administrator.
func (s *Server) pin(_ *Call, m Message) (any, *Fault) {
	if m.Chat < 0 && s.roles[key{m.Chat, BotID}] != "administrator" {
		return nil, Refusal(http.StatusBadRequest, "Bad Request: not enough rights to manage pinned messages in the chat")
	}
	if _, found := s.shown[key{m.Chat, m.ID}]; !found {
		return nil, Refusal(http.StatusBadRequest, "Bad Request: message to pin not found")
	}
	return s.show(m), nil
}

// profile sets a description in a language, or returns it. If the language has none, it returns the
// description of the default language.
func (s *Server) profile(c *Call, _ Message) (any, *Fault) {
	name, sets := strings.CutPrefix(strings.TrimPrefix(c.Method, "get"), "set")
	field := "description"
	if name == "MyShortDescription" {
		field = "short_description"
	}
	language := c.Get("language_code")
	if sets {
		s.descriptions[name+language] = c.Get(field)
		return true, nil
	}
	return object{field: cmp.Or(s.descriptions[name+language], s.descriptions[name])}, nil
}

func (s *Server) react(c *Call, m Message) (any, *Fault) {
	var emoji []struct {
		Emoji string `json:"emoji"`
	}
	if err := json.Unmarshal([]byte(c.Get("reaction")), &emoji); err != nil || len(emoji) > 1 {
		return nil, Refusal(http.StatusBadRequest, "Bad Request: REACTION_INVALID")
	}
	for _, e := range emoji {
		m.Text = e.Emoji
	}
	return s.show(m), nil
}
