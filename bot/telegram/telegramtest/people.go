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
	Update  int64  // the number of the update
	Message int    // what they wrote
	Query   string // the press or inline query
}

// object is a JSON object.
type object = map[string]any

// press is where a button was pressed, and when.
type press struct {
	chat int64
	at   time.Time
}

func (p Person) json() object {
	return object{"id": p.ID, "first_name": p.Name, "username": p.Username, "language_code": p.Language}
}

// chatJSON describes a chat: the private one of a person, or a supergroup if the number
// is negative.
func chatJSON(id int64, p Person) object {
	if id > 0 {
		return object{"id": id, "type": "private", "first_name": p.Name}
	}
	return object{"id": id, "type": "supergroup", "title": fmt.Sprint("Group ", -id)}
}

// Text lets somebody write in a chat: their private one, whose number is their own, or
// a group, whose number is negative.
func (s *Server) Text(chat int64, who Person, text string) Act {
	return s.Reply(chat, who, 0, text)
}

// Reply lets somebody write in reply to a message of the bot's, or to nothing if it is
// 0.
func (s *Server) Reply(chat int64, who Person, to int, text string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages++
	m := object{
		"message_id": s.messages, "date": time.Now().Unix(), "from": who.json(), "chat": chatJSON(chat, who), "text": text,
	}
	if word, _, _ := strings.Cut(text, " "); strings.HasPrefix(text, "/") {
		m["entities"] = []object{{"type": "bot_command", "offset": 0, "length": len(utf16.Encode([]rune(word)))}}
	}
	if to != 0 {
		m["reply_to_message"] = botMessage(chat, to, who)
	}
	return Act{Update: s.push(chat, object{"message": m}), Message: s.messages}
}

// botMessage is a message of the bot's as updates refer to it.
func botMessage(chat int64, id int, who Person) object {
	return object{
		"message_id": id, "date": time.Now().Unix(), "chat": chatJSON(chat, who),
		"from": object{"id": BotID, "is_bot": true, "first_name": "Reckon", "username": Bot},
	}
}

// Press lets somebody press a button of a message.
func (s *Server) Press(chat int64, who Person, message int, data string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := s.newQuery()
	s.presses[query] = press{chat, time.Now()}
	return Act{Query: query, Update: s.push(chat, object{"callback_query": object{
		"id": query, "from": who.json(), "chat_instance": "1", "data": data, "message": botMessage(chat, message, who),
	}})}
}

// Type lets somebody type behind the bot's name, anywhere.
func (s *Server) Type(who Person, text string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := s.newQuery()
	return Act{Query: query, Update: s.push(0, object{"inline_query": object{
		"id": query, "from": who.json(), "query": text, "offset": "",
	}})}
}

func (s *Server) newQuery() string { return fmt.Sprint("q", s.updates.last+1) }

// Join lets somebody add the bot to a group, Leave remove it.
func (s *Server) Join(chat int64, who Person) Act { return s.member(chat, who, "left", "member") }

// Leave lets somebody remove the bot from a group, or block it.
func (s *Server) Leave(chat int64, who Person) Act { return s.member(chat, who, "member", "left") }

func (s *Server) member(chat int64, who Person, was, is string) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	bot := object{"id": BotID, "is_bot": true, "first_name": "Reckon"}
	return Act{Update: s.push(chat, object{"my_chat_member": object{
		"chat": chatJSON(chat, who), "from": who.json(), "date": time.Now().Unix(),
		"old_chat_member": object{"status": was, "user": bot}, "new_chat_member": object{"status": is, "user": bot},
	}})}
}
