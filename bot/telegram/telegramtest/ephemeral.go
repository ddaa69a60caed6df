package telegramtest

import (
	"encoding/json"
	"net/http"
	"time"
)

// This file has ephemeral messages (Bot API 10.2): only one person and the bot see them.

// ephemeralFor is how long the bot may answer a press or an ephemeral command with an ephemeral message, if it is no
// administrator.
const ephemeralFor = 15 * time.Second

// ephemeralFields are the fields of a call about an ephemeral message.
type ephemeralFields struct {
	Reader int64  `json:"receiver_user_id"`
	Press  string `json:"callback_query_id"`
}

// sendEphemeral sends a message that only one person sees.
func (s *Server) sendEphemeral(c *Call, m Message) (any, *Fault) {
	var to ephemeralFields
	var answers struct {
		ID int64 `json:"ephemeral_message_id"`
	}
	// A field that cannot be read is empty.
	_ = json.Unmarshal([]byte(c.Get("ephemeral_message_parameters")), &to)
	_ = json.Unmarshal([]byte(c.Get("reply_parameters")), &answers)
	isAdministrator := s.roles[key{m.Chat, BotID}] == "administrator"
	if !isAdministrator {
		asked, found := s.pressed[to.Press]
		if !found {
			asked, found = s.commanded[answers.ID]
		}
		if !found || asked.chat != m.Chat || asked.person != to.Reader {
			return nil, Refusal(http.StatusBadRequest, "Bad Request: EPHEMERAL_MESSAGE_NOT_ALLOWED")
		}
		if m.At.Sub(asked.at) > ephemeralFor {
			return nil, Refusal(http.StatusBadRequest, "Bad Request: EPHEMERAL_MESSAGE_EXPIRED")
		}
	}
	s.ephemerals++
	m.Ephemeral = s.ephemerals
	m.Reader = to.Reader
	s.ephemeral[m.Ephemeral] = m
	s.show(m)
	return object{"message_id": 0, "ephemeral_message_id": m.Ephemeral}, nil
}

// ephemeralOf returns the ephemeral message that a call is about.
func (s *Server) ephemeralOf(c *Call) (Message, *Fault) {
	m, found := s.ephemeral[c.number("ephemeral_message_id")]
	if !found || m.Chat != c.number("chat_id") || m.Reader != c.number("receiver_user_id") {
		return Message{}, Refusal(http.StatusBadRequest, "Bad Request: message not found")
	}
	return m, nil
}

func (s *Server) editEphemeral(c *Call, m Message) (any, *Fault) {
	old, fault := s.ephemeralOf(c)
	if fault != nil {
		return nil, fault
	}
	m.Ephemeral = old.Ephemeral
	m.Reader = old.Reader
	s.ephemeral[m.Ephemeral] = m
	return s.show(m), nil
}

func (s *Server) deleteEphemeral(c *Call, m Message) (any, *Fault) {
	old, fault := s.ephemeralOf(c)
	if fault != nil {
		return nil, fault
	}
	delete(s.ephemeral, old.Ephemeral)
	m.Ephemeral = old.Ephemeral
	return s.show(m), nil
}

// isEphemeral reports whether only the bot sees that somebody in a group gives a command: the menu says so.
func (s *Server) isEphemeral(name string) bool {
	if !s.options.Ephemeral {
		return false
	}
	for _, list := range s.commands {
		var menu []struct {
			Command     string `json:"command"`
			IsEphemeral bool   `json:"is_ephemeral"`
		}
		_ = json.Unmarshal([]byte(list), &menu)
		for _, c := range menu {
			if c.Command == name && c.IsEphemeral {
				return true
			}
		}
	}
	return false
}
