package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// A Place is a channel of a guild or, if Guild is empty, the channel of a direct message.
type Place struct{ Guild, Channel string }

// A Person uses the bot.
type Person struct{ ID, Name string }

// An Act is what somebody did, by the numbers that Discord gives it.
type Act struct {
	// ID is the ID of the interaction or of the message.
	ID string
}

// Kinds of interactions.
const (
	command      = 2
	press        = 3
	autocomplete = 4
)

// Contexts of interactions.
const (
	inGuild         = 0
	inDirectMessage = 1
)

// Types of options.
const (
	textOption    = 3
	integerOption = 4
	userOption    = 6
)

func (p Person) json() object { return object{"id": p.ID, "username": p.Name} }

// Option is an option of a command.
type Option struct {
	Name string
	// Value is a text, an integer, or a Person.
	Value any
}

// Command makes a person run a slash command.
func (s *Server) Command(at Place, who Person, name string, options ...Option) (Act, error) {
	return s.interact(at, who, command, "", commandData(name, "", options))
}

// Type makes a person type an option of a command: the bot is asked for choices.
func (s *Server) Type(at Place, who Person, name, option, text string) (Act, error) {
	return s.interact(at, who, autocomplete, "", commandData(name, option, []Option{{option, text}}))
}

func commandData(name, focused string, options []Option) object {
	given := []object{}
	users := object{}
	for _, o := range options {
		option := object{"name": o.Name, "type": textOption, "value": o.Value, "focused": o.Name == focused}
		switch v := o.Value.(type) {
		case int:
			option["type"] = integerOption
		case Person:
			option["type"] = userOption
			option["value"] = v.ID
			users[v.ID] = v.json()
		}
		given = append(given, option)
	}
	return object{
		"id":       "1",
		"type":     1,
		"name":     name,
		"options":  given,
		"resolved": object{"users": users},
	}
}

// Press makes a person press the button with a custom_id in a message of the bot's.
func (s *Server) Press(at Place, who Person, message, id string) (Act, error) {
	return s.interact(at, who, press, message, object{"custom_id": id, "component_type": 2})
}

// mayWrite is the permissions of a channel in which the bot may write, also in threads.
const mayWrite = "274877959168"

// interact makes an interaction. If there is an end point, it posts the interaction, and the error says
// how the end point refused it. Otherwise it sends the interaction by the gateway.
func (s *Server) interact(at Place, who Person, kind int, pressed string, data object) (Act, error) {
	s.mu.Lock()
	a := Act{ID: s.newID()}
	flags := 0
	if m := s.messages[pressed]; m != nil && m.Ephemeral {
		flags = flagEphemeral
	}
	endpoint := s.world.Endpoint
	permissions := cmp.Or(s.world.Allowed[at.Channel], mayWrite)
	s.mu.Unlock()
	i := object{
		"id":              a.ID,
		"application_id":  AppID,
		"token":           Secret + a.ID,
		"type":            kind,
		"channel_id":      at.Channel,
		"channel":         object{"id": at.Channel, "type": 0},
		"locale":          "en-US",
		"app_permissions": permissions,
		"data":            data,
	}
	if at.Guild == "" {
		i["context"] = inDirectMessage
		i["user"] = who.json()
	} else {
		i["context"] = inGuild
		i["guild_id"] = at.Guild
		i["guild_locale"] = "en-US"
		i["member"] = object{"user": who.json(), "permissions": "3072"}
	}
	if pressed != "" {
		i["message"] = object{"id": pressed, "flags": flags}
	}
	raw, err := json.Marshal(i)
	if err != nil {
		return a, err
	}
	if err := s.Know(string(raw)); err != nil {
		return a, err
	}
	if endpoint == "" {
		s.Event(at.Guild, "INTERACTION_CREATE", string(raw))
		return a, nil
	}
	got, err := s.postTo(endpoint, raw, s.Sign(raw, time.Now()))
	if err != nil {
		return a, err
	}
	if got.status != http.StatusAccepted && got.status != http.StatusOK {
		return a, fmt.Errorf("%d %s", got.status, got.body)
	}
	return a, nil
}

// Authorize adds the bot to a guild. It posts that as an event, and returns the status of the answer.
func (s *Server) Authorize(guild string) (status int, err error) {
	var to string
	s.Change(func(w *World) { to = w.Events })
	event, err := json.Marshal(object{
		"version":        1,
		"application_id": AppID,
		"type":           1,
		"event": object{
			"type":      "APPLICATION_AUTHORIZED",
			"timestamp": time.Now().Format(time.RFC3339),
			"data": object{
				"integration_type": 0,
				"scopes":           []string{"bot", "applications.commands"},
				"user":             object{"id": "9"},
				"guild":            object{"id": guild},
			},
		},
	})
	if err != nil {
		return 0, err
	}
	got, err := s.postTo(to, event, s.Sign(event, time.Now()))
	return got.status, err
}

// Know makes the server know an interaction that a test has written itself, in JSON. The time of the
// interaction is in its ID.
func (s *Server) Know(raw string) error {
	var i struct {
		ID      string              `json:"id"`
		Token   string              `json:"token"`
		Channel string              `json:"channel_id"`
		Message struct{ ID string } `json:"message"`
	}
	if err := json.Unmarshal([]byte(raw), &i); err != nil {
		return err
	}
	number, err := strconv.ParseInt(i.ID, 10, 64)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interactions[i.Token] != nil {
		return nil
	}
	pressed := i.Message.ID
	s.interactions[i.Token] = &interaction{
		id:      i.ID,
		channel: i.Channel,
		pressed: pressed,
		at:      time.UnixMilli(number>>22 + epoch),
	}
	if pressed != "" && s.messages[pressed] == nil {
		s.messages[pressed] = &Message{ID: pressed, Channel: i.Channel}
	}
	return nil
}

// Write makes a person write a message to the bot; in a guild the message mentions the bot. to is the
// bot's message to which it is a reply; empty: none.
func (s *Server) Write(at Place, who Person, to, text string) Act {
	s.mu.Lock()
	a := Act{ID: s.newID()}
	s.mu.Unlock()
	m := personMessage(at, who, a, text)
	if to != "" {
		m["referenced_message"] = object{"id": to, "author": object{"id": AppID}}
	}
	s.messageEvent(at, "MESSAGE_CREATE", m)
	return a
}

// Edit makes a person change a message that they wrote to the bot. If when is zero, nobody has changed
// the message, and Discord has only looked at a link in it.
func (s *Server) Edit(at Place, who Person, a Act, text string, when time.Time) {
	m := personMessage(at, who, a, text)
	if !when.IsZero() {
		m["edited_timestamp"] = when.Format(time.RFC3339Nano)
	}
	s.messageEvent(at, "MESSAGE_UPDATE", m)
}

// personMessage returns a message that a person wrote to the bot.
func personMessage(at Place, who Person, a Act, text string) object {
	m := object{
		"id":         a.ID,
		"type":       0,
		"channel_id": at.Channel,
		"content":    text,
		"author":     who.json(),
	}
	if at.Guild != "" {
		maps.Copy(m, object{
			"guild_id": at.Guild,
			"member":   object{"roles": []string{}},
			"content":  "<@" + AppID + "> " + text,
			"mentions": []object{{"id": AppID}},
		})
	}
	return m
}

func (s *Server) messageEvent(at Place, kind string, m object) {
	// Texts can always be encoded.
	raw, _ := json.Marshal(m)
	s.Event(at.Guild, kind, string(raw))
}
