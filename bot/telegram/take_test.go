package telegram

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

func TestRoles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.SetRole(-5, 7, "administrator")
		h := &handler{answer: always(chat.Reply{Silent: true}), roles: true}
		b := start(t, s, h)
		anonymous := `"message":{"message_id":9,"date":1790000000,"from":{"id":1087968824,"is_bot":true,"first_name":"Group"},` +
			`"sender_chat":{"id":-5,"type":"supergroup","title":"Club"},"chat":{"id":-5,"type":"supergroup","title":"Club"},` +
			`"text":"/24","entities":[{"type":"bot_command","offset":0,"length":3}]}`
		s.Push(10, typed(-5, 1, "/settings"))
		s.Push(11, typed(-5, 2, "/settings"))
		s.Push(12, anonymous)
		s.Push(13, typed(5, 3, "/settings"))
		after(time.Second)
		if n := len(s.Calls("getChatMember")); n != 2 {
			t.Errorf("asked %d times, want once for each of two members", n)
		}
		s.SetRole(-5, 7, "member")
		s.FailNext("getChatMember", 1, telegramtest.Refusal(400, "Bad Request: user not found"))
		s.Push(14, typed(-5, 4, "/settings"))
		after(time.Second)
		if !strings.Contains(b.log.String(), "user not found") {
			t.Error("nobody learns that a role is unknown")
		}
		s.Push(15, typed(-5, 5, "/settings"))
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

// An update whose handler panics is confirmed, because it would panic again.
func TestPanicIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			if r.Place.Community == "-5" {
				panic("boom")
			}
			return say("hi")
		}}
		b := start(t, s, h)
		s.PushAll(telegramtest.Updates{{10, typed(-5, 1, "/24")}, {11, pressed(-5, "q", "x")}, {12, typed(-6, 1, "/24")}})
		after(2 * time.Second)
		if sent := s.Calls("sendMessage"); len(sent) != 1 || sent[0].Get("chat_id") != "-6" {
			t.Errorf("sent %v, want only what was asked elsewhere", sent)
		}
		if log := b.log.String(); strings.Count(log, "msg=panic") != 2 || !strings.Contains(log, "take_test.go") {
			t.Errorf("no panics with their stack in the log:\n%s", log)
		}
		if len(s.Pending()) != 0 || len(s.Calls("answerCallbackQuery")) != 1 {
			t.Errorf("pending %v, %d presses answered", s.Pending(), len(s.Calls("answerCallbackQuery")))
		}
		b.end()
	})
}

// While a search lasts, its chat shows that the bot is typing.
func TestSearchShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			r.Leave()
			if r.Place.Community == "-5" {
				time.Sleep(7 * time.Second)
			}
			return say("found")
		}})
		topic := `"message":{"message_id":9,"message_thread_id":3,"is_topic_message":true,"date":1790000000,"from":{"id":7,"first_name":"Ann"},` +
			`"chat":{"id":-5,"type":"supergroup","is_forum":true},"text":"/solve","entities":[{"type":"bot_command","offset":0,"length":6}]}`
		s.PushAll(telegramtest.Updates{{10, topic}, {11, typed(-6, 1, "/solve")}})
		after(time.Minute)
		typing := s.Calls("sendChatAction")
		if len(typing) != 2 || typing[1].At.Sub(typing[0].At) < typesFor {
			t.Fatalf("%d calls, want two: after %v, and %v later", len(typing), typesAfter, typesFor)
		}
		if c := typing[0]; c.Get("chat_id") != "-5" || c.Get("message_thread_id") != "3" || c.Get("action") != "typing" {
			t.Errorf("%v", c)
		}
		b.end()
	})
}

// An update whose work was cut off is left for the next run, even if the handler returned in time.
func TestCutOffIsNotDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work, stop := context.WithCancel(t.Context())
		h := &handler{answer: func(ctx context.Context, r chat.Request) chat.Reply {
			if r.Place.Community == "-5" {
				<-ctx.Done()
			}
			return say("hi")
		}}
		b := start(t, newServer(), h)
		after(time.Second)
		read := func(id int, chat int64) *job {
			return b.f.newJob(id, fmt.Appendf(nil, `{"update_id":%d,%s}`, id, typed(chat, 1, "/24")))
		}
		taker, cut, done := &taker{sender: &b.f.sender, handler: h}, read(10, -5), read(11, -6)
		taker.take(t.Context(), work, cut)
		taker.take(t.Context(), work, done)
		synctest.Wait()
		stop()
		synctest.Wait()
		if cut.done.Load() || !done.done.Load() || len(h.requests()) != 2 {
			t.Errorf("done: %v of what was cut off, %v of what was not", cut.done.Load(), done.done.Load())
		}
		b.end()
	})
}

// If the front end ends before it has learnt the role of a person, their update is left for the next
// run.
func TestRoleCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.SetRole(-5, 7, "administrator")
		s.FailNext("getChatMember", 1, &telegramtest.Fault{Hang: true})
		h := &handler{answer: always(say("hi")), roles: true}
		b := start(t, s, h)
		s.Push(10, typed(-5, 1, "/settings"))
		after(time.Second)
		if err := b.end(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if n := len(h.requests()); n != 0 || len(s.Pending()) != 1 {
			t.Errorf("%d requests, pending %v; want it left for the next run", n, s.Pending())
		}
	})
}
