package telegram

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot"
)

const long = "a hint that goes on "

func TestPressIsAlwaysAnswered(t *testing.T) {
	secret := func(s string) bot.Reply { r := say(s); r.Audience = bot.Secret; return r }
	asker := func(s string) bot.Reply { r := say(s); r.Audience = bot.Asker; return r }
	buttons := asker("hi")
	buttons.Buttons = [][]bot.Button{{{Label: "Next", Data: "n"}}}
	slow := func(context.Context, bot.Request) bot.Reply { time.Sleep(12 * time.Second); return secret("slow") }
	tests := []struct {
		name   string
		chat   int64
		answer func(context.Context, bot.Request) bot.Reply
		alert  string // text of the callback answer
		posted string // text of the message, empty if none
		within time.Duration
	}{
		{"silent", -5, always(bot.Reply{Silent: true}), "", "", 0},
		{"posted", -5, always(say("hi")), "", "hi", 0},
		{"ask", -5, always(bot.Reply{Ask: &bot.Ask{Hint: "reply to it"}}), "reply to it", "", 0},
		{"ask in private", 5, always(bot.Reply{Ask: &bot.Ask{Hint: "just type"}}), "just type", "", 0},
		{"secret", -5, always(secret("start with 8")), "start with 8", "", 0},
		{"secret in private", 5, always(secret("start with 8")), "", "start with 8", 0},
		{"long secret", -5, always(secret(strings.Repeat(long, 11))), "", "<tg-spoiler>" + strings.Repeat(long, 11) + "</tg-spoiler>", 0},
		{"asker", -5, always(asker("not yours")), "not yours", "", 0},
		{"asker with buttons", -5, always(buttons), "", "hi", 0},
		{"panic", -5, func(context.Context, bot.Request) bot.Reply { panic("boom") }, "", "broken", 0},
		{"slow secret", -5, slow, "", "<tg-spoiler>slow</tg-spoiler>", queryGrace},
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

func TestAlertRefusedIsHiddenMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.fail("answerCallbackQuery", 1, 400, refused(400, "Bad Request: query is too old", ""))
		r := say("8/3")
		r.Audience = bot.Secret
		b := start(t, s, &handler{answer: always(r)})
		s.push(10, pressed(-5, "q1", "hint"))
		after(time.Second)
		sent := s.made("sendMessage")
		if len(sent) != 1 || sent[0].p.Get("text") != "<tg-spoiler>8/3</tg-spoiler>" {
			t.Errorf("sent %v, want the hint under a spoiler", sent)
		}
		b.end()
	})
}

func TestEditFallsBackToPost(t *testing.T) {
	tests := []struct {
		name, desc string
		message    string // what Sent is told
	}{
		{"edited", "", "400"},
		{"not modified", "Bad Request: message is not modified: specified new message content", "400"},
		{"deleted", "Bad Request: message to edit not found", "501"},
		{"too old", "Bad Request: message can't be edited", "501"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				if tt.desc != "" {
					s.fail("editMessageText", 1, 400, refused(400, tt.desc, ""))
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
				after(10 * time.Minute)
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

func TestRepliesGoWhereTheyBelong(t *testing.T) {
	topic := `"message":{"message_id":9,"message_thread_id":3,"is_topic_message":true,"date":1790000000,"from":{"id":7,"first_name":"Ann"},` +
		`"chat":{"id":-5,"type":"supergroup"},"text":"/24","entities":[{"type":"bot_command","offset":0,"length":3}]}`
	spoiling := say("not here")
	spoiling.Remove = true
	tests := []struct {
		name, update           string
		reply                  bot.Reply
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
		h := &handler{answer: always(bot.Reply{Silent: true}), roles: true}
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
		want := map[string]bot.Role{"10": bot.RoleAdmin, "11": bot.RoleAdmin, "12": bot.RoleAdmin, "13": bot.RoleAdmin,
			"14": bot.RoleUnknown, "15": bot.RoleMember}
		for _, r := range h.requests() {
			id := strings.TrimPrefix(r.Key, "telegram:update:")
			if r.Player.Role != want[id] {
				t.Errorf("update %s: role %v, want %v", id, r.Player.Role, want[id])
			}
		}
		b.end()
	})
}

func TestPanicIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(context.Context, bot.Request) bot.Reply { panic("boom") }}
		b := start(t, s, h)
		s.push(10, typed(-5, 1, "/24"))
		after(time.Second)
		if sent := s.made("sendMessage"); len(sent) != 1 || sent[0].p.Get("text") != "broken" {
			t.Errorf("sent %v, want what the caller says when something breaks", sent)
		}
		if log := b.log.String(); !strings.Contains(log, "boom") || !strings.Contains(log, "answer_test.go") {
			t.Errorf("no panic with its stack in the log:\n%s", log)
		}
		if _, ok := h.delivered(10); ok || len(s.pending()) != 0 {
			t.Error("the update counts as answered, or stays")
		}
		b.end()
	})
}
