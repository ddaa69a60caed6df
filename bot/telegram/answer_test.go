package telegram

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
)

const long = "a hint that goes on "

func TestPressIsAlwaysAnswered(t *testing.T) {
	secret := func(s string) chat.Reply { r := say(s); r.Audience = chat.Secret; return r }
	asker := func(s string) chat.Reply { r := say(s); r.Audience = chat.Asker; return r }
	buttons := asker("hi")
	buttons.Buttons = [][]chat.Button{{{Label: "Next", Data: "n"}}}
	slow := func(context.Context, chat.Request) chat.Reply { time.Sleep(12 * time.Second); return secret("slow") }
	tests := []struct {
		name   string
		chat   int64
		answer func(context.Context, chat.Request) chat.Reply
		alert  string // text of the callback answer
		posted string // text of the message, empty if none
		within time.Duration
	}{
		{"silent", -5, always(chat.Reply{Silent: true}), "", "", 0},
		{"posted", -5, always(say("hi")), "", "hi", 0},
		{"ask", -5, always(chat.Reply{Ask: &chat.Ask{Hint: "reply to it"}}), "reply to it", "", 0},
		{"ask in private", 5, always(chat.Reply{Ask: &chat.Ask{Hint: "just type"}}), "just type", "", 0},
		{"secret", -5, always(secret("start with 8")), "start with 8", "", 0},
		{"secret in private", 5, always(secret("start with 8")), "", "start with 8", 0},
		{"long secret", -5, always(secret(strings.Repeat(long, 11))), "", "elsewhere", 0},
		{"asker", -5, always(asker("not yours")), "not yours", "", 0},
		{"asker with buttons", -5, always(buttons), "", "hi", 0},
		{"panic", -5, func(context.Context, chat.Request) chat.Reply { panic("boom") }, "", "broken", 0},
		{"slow secret", -5, slow, "", "elsewhere", queryGrace},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				b := start(t, s, &handler{answer: tt.answer})
				after(time.Second)
				begun := time.Now()
				s.push(10, pressed(tt.chat, "q1", "hint"))
				after(20 * time.Second)
				acks := s.made("answerCallbackQuery")
				if len(acks) != 1 {
					t.Fatalf("%d callback answers, want 1", len(acks))
				}
				if got := acks[0].p.Get("text"); got != tt.alert || (got != "") != (acks[0].p.Get("show_alert") == "true") {
					t.Errorf("answered %v, want the alert %q", acks[0].p, tt.alert)
				}
				if d := acks[0].at.Sub(begun); d > tt.within {
					t.Errorf("answered after %v", d)
				}
				var posted string
				for _, c := range s.made("sendMessage") {
					posted += c.p.Get("text")
				}
				if posted != tt.posted {
					t.Errorf("posted %q, want %q", posted, tt.posted)
				}
				b.end()
			})
		})
	}
}

