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
	Language string // such as "zh-hans"
}

// An Act is what somebody wrote, by the numbers that Telegram gives it.
type Act struct{ Update, Message int64 }

// messageJSON is a message in a chat: the private one of a person, or a supergroup if the
// number is negative.
func messageJSON(id, chat int64, from object, who Person) object {
	place := object{"id": chat, "type": "private", "first_name": who.Name}
	if chat < 0 {
		place = object{"id": chat, "type": "supergroup", "title": fmt.Sprint("Group ", -chat)}
	}
	return object{"message_id": id, "date": time.Now().Unix(), "chat": place, "from": from}
}

// Text lets somebody write in a chat: their private one, whose number is their own, or a
// group, whose number is negative.
func (s *Server) Text(chat int64, who Person, text string) Act { return s.Reply(chat, who, 0, text) }

// Reply lets somebody write in reply to a message of the bot's, or to none if it is 0.
func (s *Server) Reply(chat int64, who Person, to int64, text string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages++
	m := messageJSON(int64(s.messages), chat, object{"id": who.ID, "first_name": who.Name, "username": who.Username, "language_code": who.Language}, who)
	m["text"] = text
	if word, _, _ := strings.Cut(text, " "); strings.HasPrefix(text, "/") {
		m["entities"] = []object{{"type": "bot_command", "offset": 0, "length": len(utf16.Encode([]rune(word)))}}
	}
	if to != 0 {
		m["reply_to_message"] = messageJSON(to, chat, object{"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot}, who)
	}
	u := &s.updates
	u.last++
	u.queue = append(u.queue, queued{u.last, chat, []byte(toJSON(object{"update_id": u.last, "message": m}))})
	s.announce(chat)
	return Act{Update: u.last, Message: int64(s.messages)}
}

// SetRole sets what a person, or the bot by its BotID, is in a chat: "administrator",
// "restricted" … At first all are members.
func (s *Server) SetRole(chat, person int64, role string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roles[key{chat, person}] = role
}
