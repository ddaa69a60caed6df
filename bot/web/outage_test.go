package web_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/web"
	"reckon/bot/web/webtest"
	"reckon/storage/storetest"
)

// An absent handler is a bot without its database.
type absent struct{ chat.PageHandler }

var errAbsent = errors.New("the database is away")

func (absent) Do(context.Context, chat.Request) (chat.Reply, bool, error) {
	return chat.Reply{}, false, errAbsent
}
func (absent) View(context.Context, chat.Request, bool) (chat.View, error) {
	return chat.View{}, errAbsent
}
func (absent) Value(context.Context, chat.Request) (chat.Value, bool, error) {
	return chat.Value{}, false, errAbsent
}
func (absent) Enter(context.Context, string, time.Time) (chat.Request, error) {
	return chat.Request{}, errAbsent
}
func (absent) Card(context.Context, chat.Request, int) (chat.Offer, bool, error) {
	return chat.Offer{}, false, errAbsent
}

// While the database is away, every route says that the request should be made again, and the log says why.
func TestAbsentDatabase(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	ann := s.visit(map[string]string{"network": "club", "proof": "Ann", "locale": "en"})
	var log strings.Builder
	c := s.page.Config
	c.Bot, c.Logger = absent{s.bot}, slog.New(slog.NewTextHandler(&log, nil))
	page, err := web.New(c)
	if err != nil {
		t.Fatal(err)
	}
	handler := webtest.Handler(page)
	for _, x := range []struct{ method, path, body string }{
		{"POST", "/play/session", `{"network":"club","proof":"Ann"}`},
		{"POST", "/play/session", `{"network":"web","proof":"a pass"}`},
		{"POST", "/play/act", `{"key":"one-that-is-new","text":"hint"}`},
		{"POST", "/play/share", `{"day":1}`},
		{"GET", "/play/view", ""},
		{"GET", "/play/value?text=1", ""},
		{"GET", "/play/watch", ""},
	} {
		r := httptest.NewRequest(x.method, x.path, strings.NewReader(x.body))
		w := httptest.NewRecorder()
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+ann.Token)
		handler.ServeHTTP(w, r)
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "busy") || w.Header().Get("Access-Control-Expose-Headers") != "Retry-After" {
			t.Errorf("%s %s: %d %v %s", x.method, x.path, w.Code, w.Header(), w.Body)
		}
	}
	// The bot itself logs the other errors.
	if n := strings.Count(log.String(), errAbsent.Error()); n != 3 {
		t.Errorf("the log has %d of 3:\n%s", n, &log)
	}
}
