package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// privacyMenu is a menu with a command whose reply nobody else may see.
var privacyMenu = []chat.MenuCommand{{Name: "24"}, {Name: "answer", Plain: true}, {Name: "privacy", Secret: true}}

// shown returns what people see, a line for each message.
func shown(s *telegramtest.Server) (all []string) {
	for _, m := range s.Sent() {
		if text := strings.TrimSpace(m.String()); text != "" {
			all = append(all, strings.ReplaceAll(text, "\n", " "))
		}
	}
	return all
}

// What is for a person alone is shown to them in the group, if the server knows ephemeral messages and the person has
// just given a command of the menu or pressed a button. Otherwise all read where to ask for it, as on an older server.
func TestEphemeral(t *testing.T) {
	secret := func(text string) chat.Reply {
		r := say(text)
		r.Audience = chat.Secret
		return r
	}
	asked := say("Two are open.")
	asked.Audience = chat.Asker
	asked.Buttons = [][]chat.Button{{{Label: "Keep them", Data: "keep"}}}
	edited := asked
	edited.Edit = true
	file := secret("here it is")
	file.File = &chat.File{Name: "data.json", Data: []byte("{}")}
	long := secret(strings.Repeat("a secret of many words ", 10))
	type step func(s *telegramtest.Server)
	types := func(text string) step { return func(s *telegramtest.Server) { s.Text(-5, ann, text) } }
	presses := func(s *telegramtest.Server) { s.Press(-5, ann, 400, "n") }
	for _, tt := range []struct {
		name      string
		ephemeral bool
		does      step
		reply     chat.Reply
		fault     string
		want      string
	}{
		{"a command of the menu", true, types("/privacy"), secret("what I store"), "", "(seen by 7 alone) what I store"},
		{"an older server", false, types("/privacy"), secret("what I store"), "", "elsewhere [Ask me there →]"},
		{"a command that others see", true, types("/solve"), secret("8/3"), "", "elsewhere [Ask me there →]"},
		{"refused", true, types("/privacy"), secret("what I store"), "Bad Request: EPHEMERAL_MESSAGE_EXPIRED", "elsewhere [Ask me there →]"},
		{"a press with a long reply", true, presses, long, "", "(seen by 7 alone) " + strings.TrimSpace(long.Text[0][0].Text)},
		{"a press with a long reply, older server", false, presses, long, "", "elsewhere [Ask me there →]"},
		{"a press with a short reply", true, presses, secret("8/3"), "", "(alert) 8/3"},
		{"a press with buttons", true, presses, asked, "", "(seen by 7 alone) Two are open. [Keep them]"},
		{"a press with buttons, older server", false, presses, asked, "", "Two are open. [Keep them]"},
		{"a press that replaces what all read", true, presses, edited, "", "(edits) Two are open. [Keep them]"},
		{"a press for a file", true, presses, file, "", "(seen by 7 alone) (file data.json) here it is"},
		{"a press for a file, older server", false, presses, file, "", "elsewhere [Ask me there →]"},
		{"a reply for all", true, types("/privacy"), say("for all"), "", "for all"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := telegramtest.New(telegramtest.Options{Ephemeral: tt.ephemeral})
				if tt.fault != "" {
					s.FailNext("sendMessage", 1, telegramtest.Refusal(400, tt.fault))
				}
				h := &handler{menu: privacyMenu, answer: func(_ context.Context, r chat.Request) chat.Reply {
					reply := tt.reply
					if !r.Ephemeral && reply.Audience != chat.Everyone && r.Input.Name == "privacy" {
						// The bot itself leads elsewhere if others read along.
						reply = broker{}.Elsewhere("")
					}
					return reply
				}}
				b := start(t, s, h)
				after(time.Second)
				tt.does(s)
				after(time.Second)
				if got := shown(s); !slices.Equal(got, []string{tt.want}) {
					t.Errorf("people see %q, want %q", got, tt.want)
				}
				b.end()
			})
		})
	}
}

// lastEphemeral returns the last message that one person alone sees.
func lastEphemeral(s *telegramtest.Server) (last telegramtest.Message) {
	for _, m := range s.Sent() {
		if m.Reader != 0 {
			last = m
		}
	}
	return last
}