// A secret reply is never posted where others read, however it was asked for.
// Whoever cannot be shown it is told where to ask.
func TestSecretsStayPrivate(t *testing.T) {
	secret := func(text string) chat.Reply {
		r := say(text)
		r.Audience, r.Edit, r.Remove = chat.Secret, true, true
		r.Buttons = [][]chat.Button{{{Label: "Next", Data: "n"}}}
		return r
	}
	tests := []struct {
		name   string
		update string
		reply  chat.Reply
		fault  string // the answer to the press is refused so
		told   string // alert or message
	}{
		{"press", pressed(-5, "q1", "hint"), secret("8/3"), "", "8/3"},
		{"press too old", pressed(-5, "q1", "hint"), secret("8/3"), "Bad Request: query is too old", "elsewhere"},
		{"too long", pressed(-5, "q1", "hint"), secret("8/3" + strings.Repeat(" ", 200)), "", "elsewhere"},
		{"typed", typed(-5, 3, "/hint"), secret("8/3"), "", "elsewhere"},
		{"heard", typed(-5, 3, "hint"), secret("8/3"), "", "elsewhere"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				if tt.fault != "" {
					s.fail("answerCallbackQuery", 1, 400, refused(400, tt.fault, ""))
				}
				h := &handler{answer: always(tt.reply)}
				b := start(t, s, h)
				s.push(10, tt.update)
				after(time.Second)
				if n := len(s.made("editMessageText")); n > 0 {
					t.Errorf("%d edits", n)
				}
				if n := len(s.made("deleteMessage")); (n == 1) != strings.HasPrefix(tt.update, `"message"`) {
					t.Errorf("%d messages were deleted", n)
				}
				sent, told := s.made("sendMessage"), ""
				for _, c := range sent {
					told += c.p.Get("text")
				}
				for _, c := range s.made("answerCallbackQuery") {
					if tt.fault == "" {
						told += c.p.Get("text")
					}
				}
				if told != tt.told {
					t.Errorf("told %q, want %q", told, tt.told)
				}
				if len(sent) > 0 && !strings.Contains(sent[0].p.Get("reply_markup"), "https://t.me/reckon_bot?start=") {
					t.Errorf("no way to the private chat in %v", sent[0].p)
				}
				if m, ok := h.delivered(10); ok != (tt.told != "elsewhere") || !m.IsZero() {
					t.Errorf("told to be delivered: %v, as %v", ok, m)
				}
				if log := b.log.String(); strings.Contains(log, "could not be delivered") || len(s.pending()) != 0 {
					t.Errorf("pending %v, and in the log:\n%s", s.pending(), log)
				}
				b.end()
			})
		})
	}
}

// secretive tells secretly where to ask for what is secret.
type secretive struct{ chat.Silence }

func (secretive) Elsewhere(string) chat.Reply {
	r := say("elsewhere")
	r.Audience = chat.Secret
	return r
}

// A broker that has nothing to say to all has nothing said, and certainly no
// secret.
func TestSecretWithoutBroker(t *testing.T) {
	for _, broker := range []chat.Broker{nil, secretive{}} {
		synctest.Test(t, func(t *testing.T) {
			s, r := newServer(), say("8/3")
			r.Audience = chat.Secret
			b := start(t, s, &handler{answer: always(r)}, func(c *Config) { c.Broker = broker })
			s.push(10, typed(-5, 1, "/hint"))
			after(time.Second)
			if sent := s.made("sendMessage"); len(sent) > 0 || len(s.pending()) > 0 {
				t.Errorf("sent %v, pending %v", sent, s.pending())
			}
			b.end()
		})
	}
}

// The next answer is worked out while the one before waits for its turn to be
// shown; they are shown in order, and an alert waits for no turn.
func TestAnswersDoNotWaitForDeliveries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		begun := time.Now()
		var answered []time.Duration
		h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			answered = append(answered, time.Since(begun))
			if r.Input.Data == "hint" {
				reply := say("8/3")
				reply.Audience = chat.Secret
				return reply
			}
			return say(r.Input.Text)
		}}
		b := start(t, s, h)
		var all updates
		for i := range 25 { // a group may be sent 20 a minute
			all = append(all, updates{{int64(10 + i), typed(-5, i+1, fmt.Sprint("/24 ", i))}}...)
		}
		s.pushAll(append(all, updates{{35, pressed(-5, "q1", "hint")}, {36, pressed(-5, "q2", "next")}}...))
		after(time.Second)
		if len(answered) != 27 || answered[26] > time.Millisecond {
			t.Errorf("%d requests at %v, want all 27 at once", len(answered), answered)
		}
		acks := map[string]string{}
		for _, c := range s.made("answerCallbackQuery") {
			acks[c.p.Get("callback_query_id")] = c.p.Get("text")
		}
		if want := map[string]string{"q1": "8/3", "q2": ""}; !maps.Equal(acks, want) {
			t.Errorf("the presses are answered by %q, want %q", acks, want)
		}
		if got := s.pending(); len(got) == 0 {
			t.Error("updates are confirmed before their replies are delivered")
		}
		after(90 * time.Second)
		sent := s.made("sendMessage")
		if len(sent) != 26 || len(s.pending()) != 0 {
			t.Errorf("%d messages, pending %v", len(sent), s.pending())
		}
		delays := map[string]time.Duration{} // that were told
		for _, r := range h.requests() {
			delays[r.Input.Text] = r.Delay
		}
		for i, c := range sent[:25] {
			if c.p.Get("text") != fmt.Sprint(i) {
				t.Errorf("message %d is %q", i, c.p.Get("text"))
			}
			// What has its turn but has not come to it is not counted.
			if was := c.at.Sub(begun); (was - delays[fmt.Sprint(i)]).Abs() > 2*chatEvery {
				t.Errorf("message %d went after %v, told was %v", i, was, delays[fmt.Sprint(i)])
			}
		}
		b.end()
	})
}

