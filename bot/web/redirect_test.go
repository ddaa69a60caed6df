package web_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
	"reckon/bot/web"
	"reckon/bot/web/sitetest"
	"reckon/bot/web/webtest"
)

// A bareBot is a bot without features.
type bareBot struct{ chat.PageHandler }

func (bareBot) Routes(chat.Site) []chat.Route { return nil }

// No redirect leads to another site, whatever room people look for.
func TestRedirectsStayOnSite(t *testing.T) {
	page, err := web.New(web.Config{
		Bot:    bareBot{},
		Broker: struct{ chat.Broker }{},
		Live:   new(live.Hub),
		Secret: bytes.Repeat([]byte("k"), 32),
		Now:    time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := webtest.Handler(page)
	var addresses []string
	for _, name := range sitetest.Hostile {
		addresses = append(addresses,
			"/r/"+url.PathEscape(name),
			"//"+url.PathEscape(name)+"/..//play",
		)
	}
	redirects := 0
	for _, address := range addresses {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "https://reckon.example"+address, nil))
		to := answer.Header()["Location"]
		if len(to) == 0 {
			continue
		}
		redirects++
		if len(to) > 1 || !sitetest.Stays(t, address, to[0]) {
			t.Errorf("%s leads to %q", address, to)
		}
	}
	if redirects < len(sitetest.Hostile) {
		t.Errorf("only %d addresses lead anywhere", redirects)
	}
}
