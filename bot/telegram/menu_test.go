package telegram

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// Telegram takes languages of two letters. If several languages of the menu have the same two letters, it
// gets the more common one, whatever their order.
func TestMenuLanguages(t *testing.T) {
	menu := []chat.MenuCommand{{Name: "help", About: map[string]string{
		"en": "", "fil": "", "de": "", "uz-Cyrl": "", "uz-Latn": "", "zh-Hans": "", "zh-Hant": "",
	}}}
	want := []menuLanguage{{"", "en"}, {"de", "de"}, {"uz", "uz-Latn"}, {"zh", "zh-Hans"}}
	if got := languages(chat.Languages(menu)); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMenu(t *testing.T) {
	about := func(s string) map[string]string { return map[string]string{"en": s, "zh-Hans": "中" + s} }
	menu := []chat.MenuCommand{{Name: "24", About: about("play")}, {Name: "stats"}, {Name: "settings", About: about("set")}}
	for _, tt := range []struct {
		name  string
		fail  int
		first string
	}{
		{"taken", 0, `[{"command":"24","description":"play"},{"command":"stats","description":"stats"},{"command":"settings","description":"set"}]`},
		{"refused", 1, `[{"command":"game24","description":"play"},{"command":"stats","description":"stats"},{"command":"settings","description":"set"}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				s.FailNext("setMyCommands", tt.fail, telegramtest.Refusal(400, "Bad Request: BOT_COMMAND_INVALID"))
				b := start(t, s, &handler{answer: always(say("hi")), menu: menu})
				after(time.Second)
				calls := s.Calls("setMyCommands")
				if want := 6 + tt.fail; len(calls) != want {
					t.Fatalf("%d calls, want %d: three scopes, two languages", len(calls), want)
				}
				calls = calls[tt.fail:]
				if got := calls[0].Get("commands"); got != tt.first || calls[0].Get("language_code") != "" {
					t.Errorf("first %v", calls[0].Values)
				}
				if p := calls[3].Values; p.Get("language_code") != "zh" || !strings.Contains(p.Get("commands"), "中set") {
					t.Errorf("fourth %v, want those of private chats in Chinese", p)
				}
				b.end()
			})
		})
	}
}

// The button beside the text field opens the page. If there is no page any more, it shows the
// commands again.
func TestMenuButton(t *testing.T) {
	menu := []chat.MenuCommand{{Name: "play", Page: true}}
	for page, want := range map[string]string{
		"":                       `{"type":"default"}`,
		"https://b.example/play": `{"text":"Play","type":"web_app","web_app":{"url":"https://b.example/play"}}`,
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newServer()
			f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Outfit: through(s)})
			if err != nil {
				t.Fatal(err)
			}
			f.register(t.Context(), menu, page)
			if calls := s.Calls("setChatMenuButton"); len(calls) != 1 || calls[0].Get("menu_button") != want {
				t.Errorf("%q: %v", page, calls)
			}
		})
	}
}

// An alias is a prefix before a name that begins with a digit. In any other name the same letters are a
// part of the name.
func TestTrueName(t *testing.T) {
	for name, want := range map[string]string{"game24": "24", "game3d": "3d", "game0": "0", "game9": "9", "gamer2": "gamer2", "game": "game", "24": "24"} {
		if got := trueName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