func TestEditFallsBackToPost(t *testing.T) {
	tests := []struct {
		name, desc, params string
		message            string // what Delivered is told
	}{
		{"edited", "", "", "400"},
		{"not modified", "Bad Request: message is not modified: specified new message content", "", "400"},
		{"deleted", "Bad Request: message to edit not found", "", "501"},
		{"too old", "Bad Request: message can't be edited", "", "501"},
		{"left behind", "Bad Request: group chat was upgraded", `{"migrate_to_chat_id":-100}`, "501"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				if tt.desc != "" {
					s.fail("editMessageText", 1, 400, refused(400, tt.desc, tt.params))
				}
				r := say("solved")
				r.Edit = true
				h := &handler{answer: always(r)}
				b := start(t, s, h)
				s.push(10, pressed(-5, "q1", "giveup"))
				after(time.Second)
				if m, _ := h.delivered(10); m.ID != tt.message {
					t.Errorf("delivered as %q, want %q", m.ID, tt.message)
				}
				if p := s.made("editMessageText")[0].p; p.Get("message_id") != "400" || p.Get("chat_id") != "-5" {
					t.Errorf("edited %v", p)
				}
				b.end()
			})
		})
	}
}

func TestSendFaults(t *testing.T) {
	tests := []struct {
		name      string
		status    int
		body      string
		n         int
		delivered bool
		pause     time.Duration // before the second try, at least
		to        string        // chat of the last try
	}{
		{"flood", 429, refused(429, "Too Many Requests: retry after 7", `{"retry_after":7}`), 1, true, 7 * time.Second, "-5"},
		{"gateway", 502, "<html>", 2, true, 0, "-5"},
		{"network", 0, "", 2, true, 0, "-5"},
		{"long outage", 0, "", 20, true, 0, "-5"},
		{"server fault for ever", 500, refused(500, "Internal Server Error", ""), 1000, false, 0, "-5"},
		{"kicked", 403, refused(403, "Forbidden: bot was kicked from the group chat", ""), 1, false, 0, "-5"},
		{"muted", 400, refused(400, "Bad Request: not enough rights to send text messages to the chat", ""), 1, false, 0, "-5"},
		{"our mistake", 400, refused(400, "Bad Request: can't parse entities", ""), 1, false, 0, "-5"},
		{"migrated", 400, refused(400, "Bad Request: group chat was upgraded", `{"migrate_to_chat_id":-100}`), 1, true, 0, "-100"},
		{"not JSON", 413, "<html>Request Entity Too Large</html>", 2, true, 0, "-5"},
		{"not JSON for ever", 413, "<html>Request Entity Too Large</html>", 1000, false, 0, "-5"},
		{"network for ever", 0, "", 1000, false, 0, "-5"},
		{"flood for ever", 429, refused(429, "Too Many Requests", `{"retry_after":9}`), 1000, false, 9 * time.Second, "-5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				h := &handler{answer: always(say("hi"))}
				s.fail("sendMessage", tt.n, tt.status, tt.body)
				b := start(t, s, h)
				s.push(10, typed(-5, 1, "/24"))
				after(time.Second)
				s.push(11, typed(-6, 2, "/24")) // must not be held up for good
				after(outageFor + time.Minute)
				if _, ok := h.delivered(10); ok != tt.delivered {
					t.Errorf("delivered: %v, want %v\n%s", ok, tt.delivered, b.log)
				}
				if !tt.delivered && !strings.Contains(b.log.String(), "could not be delivered") {
					t.Error("given up without a line in the log")
				}
				if got := s.pending(); len(got) != 0 {
					t.Errorf("pending %v", got)
				}
				var mine []apiCall
				for _, c := range s.made("sendMessage") {
					if c.p.Get("chat_id") != "-6" {
						mine = append(mine, c)
					}
				}
				if got := mine[len(mine)-1].p.Get("chat_id"); got != tt.to {
					t.Errorf("last try in chat %s, want %s", got, tt.to)
				}
				if p := mine[len(mine)-1].p; (p.Get("reply_parameters") == "") != (tt.name == "migrated") {
					t.Errorf("last try %v: a message of the old group is no longer there to reply to", p)
				}
				if d := mine[len(mine)-1].at.Sub(mine[0].at); tt.name != "long outage" && tt.name != "network for ever" && d > answerFor {
					t.Errorf("given up after %v, want at most %v", d, answerFor)
				}
				for i := 1; i < len(mine); i++ {
					if d := mine[i].at.Sub(mine[i-1].at); d < tt.pause {
						t.Errorf("tried again after %v, asked to wait %v", d, tt.pause)
					}
				}
				b.end()
			})
		})
	}
}

