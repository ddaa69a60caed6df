package telegramtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/telegram/telegramtest"
)

var ann = telegramtest.Person{ID: 7, Name: "Ann", Language: "en"}

// A caller calls a server as a bot does.
type caller struct {
	t      *testing.T
	client *http.Client
	base   string
}

func inMemory(t *testing.T, s *telegramtest.Server) caller {
	t.Cleanup(s.Close)
	return caller{t, &http.Client{Transport: s}, "https://api.telegram.org/bot" + telegramtest.Token + "/"}
}

// call returns the status and the result of a call. If the call was refused, it returns the whole answer;
// "" if there is none.
func (c caller) call(method string, fields ...string) (int, string) {
	c.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	r, err := c.client.PostForm(c.base+method, form)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	var answer struct {
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(raw, &answer) == nil && answer.Result != nil {
		raw = answer.Result
	}
	return r.StatusCode, string(raw)
}

func (c caller) want(code int, result, method string, fields ...string) {
	c.t.Helper()
	if got, text := c.call(method, fields...); got != code || !strings.Contains(text, result) {
		c.t.Errorf("%s %q: %d %s, want %d %s", method, fields, got, text, code, result)
	}
}

// A conversation over HTTP: an update is fetched and confirmed, and what the bot sends
// can be seen.
func TestConversation(t *testing.T) {
	s := telegramtest.New(telegramtest.Options{Inline: true})
	defer s.Close()
	base, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	var watched []string
	s.Watch(func(m telegramtest.Message) { watched = append(watched, m.Method) })
	c := caller{t, &http.Client{}, base + "/bot" + telegramtest.Token + "/"}
	c.want(200, `"supports_inline_queries":true`, "getMe")
	act := s.Text(-5, ann, "/24 3 3 8 8")
	c.want(200, `"length":3`, "getUpdates", "timeout", "1")
	c.want(200, `[]`, "getUpdates", "offset", fmt.Sprint(act.Update+1), "limit", "1")
	c.want(200, `"message_id":502`, "sendMessage", "chat_id", "-5", "text", "<b>24</b>",
		"reply_parameters", fmt.Sprintf(`{"message_id":%d}`, act.Message),
		"reply_markup", `{"inline_keyboard":[[{"text":"Hint","callback_data":"v2 hint"}]]}`)
	m := s.Sent()[0]
	if m.ReplyTo != act.Message || m.Text != "<b>24</b>" || m.Buttons[0][0].Data != "v2 hint" || m.Chat != -5 {
		t.Errorf("sent %+v", m)
	}
	c.want(200, "true", "answerCallbackQuery", "callback_query_id", "q1", "text", "start with 8")
	if m := s.Sent()[1]; m.Query != "q1" || m.Text != "start with 8" {
		t.Errorf("the press is answered by %+v", m)
	}
	c.want(200, `"reply_to_message"`, "getUpdates", "offset", fmt.Sprint(s.Reply(-5, ann, m.ID, "8/(3-8/3)").Update))
	c.want(200, "502", "editMessageText", "chat_id", "-5", "message_id", "502", "text", "solved")
	c.want(400, "message is not modified", "editMessageText", "chat_id", "-5", "message_id", "502", "text", "solved")
	c.want(200, "true", "setMessageReaction", "chat_id", "-5", "message_id", "501", "reaction", `[{"type":"emoji","emoji":"👎"}]`)
	c.want(400, "can't be deleted", "deleteMessage", "chat_id", "-5", "message_id", "501")
	s.SetRole(-5, telegramtest.BotID, "administrator")
	c.want(200, "administrator", "getChatMember", "chat_id", "-5", "user_id", fmt.Sprint(telegramtest.BotID))
	c.want(200, "true", "deleteMessage", "chat_id", "-5", "message_id", "501")
	c.want(200, "true", "answerInlineQuery", "inline_query_id", "q1", "results", "[]")
	c.want(200, "true", "setMyCommands", "commands", `[{"command":"24"}]`, "scope", `{"type":"default"}`)
	c.want(200, `"24"`, "getMyCommands")
	c.want(404, "Not Found", "sendDice")
	want := []string{"sendMessage", "answerCallbackQuery", "editMessageText", "setMessageReaction", "deleteMessage", "answerInlineQuery"}
	if !slices.Equal(watched, want) {
		t.Errorf("watched %q, want %q", watched, want)
	}
}

func TestPolls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{})
		c := inMemory(t, s)
		begun := time.Now()
		c.want(200, "[]", "getUpdates", "timeout", "30")
		if d := time.Since(begun); d != 30*time.Second {
			t.Errorf("a poll for nothing took %v", d)
		}
		first := make(chan int, 1)
		go func() {
			code, _ := c.call("getUpdates", "timeout", "30")
			first <- code
		}()
		synctest.Wait()
		go s.Text(7, ann, "hi")
		c.want(200, `"hi"`, "getUpdates", "timeout", "30")
		if code := <-first; code != 409 && code != 200 {
			t.Errorf("the poll under way ends with %d", code)
		}
		// This poll waits, and the next one ends it.
		go func() {
			if r, err := c.client.Get(c.base + "getUpdates?offset=100&timeout=30"); err == nil {
				r.Body.Close()
			}
		}()
		s.PushAll(telegramtest.Updates{{900, `"a":1`}, {7, `"b":2`}})
		c.want(200, `[{"update_id":7`, "getUpdates", "offset", "901")
		if got := s.Pending(); !slices.Equal(got, []int64{7}) {
			t.Errorf("pending %v", got)
		}
	})
}

func TestFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Latency: time.Second})
		c := inMemory(t, s)
		c.client.Timeout = time.Minute
		s.FailNext("getMe", 1, telegramtest.TooMany(7))
		s.FailNext("getMe", 1, telegramtest.Moved(-100))
		s.FailNext("getMe", 1, &telegramtest.Fault{})
		s.FailNext("getMe", 1, &telegramtest.Fault{Code: 502, Body: "<html>"})
		s.FailNext("getMe", 1, &telegramtest.Fault{Hang: true})
		c.want(429, `"retry_after":7`, "getMe")
		c.want(400, `"migrate_to_chat_id":-100`, "getMe")
		c.want(0, "", "getMe")
		c.want(502, "<html>", "getMe")
		begun := time.Now()
		c.want(0, "", "getMe")
		if d := time.Since(begun); d != time.Minute {
			t.Errorf("a call that hangs ended after %v", d)
		}
		begun = time.Now()
		c.want(200, telegramtest.Bot, "getMe")
		if d := time.Since(begun); d != time.Second {
			t.Errorf("a call took %v", d)
		}
		s.Fail(func(c telegramtest.Call) *telegramtest.Fault {
			if c.Get("chat_id") != "-5" {
				return nil
			}
			return telegramtest.Refusal(403, "Forbidden: bot was kicked from the group chat")
		})
		c.want(403, "kicked", "sendMessage", "chat_id", "-5", "text", "hi")
		c.want(200, "501", "sendMessage", "chat_id", "-6", "text", "hi")
		var codes []int
		for _, call := range s.Calls("") {
			codes = append(codes, call.Code)
		}
		if want := []int{429, 400, 0, 502, 0, 200, 403, 200}; !slices.Equal(codes, want) {
			t.Errorf("answered %v, want %v", codes, want)
		}
		c.base = strings.Replace(c.base, "SECRET", "WRONG", 1)
		c.want(401, "Unauthorized", "getMe")
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Limits: true})
		c := inMemory(t, s)
		taken := func(n, chat int, pause time.Duration) (taken int) {
			for range n {
				if code, _ := c.call("sendMessage", "chat_id", fmt.Sprint(chat), "text", "hi"); code == 200 {
					taken++
				}
				time.Sleep(pause)
			}
			return taken
		}
		if n := taken(5, 1, 0); n != 3 {
			t.Errorf("%d at once in a chat", n)
		}
		c.want(200, "", "editMessageText", "chat_id", "1", "message_id", "9", "text", "hi")
		time.Sleep(time.Minute)
		if n := taken(25, -1, 1100*time.Millisecond); n != 20 {
			t.Errorf("%d in a group's minute", n)
		}
		c.want(429, `"retry_after":`, "sendMessage", "chat_id", "-1", "text", "hi")
		n := 0
		for i := range 50 {
			n += taken(1, 100+i, 0)
		}
		if n != 30 {
			t.Errorf("%d in a second", n)
		}
	})
}

// A hook accepts what is posted, or refuses it.
type hook struct {
	mu   sync.Mutex
	code int
	got  []string
}

func (h *hook) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.code == 0 {
		return nil, errors.New("down")
	}
	h.got = append(h.got, r.Header.Get("X-Telegram-Bot-Api-Secret-Token")+" "+string(raw[:16]))
	return &http.Response{StatusCode: h.code, Status: http.StatusText(h.code), Body: http.NoBody}, err
}

