package telegram

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

func TestNewRefuses(t *testing.T) {
	for _, c := range []Config{
		{Token: ""}, {Token: "SECRET"}, {Token: "12:SECRET\n"}, {Token: "12:SEC/RET"},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("New(%+v) took it", c)
		} else if strings.Contains(err.Error(), "SECRET") {
			t.Errorf("the error %q tells a secret", err)
		}
	}
}

func TestTokenRefused(t *testing.T) {
	for _, code := range []int{401, 404} {
		for _, method := range []string{"getMe", "getUpdates"} {
			t.Run(fmt.Sprint(method, code), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newServer()
					s.FailNext(method, 1, telegramtest.Refusal(code, http.StatusText(code)))
					b := start(t, s, &handler{answer: always(say("hi"))})
					if err := <-b.done; !errors.Is(err, errToken) {
						t.Errorf("Run ended with %v", err)
					}
				})
			})
		}
	}
}

func TestNetworkDownAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("getMe", 6, &telegramtest.Fault{})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		if _, err := b.deliver(post("5", say("hi"))); !errors.As(err, new(*chat.RetryError)) {
			t.Errorf("Deliver before connecting: %v, want a RetryError", err)
		}
		after(2 * time.Minute)
		if len(s.Calls("getUpdates")) == 0 {
			t.Error("gave up")
		}
		if n := strings.Count(b.log.String(), "trying again"); n != 6 {
			t.Errorf("%d failures in the log, want 6", n)
		}
		b.end()
	})
}

// A network that lets only some calls through is waited for as well.
func TestNetworkHalfDownAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("deleteWebhook", 40, &telegramtest.Fault{})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Hour)
		if len(s.Calls("getUpdates")) == 0 {
			t.Errorf("gave up\n%s", b.log)
		}
		b.end()
	})
}

func TestStopsWhileNetworkIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("getMe", 1000, &telegramtest.Fault{})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Minute)
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
}

// The real client's errors hold the address, and the address the token.
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
		f, err := New(Config{Token: telegramtest.Token, APIURL: tt.url, Logger: slog.New(slog.DiscardHandler), Client: noLookup()})
		if err != nil {
			t.Fatal(err)
		}
		err = f.call(t.Context(), nil, tt.method, nil)
		if err == nil || strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), tt.url+"/bot") {
			t.Errorf("%s: %v", tt.method, err)
		}
	}
}

// noLookup is a client whose own error holds the path for names that are none.
func noLookup() *http.Client {
	return &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Hostname(), ".invalid") {
			return nil, errors.New("no such host for " + r.URL.Path)
		}
		return http.DefaultTransport.RoundTrip(r)
	})}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Deliver tries once, whatever comes of it: what a failure means is for the caller
// to see.
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
		return func(err error) bool {
			var e *chat.GoneError
			return errors.As(err, &e) && e.What == what && errors.Is(err, chat.ErrGone) && !errors.As(err, new(*chat.RefusedError))
		}
	}
	mistake := func(err error) bool {
		return errors.As(err, new(*chat.RefusedError)) && !errors.Is(err, chat.ErrGone)
	}
	other := func(err error) bool {
		return err != nil && !errors.Is(err, chat.ErrGone) && !retry(err) && !moved(err) && !mistake(err)
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

// endless is an answer that never ends.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	e.read += len(b)
	return copy(b, bytes.Repeat([]byte(" "), len(b))), nil
}

func TestAnswerWithoutEnd(t *testing.T) {
	body := &endless{}
	f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Client: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(body), Request: r}, nil
	})}})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.call(t.Context(), nil, "getMe", nil); err == nil || body.read > 2*maxBody {
		t.Errorf("%v after %d bytes", err, body.read)
	}
}

