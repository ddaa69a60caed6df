package web

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

// A notingBot keeps the last request.
type notingBot struct {
	chat.PageHandler
	last chat.Request
	did  bool
}

func (*notingBot) Routes(chat.Site) []chat.Route { return nil }

func (b *notingBot) Do(_ context.Context, r chat.Request) (chat.Reply, bool, error) {
	b.last = r
	b.did = true
	return chat.Reply{}, false, nil
}

func (*notingBot) View(context.Context, chat.Request, bool) (chat.View, error) {
	return chat.View{}, nil
}

// Whatever is posted as an act is carried out as that of the session's person, and within limits, or refused.
func FuzzAct(f *testing.F) {
	for _, body := range []string{
		`{"key":"12345678","text":"8/(3-8/3)","taps":9}`,
		`{"key":"12345678","press":"h:1"}`,
		`{"key":"12345678","press":"a:1","text":"8*3"}`,
		`{"key":"12345678","command":"DAILY","day":true}`,
		`{"key":"12345678","open":"p24:3,3,8,8","round":"x","dark":true}`,
		`{"key":"1","text":"8"}`,
		`{"key":"12345678","taps":-1,"text":"\u0000"}`,
		`{"key":"12345678","person":{"id":"bob"},"place":{"community":"c"},"text":"8"}`,
		`[]`, `{"key":`, ``,
	} {
		f.Add([]byte(body))
	}
	bot := &notingBot{}
	now := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	page, err := New(Config{
		Bot:    bot,
		Broker: struct{ chat.Broker }{},
		Live:   new(live.Hub),
		Secret: bytes.Repeat([]byte("k"), 32),
		Now:    func() time.Time { return now },
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		// Nobody is too quick.
		now = now.Add(time.Hour)
		bot.did = false
		token, err := page.seal("session", session{
			Place:  chat.Place{Network: Network, Private: true},
			Person: chat.Person{Network: Network, ID: "ann"},
			Until:  now.Add(sessionFor),
		})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("POST", "/play/act", bytes.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		page.Routes()["POST /play/act"](w, r)

		if !bot.did {
			if w.Code < 400 || w.Code >= 500 || w.Code == http.StatusTooManyRequests || w.Code == http.StatusUnauthorized {
				t.Errorf("nothing is done, and the answer is %d %s", w.Code, w.Body)
			}
			return
		}
		if w.Code != http.StatusOK {
			t.Errorf("it is done, and the answer is %d %s", w.Code, w.Body)
		}
		did := bot.last
		if did.Person.ID != "ann" || did.Place.Community != "" || !did.Place.Private {
			t.Errorf("somebody else acts, or elsewhere: %+v", did)
		}
		key, isAnns := strings.CutPrefix(did.Key, "web:"+Network+":ann:")
		if !isAnns || len(key) < 8 || len(key) > 64 || strings.ContainsAny(key, ": \n") {
			t.Errorf("the key is %q", did.Key)
		}
		if len(did.Input.Text) > maxText || len(did.Input.Data) > maxData || len(did.Input.Name) > 2*maxData || did.Input.Taps < 0 {
			t.Errorf("too long: %+v", did.Input)
		}
	})
}

// Whatever people call themselves is one cell of the table, and no formula.
func FuzzTableLine(f *testing.F) {
	f.Add("Ann", "5")
	f.Add("=1+1", `"`)
	f.Add(`";=1`, "\r\n@x")
	f.Add("＝", "\t−")
	f.Fuzz(func(t *testing.T, name, other string) {
		rows, err := csv.NewReader(strings.NewReader(tableLine([]string{name, other}))).ReadAll()
		if err != nil || len(rows) != 1 || len(rows[0]) != 2 {
			t.Fatalf("%q and %q are %q, %v", name, other, rows, err)
		}
		for _, cell := range rows[0] {
			if strings.ContainsAny(cell, ";|\t\r\n") {
				t.Errorf("%q has a separator", cell)
			}
			if cell != "" && strings.ContainsRune("=+-@＝＋－＠−", []rune(cell)[0]) {
				t.Errorf("%q is a formula", cell)
			}
		}
	})
}