// Nobody is there to read what is said to a bot that was removed; a group that
// has moved reads it in its new place.
func TestRepliesToChangesOfAGroup(t *testing.T) {
	left := `"my_chat_member":{"chat":{"id":-5,"type":"group"},"from":{"id":7},"date":1,"old_chat_member":{"status":"member"},"new_chat_member":{"status":"left"}}`
	moved := `"message":{"message_id":1,"date":1,"chat":{"id":-5,"type":"group"},"migrate_to_chat_id":-100}`
	for _, tt := range []struct{ name, update, to string }{{"left", left, ""}, {"moved", moved, "-100"}} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, h := newServer(), &handler{answer: always(say("hi"))}
				b := start(t, s, h)
				s.push(10, tt.update)
				after(time.Second)
				to := ""
				for _, c := range s.made("sendMessage") {
					to += c.p.Get("chat_id")
				}
				if to != tt.to || len(h.requests()) != 1 {
					t.Errorf("%d requests, sent to %q, want to %q", len(h.requests()), to, tt.to)
				}
				b.end()
			})
		})
	}
}

// A network that is down for everything is waited for.
func TestOutageIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, gate := newServer(), make(chan struct{})
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { <-gate; return say("hi") }}
		b := start(t, s, h)
		s.push(10, typed(-5, 1, "/24"))
		after(time.Minute) // a poll is under way, which is the last to be answered
		s.down(true)
		close(gate)
		after(3 * time.Hour)
		s.down(false)
		after(time.Minute)
		if _, ok := h.delivered(10); !ok {
			t.Error("the answer was lost in an outage of three hours")
		}
		b.end()
	})
}

