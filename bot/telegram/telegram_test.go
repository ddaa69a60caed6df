package telegram

import (
	"bytes"
	"context"
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
		if _, err := b.deliver(post("5", say("hi"))); !errors.As(err, new(*chat.RetryError)) {
			t.Errorf("Deliver before connecting: %v, want a RetryError", err)
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

// A network that lets only some calls through is waited for as well.
func TestNetworkHalfDownAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.fail("deleteWebhook", 40, 0, "")
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Hour)
		if len(s.made("getUpdates")) == 0 {
			t.Errorf("gave up\n%s", b.log)
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
		desc   string
		status int
		body   string
		is     func(error) bool
	}{
		{"blocked", 403, refused(403, "Forbidden: bot was blocked by the user", ""), gone(chat.GoneCommunity)},
		{"kicked", 403, refused(403, "Forbidden: bot was kicked from the supergroup chat", ""), gone(chat.GoneCommunity)},
		{"no chat", 400, refused(400, "Bad Request: chat not found", ""), gone(chat.GoneCommunity)},
		{"no rights", 400, refused(400, "Bad Request: have no rights to send a message", ""), gone(chat.GoneRight)},
		{"muted", 400, refused(400, "Bad Request: not enough rights to send text messages to the chat", ""), gone(chat.GoneRight)},
		{"muted, as a 403", 403, refused(403, "Forbidden: CHAT_WRITE_FORBIDDEN", ""), gone(chat.GoneRight)},
		{"topic closed", 400, refused(400, "Bad Request: TOPIC_CLOSED", ""), gone(chat.GoneThread)},
		{"topic deleted", 400, refused(400, "Bad Request: message thread not found", ""), gone(chat.GoneThread)},
		{"message deleted", 400, refused(400, "Bad Request: message to edit not found", ""), gone(chat.GoneMessage)},
		{"message too old", 400, refused(400, "Bad Request: message can't be edited", ""), gone(chat.GoneMessage)},
		{"a page of a proxy", 403, "<html>", other},
		{"flood", 429, refused(429, "Too Many Requests", `{"retry_after":4}`), retry},
		{"migrated", 400, refused(400, "Bad Request: group chat was upgraded", `{"migrate_to_chat_id":-100}`), moved},
		{"our mistake", 400, refused(400, "Bad Request: can't parse entities", ""), mistake},
		{"too much", 413, refused(413, "Request Entity Too Large", ""), mistake},
		{"too much, says a proxy", 413, "<html>Request Entity Too Large</html>", other},
		{"server", 500, refused(500, "Internal Server Error", ""), other},
		{"gateway", 502, "<html>", other},
		{"network", 0, "", other},
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
					s.fail(d.method, 1, tt.status, tt.body)
					calls := len(s.made(d.method))
					if m, err := b.deliver(d.Delivery); !tt.is(err) || d.Message.IsZero() && !m.IsZero() {
						t.Errorf("%s: %v, %v", d.name, m, err)
					}
					if n := len(s.made(d.method)) - calls; n != 1 {
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
	f, err := New(Config{Token: testToken, APIURL: testAPI, Client: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(body), Request: r}, nil
	})}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.call(t.Context(), "getMe", nil); err == nil || body.read > 2*maxBody {
		t.Errorf("%v after %d bytes", err, body.read)
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
				p := newPace(telegramRate, alone)
				times, all := make([][]time.Time, tt.chats), make(chan time.Time, tt.chats*tt.n)
				done := make(chan struct{})
				for c := range tt.chats {
					go func() {
						for range tt.n {
							if err := p.wait(context.Background(), chat.Place{Community: fmt.Sprint(c), Private: tt.private}, sends, true, time.Now().Add(time.Hour)); err != nil {
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
	p, c := newPace(telegramRate, alone), chat.Place{Community: "5", Private: true}
	p.born = begin
	for i := range 4 {
		if d, ok := p.reserve(c, sends, begin, begin.Add(time.Hour)); !ok || d != time.Duration(i+1)*chatEvery {
			t.Errorf("message %d at once after the start goes out after %v", i+1, d)
		}
	}
	soon := begin.Add(chatBurst * chatEvery)
	if d, ok := p.reserve(chat.Place{Community: "6", Private: true}, sends, soon, soon); !ok || d != 0 {
		t.Errorf("%v after the start a message waits %v", soon.Sub(begin), d)
	}
}

// The delay told is what the next message or edit then waits, and asking takes no
// turn.
func TestPaceTellsDelay(t *testing.T) {
	for _, tt := range []struct {
		private bool
		action  action
	}{{true, sends}, {false, sends}, {true, edits}, {false, edits}} {
		now := time.Unix(1_790_000_000, 0)
		p, c := newPace(telegramRate, alone), chat.Place{Community: "5", Private: tt.private}
		p.born = now.Add(-minute)
		var told []time.Duration
		for ahead := range 50 {
			told = append(told, p.delay(c, tt.action, false, now, ahead, 0))
		}
		for i := range told {
			next := p.delay(c, tt.action, false, now, 0, 0)
			d, _ := p.reserve(c, tt.action, now, now.Add(time.Hour))
			if (next-d).Abs() > time.Microsecond || (told[i]-d).Abs() > 2*time.Second {
				t.Errorf("%+v: message %d was to wait %v, is to wait %v and waits %v", tt, i, told[i], next, d)
			}
		}
		if d := p.delay(c, sends+edits-tt.action, false, now, 0, 0); d > 0 {
			t.Errorf("%+v: the other action, which is counted apart, is to wait %v", tt, d)
		}
		p.punish(c.Community, 2*time.Hour)
		if d := p.delay(c, tt.action, false, now, 0, 0); d < time.Hour {
			t.Errorf("%+v: a chat that is to be left alone for two hours waits %v", tt, d)
		}
	}
}

// What is of little importance leaves a part of a group's minute to the rest. Of both
// each of several processes has its share.
func TestMinorLeavesRoom(t *testing.T) {
	for _, processes := range []int{0, 1, 2, 3, 50} {
		now := time.Unix(1_790_000_000, 0)
		p, c := newPace(telegramRate, func() int { return processes }), chat.Place{Community: "5"}
		p.born = now.Add(-minute)
		most := map[int]int{0: 20, 1: 20, 2: 10, 3: 6, 50: 1}[processes]
		kept := map[int]int{0: 8, 1: 8, 2: 4, 3: 2, 50: 0}[processes]
		for n := range most {
			now = now.Add(2 * time.Second) // no more than one a second
			minor, other := p.delay(c, sends, false, now, 0, keptBack), p.delay(c, sends, false, now, 0, 0)
			if want := n >= most-kept; other != 0 || (minor > 10*time.Second) != want {
				t.Errorf("%d processes: after %d messages a minor one waits %v, another %v", processes, n, minor, other)
			}
			p.reserve(c, sends, now, now.Add(time.Hour))
		}
		now = now.Add(2 * time.Second)
		told := p.delay(c, sends, false, now, 0, 0)
		if d, ok := p.reserve(c, sends, now, now.Add(time.Hour)); !ok || d != told || d < 10*time.Second {
			t.Errorf("%d processes: after %d messages the next waits %v, told was %v", processes, most, d, told)
		}
		now = now.Add(2 * time.Minute)
		if d := p.delay(c, sends, false, now, 0, keptBack); d > 0 {
			t.Errorf("%d processes: two minutes later a minor one waits %v", processes, d)
		}
	}
}

// Bulk is told to wait for its chat only: for the others of its kind it waits with
// its turn in the chat not yet taken.
func TestPaceOfBulk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, c := newPace(telegramRate, alone), chat.Place{Community: "5", Private: true}
		p.born = time.Now().Add(-minute)
		p.all.refused("-5", longestHold, time.Now())
		p.all.refused("-6", longestHold, time.Now())
		bulk, answer := p.delay(c, sends, true, time.Now(), 0, 0), p.delay(c, sends, false, time.Now(), 0, 0)
		if bulk != 0 || answer != longestHold {
			t.Errorf("while all is held for %v bulk is to wait %v, an answer %v", longestHold, bulk, answer)
		}
		for range chatBurst {
			p.reserve(c, sends, time.Now(), time.Now())
		}
		if bulk := p.delay(c, sends, true, time.Now(), 0, 0); bulk != chatEvery {
			t.Errorf("behind a burst in its chat bulk is to wait %v, want %v", bulk, chatEvery)
		}
	})
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
		if n := len(s.made("sendMessage")) + len(s.made("editMessageText")); n > 0 {
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
		if n := len(s.made("sendMessage")) + len(s.made("editMessageText")); n > 0 {
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
		s.fail("sendMessage", 1, 429, refused(429, "Too Many Requests", `{"retry_after":30}`))
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
		if n := len(s.made("sendMessage")) + len(s.made("editMessageText")); n != 1 {
			t.Errorf("%d calls, want 1", n)
		}
		b.end()
	})
}

func TestPaceForgetsIdleChats(t *testing.T) {
	p, now := newPace(telegramRate, alone), time.Unix(1_790_000_000, 0)
	for i := range 1000 {
		p.reserve(chat.Place{Community: fmt.Sprint(i)}, sends, now, now)
	}
	p.reserve(chat.Place{Community: "one more"}, sends, now.Add(3*minute), now.Add(3*minute))
	if n := len(p.chats); n != 1 {
		t.Errorf("%d chats remembered, want 1", n)
	}
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
