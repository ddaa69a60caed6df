package telegram

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// examined returns what an inspection finds if the API gives these answers, by method.
func examined(t *testing.T, webhook string, answers map[string]string) string {
	t.Helper()
	s := newServer()
	s.Fail(func(c telegramtest.Call) *telegramtest.Fault {
		body, ok := answers[c.Method]
		if !ok {
			t.Errorf("the inspection calls %s", c.Method)
		}
		if body == "refused" {
			return telegramtest.Refusal(401, "Unauthorized")
		}
		return &telegramtest.Fault{Code: 200, Body: `{"ok":true,"result":` + body + `}`}
	})
	f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Webhook: webhook, Outfit: through(s)})
	if err != nil {
		t.Fatal(err)
	}
	menu := []chat.MenuCommand{{Name: "24"}, {Name: "help"}}
	var said strings.Builder
	for _, x := range f.Inspect(t.Context(), menu) {
		said.WriteString(x.What + ": " + x.Found + "\n")
		if x.Remedy == "" {
			continue
		}
		label := "wrong"
		if x.Minor {
			label = "note"
		}
		said.WriteString("  " + label + ": " + x.Remedy + "\n")
	}
	return said.String()
}

func TestInspect(t *testing.T) {
	for name, c := range map[string]struct {
		answers map[string]string
		want    string
	}{
		"well": {map[string]string{
			"getMe":          `{"id":42,"is_bot":true,"username":"reckon_bot","can_join_groups":true,"supports_inline_queries":true,"supports_guest_queries":true}`,
			"getWebhookInfo": `{"url":"","pending_update_count":3}`,
			"getMyCommands":  `[{"command":"game24","description":"a"},{"command":"help","description":"b"}]`,
		}, `Telegram token: belongs to @reckon_bot
Telegram groups: the bot may be added; it reads commands and replies to itself there (privacy mode), which is all it needs
Telegram offers: in every chat, behind the bot's name
Telegram updates: 3 wait to be fetched
Telegram commands: 2 registered
Telegram invitation: https://t.me/reckon_bot?startgroup=play
`},
		"neglected": {map[string]string{
			"getMe":          `{"id":42,"is_bot":true,"username":"reckon_bot"}`,
			"getWebhookInfo": `{"url":"https://example.org/hook"}`,
			"getMyCommands":  `[{"command":"help","description":"b"},{"command":"stats","description":"c"}]`,
		}, `Telegram token: belongs to @reckon_bot
Telegram groups: the bot may not be added to any
  note: tell @BotFather /setjoingroups, the bot, Enable
Telegram offers: none: inline mode is off, and with it answers that nobody else reads in groups
  note: tell @BotFather /setinline, the bot, and a text such as: 24
Telegram updates: go to a web hook, perhaps of another program
  note: nothing: the bot removes it when it starts; see that the other program does not set it again
Telegram commands: 2 registered, 1 missing
  note: start the bot: it registers them
Telegram invitation: https://t.me/reckon_bot?startgroup=play
`},
		"refused": {map[string]string{"getMe": "refused"}, `Telegram token: refused
  wrong: copy TELEGRAM_TOKEN from @BotFather anew: /mybots, the bot, API Token
`},
	} {
		if got := examined(t, "", c.answers); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// The inspection says whether updates arrive at the configured address.
func TestInspectWebhook(t *testing.T) {
	const address = "https://bot.example.org/telegram"
	set := `"url":"` + address + `","max_connections":100,"allowed_updates":` + allowedUpdates
	for name, c := range map[string]struct{ hook, want string }{
		"not set":   {`{"url":""}`, "are not posted to " + address + "\n  note: start the bot"},
		"elsewhere": {`{"url":"https://other.example.org/"}`, "are not posted to " + address + "\n  note: start the bot"},
		"well":      {`{` + set + `,"pending_update_count":2,"last_error_date":1000,"last_error_message":"long ago"}`, "are posted to " + address + "; 2 wait\n"},
		"failing": {fmt.Sprintf(`{%s,"pending_update_count":2,"last_error_date":%d,"last_error_message":"Connection refused"}`, set, time.Now().Unix()),
			"2 wait, since posting them failed: Connection refused\n  wrong: see that " + address + " is reached from outside"},
	} {
		got := examined(t, address, map[string]string{
			"getMe": `{"id":42,"is_bot":true,"username":"reckon_bot"}`, "getWebhookInfo": c.hook, "getMyCommands": `[]`,
		})
		if !strings.Contains(got, "Telegram updates: "+c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, got, c.want)
		}
	}
}

func TestInspectOutOfReach(t *testing.T) {
	f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Outfit: through(noLookup)})
	if err != nil {
		t.Fatal(err)
	}
	found := f.Inspect(t.Context(), nil)
	if len(found) != 1 || found[0].Well() || strings.Contains(found[0].Found, "SECRET") {
		t.Errorf("%+v", found)
	}
}

// Something else answers: a site, or another API.
func TestInspectOtherServer(t *testing.T) {
	for _, answer := range []struct {
		status int
		text   string
	}{
		{200, "<!doctype html>"}, {404, "<html>not here"}, {404, `{"detail":"Not Found"}`},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(answer.status)
			fmt.Fprint(w, answer.text)
		}))
		f, err := New(Config{Token: telegramtest.Token, APIURL: s.URL})
		if err != nil {
			t.Fatal(err)
		}
		found := f.Inspect(t.Context(), nil)
		if len(found) != 1 || !strings.HasPrefix(found[0].Remedy, "correct TELEGRAM_API_URL") {
			t.Errorf("%d %s: %+v", answer.status, answer.text, found)
		}
		s.Close()
	}
}
