package telegram

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot"
)

func TestNewRefuses(t *testing.T) {
	for _, c := range []Config{
		{Token: ""}, {Token: "SECRET"}, {Token: "12:SECRET\n"}, {Token: "12:SEC/RET"},
		{Token: testToken, APIURL: "api.telegram.org"}, {Token: testToken, APIURL: "ftp://x"}, {Token: testToken, APIURL: "http://x/?a=b"},
		{Token: testToken, APIURL: "http://SECRET:%zz"},
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
					s.fail(method, 1, code, refused(code, http.StatusText(code), ""))
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
		s.fail("getMe", 6, 0, "")
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		if _, err := b.f.Post(t.Context(), bot.Chat{ID: "5"}, "n", say("hi")); !errors.As(err, new(*bot.RetryError)) {
			t.Errorf("Post before connecting: %v, want a RetryError", err)
		}
		after(2 * time.Minute)
		if len(s.made("getUpdates")) == 0 {
			t.Error("gave up")
		}
		if n := strings.Count(b.log.String(), "trying again"); n != 6 {
			t.Errorf("%d failures in the log, want 6", n)
		}
		b.end()
	})
}

func TestStopsWhileNetworkIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.fail("getMe", 1000, 0, "")
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
		f, err := New(Config{Token: testToken, APIURL: tt.url, Logger: slog.New(slog.DiscardHandler), Client: noLookup()})
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.call(t.Context(), tt.method, nil)
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

func TestPostAndEditErrors(t *testing.T) {
	retry := func(err error) bool {
		var r *bot.RetryError
		return errors.As(err, &r) && r.After == 4*time.Second
	}
	moved := func(err error) bool {
		var m *bot.MovedError
		return errors.As(err, &m) && m.To == "-100"
	}
	gone := func(err error) bool { return errors.Is(err, bot.ErrGone) }
	other := func(err error) bool { return err != nil && !gone(err) && !retry(err) && !moved(err) }
	tests := []struct {
		desc   string
		status int
		body   string
		is     func(error) bool
	}{
		{"blocked", 403, refused(403, "Forbidden: bot was blocked by the user", ""), gone},
		{"no chat", 400, refused(400, "Bad Request: chat not found", ""), gone},
		{"no rights", 400, refused(400, "Bad Request: have no rights to send a message", ""), gone},
		{"flood", 429, refused(429, "Too Many Requests", `{"retry_after":4}`), retry},
		{"migrated", 400, refused(400, "Bad Request: group chat was upgraded", `{"migrate_to_chat_id":-100}`), moved},
		{"our mistake", 400, refused(400, "Bad Request: can't parse entities", ""), other},
		{"network", 0, "", other},
	}
	for _, tt := range tests {
		t.Run(tt.desc, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				s.fail("sendMessage", 1, tt.status, tt.body)
				s.fail("editMessageText", 1, tt.status, tt.body)
				b := start(t, s, &handler{answer: always(say("hi"))})
				after(time.Second)
				if _, err := b.f.Post(t.Context(), bot.Chat{ID: "-5"}, "n", say("hi")); !tt.is(err) {
					t.Errorf("Post: %v", err)
				}
				after(5 * time.Second)
				if err := b.f.Edit(t.Context(), bot.Message{Chat: bot.Chat{ID: "-5"}, ID: "9"}, say("hi")); !tt.is(err) {
					t.Errorf("Edit: %v", err)
				}
				b.end()
			})
		})
	}
}

// Telegram's own limits, as PLATFORMS of the project and the FAQ give them.
func TestPace(t *testing.T) {
	tests := []struct {
		name    string
		private bool
		chats   int
		n       int // messages in each chat
		span    time.Duration
		most    int // in any such span and chat
		all     int // in any second, over all chats
	}{
		{"private", true, 1, 20, time.Second, 3, 4},
		{"group", false, 1, 50, time.Minute, 20, 4},
		{"many", true, 200, 1, time.Second, 1, 30},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPace()
				times, all := make([][]time.Time, tt.chats), make(chan time.Time, tt.chats*tt.n)
				done := make(chan struct{})
				for c := range tt.chats {
					go func() {
						for range tt.n {
							if err := p.wait(context.Background(), bot.Chat{ID: fmt.Sprint(c), Private: tt.private}, sends, time.Now().Add(time.Hour)); err != nil {
								t.Error(err)
							}
							times[c] = append(times[c], time.Now())
							all <- time.Now()
						}
						done <- struct{}{}
					}()
				}
				for range tt.chats {
					<-done
				}
				close(all)
				var whole []time.Time
				for at := range all {
					whole = append(whole, at)
				}
				for _, ts := range times {
					if n := busiest(ts, tt.span); n > tt.most {
						t.Errorf("%d messages within %v, at most %d", n, tt.span, tt.most)
					}
				}
				if n := busiest(whole, time.Second); n > tt.all {
					t.Errorf("%d messages within a second in all, at most %d", n, tt.all)
				}
			})
		})
	}
}

