package telegram

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

const testAddress = "https://bot.example.org/telegram"

func posted(c *Config) { c.Webhook = testAddress }

// post posts an update as Telegram does, and returns the status of the answer.
func (b *bench) post(id int, body string) int {
	return b.postWith(webhookSecret(telegramtest.Token), fmt.Sprintf(`{"update_id":%d,%s}`, id, body))
}

func (b *bench) postWith(secret, body string) int {
	h := http.Header{}
	if secret != "" {
		h.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	}
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	status, answer := b.f.Post(ctx, h, []byte(body))
	if answer != nil {
		b.t.Errorf("answered %s: Telegram would carry that out", answer)
	}
	return status
}

// An update is answered when it was carried out, and not before.
func TestPostAnsweredWhenTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, gate := newServer(), make(chan struct{})
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { <-gate; return say("hi") }}
		b := start(t, s, h, posted)
		after(time.Second)
		status := make(chan int, 1)
		go func() { status <- b.post(10, typed(-5, 1, "/24")) }()
		after(5 * time.Second)
		if len(status) != 0 {
			t.Errorf("answered %d before it was carried out", <-status)
		}
		close(gate)
		if got := <-status; got != 200 {
			t.Errorf("answered %d", got)
		}
		after(time.Second)
		if _, ok := h.delivered(10); !ok {
			t.Error("its reply is not sent")
		}
		if n := len(s.Calls("getUpdates")); n != 0 {
			t.Errorf("%d polls beside a web hook", n)
		}
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
}

// The web hook is set unless it is as it should be, and set again if somebody else has changed it. When Run
// ends, it stays set, for other processes.
func TestWebhookIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("setWebhook", 2, telegramtest.Refusal(400, "Bad Request: bad webhook: Failed to resolve host"))
		b := start(t, s, &handler{answer: always(say("hi"))}, posted)
		after(30 * time.Second)
		calls := s.Calls("setWebhook")
		if len(calls) != 3 || !strings.Contains(b.log.String(), "RECKON_URL") {
			t.Fatalf("%d tries, want three until it is set, and a log of it:\n%s", len(calls), b.log)
		}
		p := calls[2].Values
		if p.Get("url") != testAddress || p.Get("allowed_updates") != allowedUpdates || p.Get("max_connections") != "100" || p.Get("secret_token") != webhookSecret(telegramtest.Token) || p.Has("drop_pending_updates") {
			t.Errorf("set as %v", p)
		}
		after(time.Hour)
		if n := len(s.Calls("setWebhook")); n != 3 {
			t.Errorf("set %d times, though it was as it should be", n)
		}
		for what, change := range map[string]func(*telegramtest.Webhook){
			"removed":   func(h *telegramtest.Webhook) { *h = telegramtest.Webhook{} },
			"moved":     func(h *telegramtest.Webhook) { h.URL = "https://other.example.org/" },
			"narrowed":  func(h *telegramtest.Webhook) { h.Allowed = []string{"message"} },
			"throttled": func(h *telegramtest.Webhook) { h.Most = 1 },
			"another's secret": func(h *telegramtest.Webhook) {
				h.Failed, h.Failure = time.Now().Unix()+1, "Wrong response from the webhook: 401 Unauthorized"
			},
		} {
			before := len(s.Calls("setWebhook"))
			hook := s.Webhook()
			change(&hook)
			s.SetWebhook(hook)
			after(2 * checkEvery)
			if n := len(s.Calls("setWebhook")); n != before+1 {
				t.Errorf("%s: set %d times more", what, n-before)
			}
		}
		b.end()
		if n := len(s.Calls("deleteWebhook")); n != 0 {
			t.Error("the end removes what others serve")
		}
		b = start(t, s, &handler{answer: always(say("hi"))}, posted)
		before := len(s.Calls("setWebhook"))
		after(time.Second)
		if n := len(s.Calls("setWebhook")); n != before {
			t.Error("it is set again though it was set")
		}
		b.end()
	})
}

// However long Telegram is away at the start, updates arrive a few seconds after it is back.
func TestAwayAtTheStart(t *testing.T) {
	for name, change := range map[string]func(*Config){"polled": func(*Config) {}, "posted": posted} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				over := time.Now().Add(10*time.Minute + 5*time.Second)
				s.Fail(func(c telegramtest.Call) *telegramtest.Fault {
					if time.Now().Before(over) && (c.Method != "getMe" || name == "polled") {
						return &telegramtest.Fault{}
					}
					return nil
				})
				b := start(t, s, &handler{answer: always(say("hi"))}, change)
				after(time.Until(over) + 6*time.Second)
				if name == "posted" && s.Webhook().URL != testAddress || name == "polled" && len(s.Calls("getUpdates")) == 0 {
					t.Error("no updates come")
				}
				b.end()
			})
		})
	}
}

