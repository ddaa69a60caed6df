package telegram

import (
	"encoding/base64"
	"errors"
	"maps"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// The page's links into a room begin with the address of the Mini App. There is none before the bot is connected, nor
// where there is no Mini App.
func TestApplication(t *testing.T) {
	f, err := New(Config{Token: "123:abc", APIURL: "http://127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Application(); got != "" {
		t.Errorf("before it is connected: %s", got)
	}
	for name, want := range map[string]string{"": "", "play": "https://t.me/reckon_bot/play"} {
		me := account{page: "https://reckon.example/play"}
		me.UserName = "reckon_bot"
		me.setApp(name)
		f.me.Store(&me)
		if got := f.Application(); got != want {
			t.Errorf("a Mini App named %q: %q, want %q", name, got, want)
		}
	}
}

// Only fields that Telegram has signed for this bot a short time ago prove who opened the page, and
// for which press.
func TestProve(t *testing.T) {
	const token, other = "123:abc", "124:abc"
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	ann := telegramtest.Person{ID: 7, Name: "Ann", Username: "ann", Language: "zh-hans"}
	f, err := New(Config{Token: token, APIURL: "http://127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	start := base64.RawURLEncoding.EncodeToString([]byte("v2 answer 17 ~abcdefgh"))
	right := telegramtest.InitData(token, ann, start, now.Add(-time.Minute))
	r, err := f.Prove(t.Context(), chat.Proof{Proof: right}, now)
	if err != nil {
		t.Fatal(err)
	}
	if r.Person.ID != "7" || r.Person.Name != "Ann" || r.Locale != "zh-hans" || r.Place.Community != "7" || !r.Place.Private || r.Input.Data != "v2 answer 17 ~abcdefgh" {
		t.Errorf("who opened it: %+v", r)
	}
	fields, err := url.ParseQuery(right)
	if err != nil {
		t.Fatal(err)
	}
	change := func(name, value string) string {
		changed := maps.Clone(fields)
		if value == "" {
			changed.Del(name)
		} else {
			changed.Set(name, value)
		}
		return changed.Encode()
	}
	bot := ann
	bot.ID = 0
	for name, proof := range map[string]string{
		"nothing":         "",
		"no query":        "%zz",
		"another's":       change("user", `{"id":8,"first_name":"Eve"}`),
		"another bot's":   telegramtest.InitData(other, ann, start, now),
		"no hash":         change("hash", ""),
		"a short hash":    change("hash", fields.Get("hash")[:32]),
		"another start":   change("start_param", "djIgYW5zd2VyIDE4"),
		"a date changed":  change("auth_date", "1773057000"),
		"a field more":    right + "&chat_type=group",
		"a field twice":   right + "&user=" + url.QueryEscape(fields.Get("user")),
		"a hash twice":    right + "&hash=" + fields.Get("hash"),
		"old":             telegramtest.InitData(token, ann, "", now.Add(-time.Hour-time.Second)),
		"of tomorrow":     telegramtest.InitData(token, ann, "", now.Add(2*time.Minute)),
		"nobody":          telegramtest.InitData(token, bot, "", now),
		"without a date":  telegramtest.Sign(token, url.Values{"user": {fields.Get("user")}}),
		"without a user":  telegramtest.Sign(token, url.Values{"auth_date": {fields.Get("auth_date")}}),
		"a user of words": telegramtest.Sign(token, url.Values{"auth_date": {fields.Get("auth_date")}, "user": {"Ann"}}),
	} {
		if r, err := f.Prove(t.Context(), chat.Proof{Proof: proof}, now); !errors.Is(err, chat.ErrProof) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	// The data of a link may be anything. Only the data of a button is accepted.
	if r, err := f.Prove(t.Context(), chat.Proof{Proof: telegramtest.InitData(token, ann, "not+base64", now)}, now); err != nil || r.Input.Data != "" {
		t.Errorf("a start of somebody's own: %+v, %v", r, err)
	}
}

// Telegram says who is in a group. If it hides the members, everybody counts as a member.
func TestBelongs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Outfit: through(s)})
		if err != nil {
			t.Fatal(err)
		}
		s.SetRole(-5, 8, "left")
		for _, c := range []struct {
			person string
			fault  *telegramtest.Fault
			want   bool
		}{
			{"7", nil, true}, {"8", nil, false},
			{"7", telegramtest.Refusal(400, "Bad Request: member list is inaccessible"), true},
			{"7", telegramtest.Refusal(400, "Bad Request: PARTICIPANT_ID_INVALID"), false},
			{"7", telegramtest.Refusal(403, "Forbidden: bot was kicked from the group chat"), false},
		} {
			if c.fault != nil {
				s.FailNext("getChatMember", 1, c.fault)
			}
			if got, err := f.Belongs(t.Context(), "-5", c.person); got != c.want || err != nil {
				t.Errorf("%s, %v: %v, %v", c.person, c.fault, got, err)
			}
		}
		s.FailNext("getChatMember", 1, &telegramtest.Fault{})
		if _, err := f.Belongs(t.Context(), "-5", "7"); err == nil {
			t.Error("a network that is down says who belongs")
		}
	})
}

func FuzzProve(f *testing.F) {
	front, err := New(Config{Token: "123:abc", APIURL: "http://127.0.0.1"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("user=%7B%7D&hash=00&auth_date=1")
	f.Add(strings.Repeat("a=b&", 100))
	f.Fuzz(func(t *testing.T, proof string) {
		if _, err := front.Prove(t.Context(), chat.Proof{Proof: proof}, time.Now()); !errors.Is(err, chat.ErrProof) {
			t.Errorf("%q proves somebody", proof)
		}
	})
}
