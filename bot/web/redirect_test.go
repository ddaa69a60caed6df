package web_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
	"reckon/bot/web"
	"reckon/bot/web/webtest"
)

// hostile are names by which somebody might lead a browser to another site.
var hostile = []string{
	"http:evil.example",
	"https:evil.example#7",
	"HTTP:evil.example",
	"javascript:alert(1)",
	"data:text/html,evil",
	"http://evil.example/",
	"//evil.example",
	"///evil.example#7",
	"/\\evil.example",
	"\\\\evil.example",
	"http:\\\\evil.example",
	"%2F%2Fevil.example",
	"%68ttp:evil.example",
	"http%3Aevil.example",
	"\thttp:evil.example",
	"ht\ntp:evil.example",
	"./http:evil.example",
	"..//evil.example",
	"@evil.example",
	"?//evil.example",
	"2016#//evil.example",
	"2016\r\nLocation: http://evil.example",
	"24:3,3,8,8",
	":",
}

// A bareBot is a bot without features.
type bareBot struct{ chat.PageHandler }

func (bareBot) Routes(chat.Site) []chat.Route { return nil }

// staysOnSite reports whether a browser that follows a link stays at its origin. Browsers read a
// backslash as a slash, and pass over tabs and line breaks.
func staysOnSite(t *testing.T, at, link string) bool {
	t.Helper()
	if strings.ContainsAny(link, "\\\t\r\n") {
		return false
	}
	from, err := url.Parse("https://reckon.example" + at)
	if err != nil {
		t.Fatal(err)
	}
	to, err := from.Parse(link)
	return err == nil && to.Scheme == from.Scheme && to.Host == from.Host && !strings.HasPrefix(to.EscapedPath(), "//")
}

// No redirect leads to another site, whatever room somebody looks for.
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
	for _, name := range hostile {
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
		if len(to) > 1 || !staysOnSite(t, address, to[0]) {
			t.Errorf("%s leads to %q", address, to)
		}
	}
	if redirects < len(hostile) {
		t.Errorf("only %d addresses lead anywhere", redirects)
	}
}