// If there is no address, an earlier web hook is removed, so that polls are answered.
func TestWebhookIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.SetWebhook(telegramtest.Webhook{URL: testAddress})
		h := &handler{answer: always(say("hi"))}
		b := start(t, s, h)
		s.Push(10, typed(-5, 1, "/24"))
		after(5 * time.Second)
		calls := s.Calls("deleteWebhook")
		if len(calls) != 1 || calls[0].Has("drop_pending_updates") {
			t.Errorf("removed by %v", calls)
		}
		if _, ok := h.delivered(10); !ok {
			t.Error("nothing is answered")
		}
		b.end()
	})
}

// Posts without the secret are refused. Posts that are no update do no harm.
func TestPostFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			if r.Input.Name == "fault" {
				panic("fault in a handler")
			}
			return say("hi")
		}}
		b := start(t, s, h, posted)
		after(time.Second)
		good, right := fmt.Sprintf(`{"update_id":10,%s}`, typed(-5, 1, "/24")), webhookSecret(telegramtest.Token)
		for name, c := range map[string]struct {
			secret, body string
			want         int
		}{
			"no secret":          {"", good, 401},
			"wrong secret":       {right[1:] + "0", good, 401},
			"part of it":         {right[1:], good, 401},
			"the token":          {telegramtest.Token, good, 401},
			"no JSON, no secret": {"", "{", 401},
			"no JSON":            {right, `{"update_id":10,`, 400},
			// With another status it would be posted for ever.
			"no number":           {right, `{"update_id":"x"}`, 200},
			"unreadable":          {right, `{"update_id":11,"message":7}`, 200},
			"of a kind to come":   {right, `{"update_id":12,"kind_of_the_future":{}}`, 200},
			"a handler that ends": {right, fmt.Sprintf(`{"update_id":13,%s}`, typed(-5, 1, "/fault")), 200},
		} {
			if got := b.postWith(c.secret, c.body); got != c.want {
				t.Errorf("%s: %d, want %d", name, got, c.want)
			}
		}
		if n := len(h.requests()); n != 1 {
			t.Errorf("%d requests, want that of the handler that ends", n)
		}
		b.end()
	})
}

// If an update is posted again while it is being carried out, it is carried out once. Both posts wait for
// it.
func TestPostRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { time.Sleep(90 * time.Second); return say("hi") }}
		b := start(t, s, h, posted)
		after(time.Second)
		if got := b.post(10, typed(-5, 1, "/24")); got != 503 {
			t.Errorf("the first post is answered %d, want 503 once nobody waits any more", got)
		}
		if got := b.post(10, typed(-5, 1, "/24")); got != 200 || len(h.requests()) != 1 {
			t.Errorf("the second is answered %d, with %d requests", got, len(h.requests()))
		}
		b.end()
	})
}

// Posts about a chat are carried out in the order in which they came. They make no other chat wait.
func TestPostOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			if r.Place.Community == "-5" {
				time.Sleep(time.Second)
			}
			return say(r.Input.Text)
		}}
		b := start(t, s, h, posted)
		after(time.Second)
		for i := range 10 {
			go b.post(10+i, typed(-5, i+1, fmt.Sprint("/24 ", i)))
			synctest.Wait()
		}
		begun := time.Now()
		if got := b.post(99, typed(-6, 1, "/24 other")); got != 200 || time.Since(begun) > 0 {
			t.Errorf("another chat is answered %d after %v", got, time.Since(begun))
		}
		after(15 * time.Second)
		var order []string
		for _, r := range h.requests() {
			order = append(order, r.Input.Text)
		}
		want := []string{"0", "other", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
		if !slices.Equal(order, want) {
			t.Errorf("taken in the order %v, want %v", order, want)
		}
		for id := range b.f.webhook.jobs.Range {
			t.Errorf("update %v is still kept", id)
		}
		b.end()
	})
}

// At the end, updates that have begun are finished. The others are posted again.
func TestPostsAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		// So Run begins a moment later.
		s.FailNext("getMe", 1, &telegramtest.Fault{})
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { time.Sleep(3 * time.Second); return say("hi") }}
		b := start(t, s, h, posted)
		if got := b.post(9, typed(-5, 1, "/24")); got != 503 {
			t.Errorf("before the start: %d", got)
		}
		after(time.Second)
		first, second := make(chan int, 1), make(chan int, 1)
		go func() { first <- b.post(10, typed(-5, 1, "/24")) }()
		synctest.Wait()
		go func() { second <- b.post(11, typed(-5, 2, "/24")) }()
		after(time.Second)
		if err := b.end(); err != nil {
			t.Error(err)
		}
		if got := <-first; got != 200 {
			t.Errorf("what was begun is answered %d", got)
		}
		if got := <-second; got != 503 {
			t.Errorf("what was not begun is answered %d", got)
		}
		if got := b.post(12, typed(-5, 3, "/24")); got != 503 {
			t.Errorf("after the end: %d", got)
		}
	})
}

// If Telegram refuses the token, the front end ends, even with a web hook.
func TestPostedTokenRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("getWebhookInfo", 1, telegramtest.Refusal(401, "Unauthorized"))
		b := start(t, s, &handler{answer: always(say("hi"))}, posted)
		if err := <-b.done; err == nil || !strings.Contains(err.Error(), "TELEGRAM_TOKEN") {
			t.Errorf("Run: %v", err)
		}
	})
}