func TestRepliesGoWhereTheyBelong(t *testing.T) {
	topic := `"message":{"message_id":9,"message_thread_id":3,"is_topic_message":true,"date":1790000000,"from":{"id":7,"first_name":"Ann"},` +
		`"chat":{"id":-5,"type":"supergroup"},"text":"/24","entities":[{"type":"bot_command","offset":0,"length":3}]}`
	spoiling := say("not here")
	spoiling.Remove = true
	tests := []struct {
		name, update           string
		reply                  chat.Reply
		thread, replyTo, erase string
	}{
		{"group", typed(-5, 9, "/24"), say("hi"), "", `{"message_id":9,"allow_sending_without_reply":true}`, ""},
		{"private", typed(5, 9, "/24"), say("hi"), "", "", ""},
		{"topic", topic, say("hi"), "3", `{"message_id":9,"allow_sending_without_reply":true}`, ""},
		{"press", pressed(-5, "q", "x"), say("hi"), "", "", ""},
		{"removed", typed(-5, 9, "/24"), spoiling, "", "", "9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				s.fail("deleteMessage", 1, 400, refused(400, "Bad Request: message can't be deleted", ""))
				b := start(t, s, &handler{answer: always(tt.reply)})
				s.push(10, tt.update)
				after(time.Second)
				sent := s.made("sendMessage")
				if len(sent) != 1 {
					t.Fatalf("%d messages", len(sent))
				}
				p := sent[0].p
				if p.Get("chat_id") == "" || p.Get("message_thread_id") != tt.thread || p.Get("reply_parameters") != tt.replyTo {
					t.Errorf("sent %v", p)
				}
				var erased string
				for _, c := range s.made("deleteMessage") {
					erased += c.p.Get("message_id")
				}
				if erased != tt.erase {
					t.Errorf("deleted %q, want %q", erased, tt.erase)
				}
				b.end()
			})
		})
	}
}

func TestRoles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.roles["7"] = "administrator"
		h := &handler{answer: always(chat.Reply{Silent: true}), roles: true}
		b := start(t, s, h)
		anonymous := `"message":{"message_id":9,"date":1790000000,"from":{"id":1087968824,"is_bot":true,"first_name":"Group"},` +
			`"sender_chat":{"id":-5,"type":"supergroup","title":"Club"},"chat":{"id":-5,"type":"supergroup","title":"Club"},` +
			`"text":"/24","entities":[{"type":"bot_command","offset":0,"length":3}]}`
		s.push(10, typed(-5, 1, "/settings"))
		s.push(11, typed(-5, 2, "/settings"))
		s.push(12, anonymous)
		s.push(13, typed(5, 3, "/settings"))
		after(time.Second)
		if n := len(s.made("getChatMember")); n != 2 {
			t.Errorf("asked %d times, want once for each of two members", n)
		}
		s.mu.Lock()
		s.roles["7"] = "member"
		s.mu.Unlock()
		s.fail("getChatMember", 1, 400, refused(400, "Bad Request: user not found", ""))
		s.push(14, typed(-5, 4, "/settings"))
		after(time.Second)
		s.push(15, typed(-5, 5, "/settings"))
		after(time.Second)
		want := map[string]chat.Role{"10": chat.RoleAdmin, "11": chat.RoleAdmin, "12": chat.RoleAdmin, "13": chat.RoleAdmin,
			"14": chat.RoleUnknown, "15": chat.RoleMember}
		for _, r := range h.requests() {
			id := strings.TrimPrefix(r.Key, "telegram:update:")
			if r.Person.Role != want[id] {
				t.Errorf("update %s: role %v, want %v", id, r.Person.Role, want[id])
			}
		}
		b.end()
	})
}

func TestPanicIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { panic("boom") }}
		b := start(t, s, h)
		s.push(10, typed(-5, 1, "/24"))
		after(time.Second)
		if sent := s.made("sendMessage"); len(sent) != 1 || sent[0].p.Get("text") != "broken" {
			t.Errorf("sent %v, want what the caller says when something breaks", sent)
		}
		if log := b.log.String(); !strings.Contains(log, "msg=panic") || !strings.Contains(log, "answer_test.go") {
			t.Errorf("no panic with its stack in the log:\n%s", log)
		}
		if _, ok := h.delivered(10); ok || len(s.pending()) != 0 {
			t.Error("the update counts as answered, or stays")
		}
		b.end()
	})
}