// A press under an ephemeral message changes that message. If it is gone, the person gets a new one. Nobody else
// sees either.
func TestEphemeralIsEdited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Ephemeral: true})
		var requests []chat.Request
		h := &handler{menu: privacyMenu, answer: func(_ context.Context, r chat.Request) chat.Reply {
			requests = append(requests, r)
			reply := say("page " + r.Input.Data)
			if r.Input.Data != "4" {
				reply.Audience = chat.Secret
			}
			reply.Edit = true
			reply.Buttons = [][]chat.Button{{{Label: "Next", Data: "2"}}}
			reply.Text = append(reply.Text, chat.Line{{Text: strings.Repeat("more ", 50)}})
			return reply
		}}
		b := start(t, s, h)
		after(time.Second)
		s.Text(-5, ann, "/privacy")
		after(time.Second)
		first := lastEphemeral(s)
		s.PressEphemeral(-5, ann, first.Ephemeral, "2")
		after(time.Second)
		second := lastEphemeral(s)
		s.PressEphemeral(-5, ann, 99, "3")
		after(time.Second)
		third := lastEphemeral(s)
		s.PressEphemeral(-5, ann, third.Ephemeral, "4")
		after(time.Second)
		fourth := lastEphemeral(s)
		if second.Method != "editEphemeralMessageText" || second.Ephemeral != first.Ephemeral || !strings.HasPrefix(second.Text, "page 2") {
			t.Errorf("the message is changed to %+v", second)
		}
		if third.Method != "sendMessage" || third.Reader != ann.ID || !strings.HasPrefix(third.Text, "page 3") {
			t.Errorf("instead of a message that is gone, there is %+v", third)
		}
		if fourth.Method != "editEphemeralMessageText" || !strings.HasPrefix(fourth.Text, "page 4") {
			t.Errorf("what everybody may read is %+v", fourth)
		}
		if !requests[0].Ephemeral || !requests[1].Input.Alone || requests[1].Input.Source.ID != "ephemeral:7:2" {
			t.Errorf("the bot was asked %+v", requests)
		}
		b.end()
	})
}

// An ephemeral message has no ID by which it could be changed later.
func TestEphemeralHasNoMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Ephemeral: true})
		reply := say("what I store")
		reply.Audience = chat.Secret
		h := &handler{menu: privacyMenu, answer: always(reply)}
		b := start(t, s, h)
		after(time.Second)
		act := s.Text(-5, ann, "/privacy")
		after(time.Second)
		e, _ := h.ended(act.Update)
		if e.err != nil || !e.message.IsZero() || e.tries != 1 {
			t.Errorf("after %d tries: %v, as %v", e.tries, e.err, e.message)
		}
		b.end()
	})
}

// The server asks for a pause before it takes an ephemeral message. Then it is sent again, and still to the person alone.
func TestEphemeralWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Ephemeral: true})
		s.FailNext("sendMessage", 1, telegramtest.TooMany(2))
		reply := say("what I store")
		reply.Audience = chat.Secret
		h := &handler{menu: privacyMenu, answer: always(reply)}
		b := start(t, s, h)
		after(time.Second)
		act := s.Text(-5, ann, "/privacy")
		after(10 * time.Second)
		if got := shown(s); !slices.Equal(got, []string{"(seen by 7 alone) what I store"}) {
			t.Errorf("people see %q", got)
		}
		if e, _ := h.ended(act.Update); e.err != nil || e.tries != 2 {
			t.Errorf("after %d tries: %v", e.tries, e.err)
		}
		b.end()
	})
}

// Only commands whose reply nobody else may see are ephemeral. A command for which people can simply write is not listed.
func TestMenuOfEphemeralCommands(t *testing.T) {
	list, err := json.Marshal(commands(privacyMenu, "en"))
	const want = `[{"command":"24","description":"24"},{"command":"privacy","description":"privacy","is_ephemeral":true}]`
	if err != nil || string(list) != want {
		t.Errorf("the menu is %s, %v", list, err)
	}
}

// If nobody can tell what the server knows, it counts as an older one.
func TestEphemeralIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Ephemeral: true})
		s.Fail(func(c telegramtest.Call) *telegramtest.Fault {
			if c.Method == "deleteEphemeralMessage" {
				return telegramtest.Refusal(403, "Forbidden")
			}
			return nil
		})
		reply := say(strings.Repeat("a secret of many words ", 10))
		reply.Audience = chat.Secret
		h := &handler{menu: privacyMenu, answer: always(reply)}
		b := start(t, s, h)
		after(time.Second)
		act := s.Press(-5, ann, 400, "n")
		after(time.Second)
		if e, _ := h.ended(act.Update); !errors.Is(e.err, chat.ErrElsewhere) {
			t.Errorf("the delivery ended with %v", e.err)
		}
		b.end()
	})
}