// A program that was ended and started anew sends no burst on top of what it sent
// before, and has its bursts again soon.
func TestPaceAfterRestart(t *testing.T) {
	begin := time.Unix(1_790_000_000, 0)
	p, c := newPace(), bot.Chat{ID: "5", Private: true}
	p.born = begin
	for i := range 4 {
		if d, ok := p.reserve(c, sends, begin, begin.Add(time.Hour)); !ok || d != time.Duration(i+1)*chatEvery {
			t.Errorf("message %d at once after the start goes out after %v", i+1, d)
		}
	}
	soon := begin.Add(chatBurst * chatEvery)
	if d, ok := p.reserve(bot.Chat{ID: "6", Private: true}, sends, soon, soon); !ok || d != 0 {
		t.Errorf("%v after the start a message waits %v", soon.Sub(begin), d)
	}
}

// busiest is the greatest number of times within a span; they are in order.
func busiest(ts []time.Time, span time.Duration) (most int) {
	for i, from := 0, 0; i < len(ts); i++ {
		for ts[i].Sub(ts[from]) >= span {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}

func TestPostHandsLongWaitsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		var posted int
		var retry *bot.RetryError
		for retry == nil && posted < 100 {
			_, err := b.f.Post(t.Context(), bot.Chat{ID: "-5"}, "n", say("hi"))
			if err != nil && !errors.As(err, &retry) {
				t.Fatal(err)
			}
			posted++
		}
		if posted != groupMinute+1 || retry == nil || retry.After < 30*time.Second {
			t.Errorf("message %d: %v; want the 21st to wait for the next minute", posted, retry)
		}
		after(retry.After)
		if _, err := b.f.Post(t.Context(), bot.Chat{ID: "-5"}, "n", say("hi")); err != nil {
			t.Errorf("after the wait: %v", err)
		}
		b.end()
	})
}

func TestFloodKeepsChatQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		s.fail("sendMessage", 1, 429, refused(429, "Too Many Requests", `{"retry_after":30}`))
		chat := bot.Chat{ID: "-5"}
		for range 2 { // only the first may be a call
			if _, err := b.f.Post(t.Context(), chat, "n", say("hi")); !errors.As(err, new(*bot.RetryError)) {
				t.Errorf("Post: %v, want a RetryError", err)
			}
		}
		if err := b.f.Edit(t.Context(), bot.Message{Chat: chat, ID: "9"}, say("hi")); !errors.As(err, new(*bot.RetryError)) {
			t.Errorf("Edit: %v, want a RetryError", err)
		}
		if n := len(s.made("sendMessage")) + len(s.made("editMessageText")); n != 1 {
			t.Errorf("%d calls, want 1", n)
		}
		b.end()
	})
}

func TestPaceForgetsIdleChats(t *testing.T) {
	p, now := newPace(), time.Unix(1_790_000_000, 0)
	for i := range 1000 {
		p.reserve(bot.Chat{ID: fmt.Sprint(i)}, sends, now, now)
	}
	p.reserve(bot.Chat{ID: "one more"}, sends, now.Add(3*minute), now.Add(3*minute))
	if n := len(p.chats); n != 1 {
		t.Errorf("%d chats remembered, want 1", n)
	}
}

func TestMenu(t *testing.T) {
	about := func(s string) map[string]string { return map[string]string{"en": s, "zh-Hans": "中" + s} }
	menu := []bot.MenuCommand{{Name: "24", About: about("play")}, {Name: "stats"}, {Name: "settings", About: about("set"), Admin: true}}
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
				s.fail("setMyCommands", tt.fail, 400, refused(400, "Bad Request: BOT_COMMAND_INVALID", ""))
				b := start(t, s, &handler{answer: always(say("hi")), menu: menu})
				after(time.Second)
				calls := s.made("setMyCommands")
				if want := 6 + tt.fail; len(calls) != want {
					t.Fatalf("%d calls, want %d: three scopes, two languages", len(calls), want)
				}
				calls = calls[tt.fail:]
				if got := calls[0].p.Get("commands"); got != tt.first || calls[0].p.Get("language_code") != "" {
					t.Errorf("first %v", calls[0].p)
				}
				if p := calls[3].p; p.Get("language_code") != "zh" || !strings.Contains(p.Get("commands"), "中set") {
					t.Errorf("fourth %v, want the administrators' commands in Chinese", p)
				}
				b.end()
			})
		})
	}
}