// A wait that is long is the caller's, who has others to serve meanwhile.
func TestDeliverHandsLongWaitsBack(t *testing.T) {
	for _, bulk := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := start(t, newServer(), &handler{answer: always(say("hi"))})
			after(time.Second)
			d := post("-5", say("hi"))
			d.Bulk = bulk
			var posted int
			var retry *chat.RetryError
			for retry == nil && posted < 100 {
				begun, told := time.Now(), b.f.Pace(d, 0)
				_, err := b.deliver(d)
				if err != nil && !errors.As(err, &retry) {
					t.Fatal(err)
				}
				// Bulk waits for the others of its kind as well, of which nothing is told.
				waited := time.Since(begun)
				if waited > patience || retry == nil && (waited < told || !bulk && waited > told) {
					t.Errorf("bulk %v, message %d: waited %v, was told %v", bulk, posted, waited, told)
				}
				posted++
			}
			if posted != groupMinute+1 || retry == nil || retry.After < 30*time.Second {
				t.Fatalf("bulk %v, message %d: %v; want the 21st to wait for the next minute", bulk, posted, retry)
			}
			if told := b.f.Pace(d, 0); told != retry.After {
				t.Errorf("bulk %v: to wait %v, told was %v", bulk, retry.After, told)
			}
			after(retry.After)
			if _, err := b.deliver(d); err != nil {
				t.Errorf("bulk %v, after the wait: %v", bulk, err)
			}
			b.end()
		})
	}
}

// What is secret is not even sent unsolicited to a place where others read.
func TestDeliverRefusesSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, r := newServer(), say("8/3")
		r.Audience = chat.Secret
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		for _, d := range []chat.Delivery{post("-5", r), edit("-5", "9", r)} {
			if m, err := b.deliver(d); !errors.Is(err, chat.ErrElsewhere) || !m.IsZero() {
				t.Errorf("%+v: %v, %v", d.Message, m, err)
			}
		}
		if n := len(s.Calls("sendMessage")) + len(s.Calls("editMessageText")); n > 0 {
			t.Errorf("%d calls", n)
		}
		private := post("5", r)
		private.Place.Private = true
		if _, err := b.deliver(private); err != nil {
			t.Errorf("in private: %v", err)
		}
		b.end()
	})
}

func TestSilenceMakesNoCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		silent := chat.Reply{Silent: true}
		for _, d := range []chat.Delivery{post("-5", silent), edit("-5", "9", silent), answering(t, typed(-5, 1, "/24"), silent)} {
			if m, err := b.deliver(d); err != nil || !m.IsZero() {
				t.Errorf("%v, %v", m, err)
			}
		}
		if n := len(s.Calls("sendMessage")) + len(s.Calls("editMessageText")); n > 0 {
			t.Errorf("%d calls", n)
		}
		b.end()
	})
}

func TestFloodKeepsChatQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		s.FailNext("sendMessage", 1, telegramtest.TooMany(30))
		all := []chat.Delivery{
			post("-5", say("hi")), post("-5", say("hi")), edit("-5", "9", say("hi")), answering(t, typed(-5, 1, "/24"), say("hi")),
		}
		for i, d := range all { // only the first may be a call
			var retry *chat.RetryError
			if _, err := b.deliver(d); !errors.As(err, &retry) || retry.After != 30*time.Second {
				t.Errorf("delivery %d: %v, want it to wait 30 s", i, err)
			}
			if wait := b.f.Pace(d, 0); wait != 30*time.Second {
				t.Errorf("delivery %d is told to wait %v", i, wait)
			}
		}
		if n := len(s.Calls("sendMessage")) + len(s.Calls("editMessageText")); n != 1 {
			t.Errorf("%d calls, want 1", n)
		}
		b.end()
	})
}

// Telegram takes languages of two letters. Of several that share one the more
// common is taken, whatever their order.
func TestMenuLanguages(t *testing.T) {
	menu := []chat.MenuCommand{{Name: "help", About: map[string]string{
		"en": "", "fil": "", "de": "", "uz-Cyrl": "", "uz-Latn": "", "zh-Hans": "", "zh-Hant": "",
	}}}
	want := []menuLanguage{{"", "en"}, {"de", "de"}, {"uz", "uz-Latn"}, {"zh", "zh-Hans"}}
	if got := menuLanguages(menu); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMenu(t *testing.T) {
	about := func(s string) map[string]string { return map[string]string{"en": s, "zh-Hans": "中" + s} }
	menu := []chat.MenuCommand{{Name: "24", About: about("play")}, {Name: "stats"}, {Name: "settings", About: about("set"), Admin: true}}
	for _, tt := range []struct {
		name  string
		fail  int
		first string
	}{
		{"taken", 0, `[{"command":"24","description":"play"},{"command":"stats","description":"stats"}]`},
		{"refused", 1, `[{"command":"game24","description":"play"},{"command":"stats","description":"stats"}]`},
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
					t.Errorf("fourth %v, want the administrators' commands in Chinese", p)
				}
				b.end()
			})
		})
	}
}
