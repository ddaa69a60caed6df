package telegram

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// The errors of net/http hold the address, and the address holds the token.
func TestTokenStaysOutOfErrors(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/cut"):
			panic(http.ErrAbortHandler)
		case strings.HasSuffix(r.URL.Path, "/redirect"):
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		case strings.HasSuffix(r.URL.Path, "/elsewhere"):
			t.Error("a redirect was followed")
		default:
			_, _ = io.WriteString(w, "no JSON")
		}
	}))
	defer srv.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for _, tt := range []struct{ url, method string }{
		{srv.URL, "cut"}, {srv.URL, "redirect"}, {srv.URL, "nonsense"}, {gone.URL, "getMe"}, {"http://nowhere.invalid", "getMe"},
	} {
		f, err := New(Config{Token: telegramtest.Token, APIURL: tt.url, Outfit: through(noLookup)})
		if err != nil {
			t.Fatal(err)
		}
		err = f.call(t.Context(), nil, tt.method, nil)
		if err == nil || strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), tt.url+"/bot") {
			t.Errorf("%s: %v", tt.method, err)
		}
	}
}

// If a proxy answers with a page, the error has the status.
func TestPageOfAProxy(t *testing.T) {
	s := newServer()
	s.Fail(func(telegramtest.Call) *telegramtest.Fault {
		return &telegramtest.Fault{Code: http.StatusBadGateway, Body: "<html>Bad Gateway</html>"}
	})
	f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Outfit: through(s)})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.call(t.Context(), nil, "getMe", nil); err == nil || !strings.Contains(err.Error(), "getMe: HTTP 502 Bad Gateway") {
		t.Error(err)
	}
}

// noLookup knows no names of hosts, and its errors have the path.
var noLookup = transport(func(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Hostname(), ".invalid") {
		return nil, errors.New("no such host for " + r.URL.Path)
	}
	return http.DefaultTransport.RoundTrip(r)
})

// through returns an Outfit whose calls go through t.
func through(t http.RoundTripper) chat.Outfit {
	return chat.Outfit{Transport: func(http.RoundTripper) http.RoundTripper { return t }}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Deliver makes one attempt. Its error says how the attempt ended.
func TestDeliverErrors(t *testing.T) {
	retry := func(err error) bool {
		var r *chat.RetryError
		return errors.As(err, &r) && r.After == 4*time.Second
	}
	moved := func(err error) bool {
		var m *chat.MovedError
		return errors.As(err, &m) && m.To == "-100"
	}
	gone := func(what chat.Gone) func(error) bool {
		return func(err error) bool { return chat.GoneBy(err) == what }
	}
	mistake := func(err error) bool {
		return errors.As(err, new(*chat.RefusedError)) && chat.GoneBy(err) == ""
	}
	other := func(err error) bool {
		return err != nil && chat.GoneBy(err) == "" && !retry(err) && !moved(err) && !mistake(err)
	}
	tests := []struct {
		desc  string
		fault *telegramtest.Fault
		is    func(error) bool
	}{
		{"blocked", telegramtest.Refusal(403, "Forbidden: bot was blocked by the user"), gone(chat.GoneCommunity)},
		{"kicked", telegramtest.Refusal(403, "Forbidden: bot was kicked from the supergroup chat"), gone(chat.GoneCommunity)},
		{"no chat", telegramtest.Refusal(400, "Bad Request: chat not found"), gone(chat.GoneCommunity)},
		{"no rights", telegramtest.Refusal(400, "Bad Request: have no rights to send a message"), gone(chat.GoneRight)},
		{"muted", telegramtest.Refusal(400, "Bad Request: not enough rights to send text messages to the chat"), gone(chat.GoneRight)},
		{"muted, as a 403", telegramtest.Refusal(403, "Forbidden: CHAT_WRITE_FORBIDDEN"), gone(chat.GoneRight)},
		{"topic closed", telegramtest.Refusal(400, "Bad Request: TOPIC_CLOSED"), gone(chat.GoneThread)},
		{"topic deleted", telegramtest.Refusal(400, "Bad Request: message thread not found"), gone(chat.GoneThread)},
		{"message deleted", telegramtest.Refusal(400, "Bad Request: message to edit not found"), gone(chat.GoneMessage)},
		{"message too old", telegramtest.Refusal(400, "Bad Request: message can't be edited"), gone(chat.GoneMessage)},
		{"a page of a proxy", &telegramtest.Fault{Code: 403, Body: "<html>"}, other},
		{"flood", telegramtest.TooMany(4), retry},
		{"migrated", telegramtest.Moved(-100), moved},
		{"our mistake", telegramtest.Refusal(400, "Bad Request: can't parse entities"), mistake},
		{"too much", telegramtest.Refusal(413, "Request Entity Too Large"), mistake},
		{"too much, says a proxy", &telegramtest.Fault{Code: 413, Body: "<html>Request Entity Too Large</html>"}, other},
		{"server", telegramtest.Refusal(500, "Internal Server Error"), other},
		{"gateway", &telegramtest.Fault{Code: 502, Body: "<html>"}, other},
		{"network", &telegramtest.Fault{}, other},
	}
	for _, tt := range tests {
		t.Run(tt.desc, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				b := start(t, s, &handler{answer: always(say("hi"))})
				after(time.Second)
				for _, d := range []struct {
					name, method string
					chat.Delivery
				}{
					{"reply", "sendMessage", answering(t, typed(-5, 1, "/24"), say("hi"))},
					{"post", "sendMessage", post("-5", say("hi"))},
					{"edit", "editMessageText", edit("-5", "9", say("hi"))},
				} {
					s.FailNext(d.method, 1, tt.fault)
					calls := len(s.Calls(d.method))
					if m, err := b.deliver(d.Delivery); !tt.is(err) || d.Message.IsZero() && !m.IsZero() {
						t.Errorf("%s: %v, %v", d.name, m, err)
					}
					if n := len(s.Calls(d.method)) - calls; n != 1 {
						t.Errorf("%s: %d calls", d.name, n)
					}
					after(5 * time.Second)
				}
				b.end()
			})
		})
	}
}

// endless is a body that never ends.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	e.read += len(b)
	return copy(b, bytes.Repeat([]byte(" "), len(b))), nil
}

func TestAnswerWithoutEnd(t *testing.T) {
	body := &endless{}
	f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Outfit: through(transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(body), Request: r}, nil
	}))})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.call(t.Context(), nil, "getMe", nil); err == nil || body.read > 2*maxBody {
		t.Errorf("%v after %d bytes", err, body.read)
	}
}
