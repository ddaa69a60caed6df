package telegramtest

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf16"
)

// A Person writes to the bot.
type Person struct {
	ID       int64
	Name     string
	Username string
	// Language is a tag, such as "zh-hans".
	Language string
}

func (p Person) json() object {
	return object{"id": p.ID, "first_name": p.Name, "username": p.Username, "language_code": p.Language}
}

// bot is the bot as the sender of a message.
var bot = object{"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot}

// An Act is what somebody wrote or pressed, by the numbers that Telegram gives it. Ephemeral is set instead of Message
// if only the bot sees what they wrote.
type Act struct{ Update, Message, Ephemeral int64 }

// messageJSON is a message in a chat: the private one of a person, or a supergroup if the
// number is negative.
func messageJSON(id, chat int64, from object, who Person) object {
	place := object{"id": chat, "type": "private", "first_name": who.Name}
	if chat < 0 {
		place = object{"id": chat, "type": "supergroup", "title": fmt.Sprint("Group ", -chat)}
	}
	return object{"message_id": id, "date": time.Now().Unix(), "chat": place, "from": from}
}

// Text makes somebody write in a chat: in their private chat, whose number is their own, or in a group,
// whose number is negative.
func (s *Server) Text(chat int64, who Person, text string) Act { return s.Reply(chat, who, 0, text) }

// Reply makes somebody write in reply to a message of the bot's, or to none if the argument to is 0. It
// marks a command at the beginning of the text and a user name at its end.
func (s *Server) Reply(chat int64, who Person, to int64, text string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	var act Act
	word, _, _ := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	if chat < 0 && strings.HasPrefix(text, "/") && s.isEphemeral(word) {
		s.ephemerals++
		act.Ephemeral = s.ephemerals
		s.commanded[act.Ephemeral] = occasion{chat, who.ID, time.Now()}
	} else {
		s.messages++
		act.Message = int64(s.messages)
	}
	m := messageJSON(act.Message, chat, who.json(), who)
	if act.Ephemeral != 0 {
		m["ephemeral_message_id"] = act.Ephemeral
	}
	m["text"] = text
	if strings.HasPrefix(text, "/") {
		m["entities"] = commandMarks(text)
	}
	if to != 0 {
		m["reply_to_message"] = messageJSON(to, chat, bot, who)
	}
	act.Update = s.queue(chat, "message", m)
	return act
}

// commandMarks returns the marks of a command, and of the person that it names.
func commandMarks(text string) []object {
	word, _, _ := strings.Cut(text, " ")
	marks := []object{{"type": "bot_command", "offset": 0, "length": units(word)}}
	if before, name, ok := strings.Cut(text, " @"); ok {
		marks = append(marks, object{"type": "mention", "offset": units(before) + 1, "length": units(name) + 1})
	}
	return marks
}

// units returns how long a text is in UTF-16.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// Press makes somebody press the button with some data under a message of the bot's. The Query of the
// answer is the number of the update.
func (s *Server) Press(chat int64, who Person, message int64, data string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Act{Update: s.press(chat, who, messageJSON(message, chat, bot, who), data), Message: message}
}

// PressEphemeral makes somebody press the button with some data under an ephemeral message of the bot's.
func (s *Server) PressEphemeral(chat int64, who Person, message int64, data string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := messageJSON(0, chat, bot, who)
	m["ephemeral_message_id"] = message
	return Act{Update: s.press(chat, who, m, data), Ephemeral: message}
}

// press queues the update of a press, and returns its number.
func (s *Server) press(chat int64, who Person, message object, data string) int64 {
	query := fmt.Sprint(s.updates.last + 1)
	s.pressed[query] = occasion{chat, who.ID, time.Now()}
	return s.queue(chat, "callback_query", object{
		"id":            query,
		"from":          who.json(),
		"chat_instance": "1",
		"data":          data,
		"message":       message,
	})
}

// queue queues an update about a chat and returns its number.
func (s *Server) queue(chat int64, kind string, data object) int64 {
	u := &s.updates
	u.last++
	raw := toJSON(object{"update_id": u.last, kind: data})
	u.queue = append(u.queue, queuedUpdate{u.last, chat, []byte(raw)})
	s.announce(chat)
	return u.last
}

// SetRole sets what a person, or the bot by its BotID, is in a chat: "administrator",
// "restricted" … At first all are members.
func (s *Server) SetRole(chat, person int64, role string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roles[key{chat, person}] = role
}
