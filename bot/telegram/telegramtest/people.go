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

// An Act is what somebody did, by the numbers that Telegram gives it.
type Act struct {
	Update  int64
	Message int64  // what they wrote
	Query   string // the press or inline query
}

func (p Person) json() object {
	return object{"id": p.ID, "first_name": p.Name, "username": p.Username, "language_code": p.Language}
}

var botJSON = object{"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot}

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
	m := messageJSON(int64(s.messages), chat, who.json(), who)
	m["text"] = text
	if word, _, _ := strings.Cut(text, " "); strings.HasPrefix(text, "/") {
		m["entities"] = []object{{"type": "bot_command", "offset": 0, "length": len(utf16.Encode([]rune(word)))}}
	}
	if to != 0 {
		m["reply_to_message"] = messageJSON(to, chat, botJSON, who)
	}
	return Act{Update: s.push(chat, object{"message": m}), Message: int64(s.messages)}
}

// Press lets somebody press a button of a message.
func (s *Server) Press(chat int64, who Person, message int64, data string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := fmt.Sprint("q", s.updates.last+1)
	s.presses[query] = press{chat, time.Now()}
	return Act{Query: query, Update: s.push(chat, object{"callback_query": object{
		"id": query, "from": who.json(), "chat_instance": "1", "data": data, "message": messageJSON(message, chat, botJSON, who),
	}})}
}

// Type lets somebody type behind the bot's name, in any chat.
func (s *Server) Type(who Person, text string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := fmt.Sprint("q", s.updates.last+1)
	return Act{Query: query, Update: s.push(0, object{"inline_query": object{"id": query, "from": who.json(), "query": text, "offset": ""}})}
}

// Join lets somebody add the bot to a group.
func (s *Server) Join(chat int64, who Person) Act { return s.member(chat, who, "left", "member") }

// Leave lets somebody remove the bot from a group, or block it.
func (s *Server) Leave(chat int64, who Person) Act { return s.member(chat, who, "member", "left") }

func (s *Server) member(chat int64, who Person, was, is string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := messageJSON(0, chat, who.json(), who)
	m["old_chat_member"], m["new_chat_member"] = object{"status": was, "user": botJSON}, object{"status": is, "user": botJSON}
	return Act{Update: s.push(chat, object{"my_chat_member": m})}
}

// SetRole sets what a person, or the bot by its BotID, is in a chat: "administrator",
// "restricted" … At first all are members.
func (s *Server) SetRole(chat, person int64, role string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roles[key{chat, person}] = role
}