// Updates are posted until the bot accepts them. Those of a chat are posted in order.
func TestWebhook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hook{code: 200}
		s := telegramtest.New(telegramtest.Options{Hook: h})
		c := inMemory(t, s)
		s.Text(7, ann, "before")
		c.want(200, "true", "setWebhook", "url", "https://bot.example.org/", "secret_token", "S", "max_connections", "3", "allowed_updates", `["message"]`)
		synctest.Wait()
		c.want(409, "webhook", "getUpdates")
		h.mu.Lock()
		h.code = 0
		h.mu.Unlock()
		s.Text(7, ann, "one")
		s.Text(7, ann, "two")
		time.Sleep(time.Second / 2)
		if got := s.Webhook(); got.Failure == "" || got.Most != 3 || len(got.Allowed) != 1 {
			t.Errorf("the web hook is %+v", got)
		}
		c.want(200, `"pending_update_count":2`, "getWebhookInfo")
		h.mu.Lock()
		h.code = 200
		h.mu.Unlock()
		time.Sleep(time.Minute)
		h.mu.Lock()
		defer h.mu.Unlock()
		if want := []string{`S {"message":{"cha`, `S {"message":{"cha`, `S {"message":{"cha`}; len(h.got) != len(want) || h.got[0] != want[0] || len(s.Pending()) != 0 {
			t.Errorf("posted %q, pending %v", h.got, s.Pending())
		}
		c.want(200, "true", "deleteWebhook")
		s.Text(7, ann, "three")
		c.want(200, "three", "getUpdates")
	})
}

// A message that one person alone sees may answer what that person has just pressed or asked. An older server does not
// know such messages: it shows them to everybody.
func TestEphemeral(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Ephemeral: true})
		c := inMemory(t, s)
		reader := []string{"chat_id", "-5", "receiver_user_id", "7"}
		send := func(code int, result, parameters, reply string) {
			t.Helper()
			fields := []string{"chat_id", "-5", "text", "8/3", "ephemeral_message_parameters", parameters, "reply_parameters", reply}
			c.want(code, result, "sendMessage", fields...)
		}
		c.want(200, "true", "setMyCommands", "commands", `[{"command":"stats","is_ephemeral":true},{"command":"24"}]`)
		if act := s.Text(-5, ann, "/24"); act.Ephemeral != 0 || act.Message == 0 {
			t.Errorf("/24 is %+v", act)
		}
		if act := s.Text(7, ann, "/stats"); act.Ephemeral != 0 {
			t.Errorf("in private /stats is %+v", act)
		}
		act := s.Text(-5, ann, "/stats")
		command := fmt.Sprintf(`{"ephemeral_message_id":%d}`, act.Ephemeral)
		send(200, `"ephemeral_message_id":2`, `{"receiver_user_id":7}`, command)
		send(400, "NOT_ALLOWED", `{"receiver_user_id":8}`, command)
		send(400, "NOT_ALLOWED", `{"receiver_user_id":7}`, "")
		press := s.Press(-5, ann, 400, "n")
		pressed := fmt.Sprintf(`{"receiver_user_id":7,"callback_query_id":"%d"}`, press.Update)
		send(200, `"ephemeral_message_id":3`, pressed, "")
		time.Sleep(16 * time.Second)
		send(400, "EXPIRED", pressed, "")
		s.SetRole(-5, telegramtest.BotID, "administrator")
		send(200, `"ephemeral_message_id":4`, pressed, "")
		c.want(200, "true", "editEphemeralMessageText", append(reader, "ephemeral_message_id", "3", "text", "8")...)
		c.want(400, "not found", "editEphemeralMessageText", append(reader, "ephemeral_message_id", "9", "text", "8")...)
		c.want(200, "true", "deleteEphemeralMessage", append(reader, "ephemeral_message_id", "3")...)
		c.want(400, "not found", "deleteEphemeralMessage", append(reader, "ephemeral_message_id", "3")...)
		if m := s.Sent()[0]; m.Reader != 7 || m.Ephemeral != 2 || m.ID != 0 || !strings.HasPrefix(m.String(), "(seen by 7 alone)") {
			t.Errorf("sent %+v", m)
		}
		older := inMemory(t, telegramtest.New(telegramtest.Options{}))
		older.want(404, "Not Found", "deleteEphemeralMessage", reader...)
		older.want(200, `"message_id":501`, "sendMessage", "chat_id", "-5", "text", "8/3", "ephemeral_message_parameters", pressed)
	})
}
