package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/config"
)

// A faulty Telegram hands out updates of one person and carries out nothing: each
// call fails in another way.
type faultyTelegram struct {
	mu      sync.Mutex
	updates []string
	// calls counts the calls of each method.
	calls map[string]int
}

const (
	fakePerson = "Zofia"
	fakeText   = "8*3 is what I typed"
	fakeToken  = "7000001:AAHfake"
)

func (f *faultyTelegram) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// This also reads the body. Otherwise the end of the request would not be noticed.
	waits := r.FormValue("timeout") != "0"
	f.mu.Lock()
	method := path.Base(r.URL.Path)
	n := f.calls[method]
	updates := f.updates
	f.calls[method]++
	if method == "getUpdates" {
		f.updates = nil
	}
	f.mu.Unlock()
	switch method {
	case "getMe":
		fmt.Fprint(w, `{"ok":true,"result":{"id":42,"is_bot":true,"username":"reckon_bot"}}`)
		return
	case "getWebhookInfo":
		fmt.Fprint(w, `{"ok":true,"result":{"url":""}}`)
		return
	case "getUpdates":
		if len(updates) == 0 && waits {
			// It waits as a poll does.
			<-r.Context().Done()
			return
		}
		fmt.Fprintf(w, `{"ok":true,"result":[%s]}`, strings.Join(updates, ","))
		return
	}
	switch n % 3 {
	case 2:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"ok":false,"error_code":400,"description":"Bad Request: CHAT_RESTRICTED"}`)
	case 1:
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"ok":false,"error_code":403,"description":"Forbidden: user is deactivated"}`)
	case 0:
		if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
			// The error of net/http has the address, with the token in it.
			c.Close()
		}
	}
}

// The bot meets every failure that is logged. No line of the log says who played, or what they typed.
func TestLogNamesNobody(t *testing.T) {
	// It waits for seconds.
	t.Parallel()
	from := `"from":{"id":4711,"first_name":"` + fakePerson + `","username":"` + fakePerson + `"}`
	private := `"chat":{"id":4711,"type":"private","first_name":"` + fakePerson + `"}`
	group := `"chat":{"id":-5,"type":"group","title":"` + fakePerson + `'s"}`
	message := func(id int, chat, text string) string {
		return fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%d,"date":%d,%s,%s,"text":%q,"entities":[{"type":"bot_command","offset":0,"length":3}]}}`,
			id, id, time.Now().Unix(), from, chat, text)
	}
	api := &faultyTelegram{calls: map[string]int{}, updates: []string{
		message(1, private, "/24 3 3 8 8"),
		message(2, private, fakeText),
		message(3, group, "/24"),
		// The bot asks for the person's role, in vain.
		message(4, group, "/settings "+fakeText),
		`{"update_id":5,"message":{` + from + `,` + private + `,"message_id":"` + fakeText + `"}}`,
		`{"update_id":6,"callback_query":{"id":"9",` + from + `,"data":"v2 ` + fakeText + `","message":{"message_id":1,"date":1,` + group + `}}}`,
	}}
	server := httptest.NewServer(api)
	defer server.Close()
	ctx, end := context.WithCancel(t.Context())
	log := &watchedLog{want: []string{"cannot be read", "not delivered yet", "out of reach", "trying again"}, seen: end}
	time.AfterFunc(2*time.Minute, end)
	args := []string{"--db", filepath.Join(t.TempDir(), "reckon.db"), "--log", "debug", "--telegram-token", fakeToken, "--telegram-api-url", server.URL}
	if err := run(ctx, args, console{strings.NewReader(""), &logbook{}, log}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	text := log.String()
	for _, want := range log.want {
		if !strings.Contains(text, want) {
			t.Errorf("the log says nothing of %q, so it proves nothing", want)
		}
	}
	for _, secret := range []string{fakePerson, "what I typed", "8*3", fakeToken, "AAHfake"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
	for line := range strings.Lines(text) {
		var entry map[string]any
		err := json.Unmarshal([]byte(line), &entry)
		if pause, ok := entry["pause"]; ok && err == nil {
			_, err = time.ParseDuration(fmt.Sprint(pause))
		}
		if err != nil || entry["msg"] == "" {
			t.Errorf("%v: this line of a log for programs is no JSON: %s", err, line)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// Equal errors are logged once, and a minute later how many more there were.
func TestEqualErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b logbook
		log := logger(&b, &config.Settings{Log: "info"})
		for i := range 100 {
			log.Info("said", "i", i)
			log.Error("request failed", "key", i, "error", errors.New("the disk is full"))
			log.With("error", errors.New("the disk is full")).Warn("message waits")
		}
		log.Error("request failed", "error", errors.New("another"))
		count := func(text string) int { return strings.Count(b.String(), text) }
		if count("said") != 100 || count("request failed") != 2 || count("message waits") != 1 {
			t.Errorf("logged:\n%s", b.String())
		}
		time.Sleep(equalFor + time.Second)
		if count(`"repeated":99`) != 2 || count("another") != 1 {
			t.Errorf("a minute later:\n%s", b.String())
		}
		log.Error("request failed", "error", errors.New("the disk is full"))
		if count("request failed") != 4 {
			t.Errorf("again:\n%s", b.String())
		}
		time.Sleep(equalFor + time.Second)
	})
}

// Panics with the same value at two places are both logged, each once: each has a stack of its own. Panics within
// a library are told apart by who called it.
func TestPanicsAtTwoPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b logbook
		log := logger(&b, &config.Settings{Log: "info"})
		var none []int
		var nobody map[string]int
		for range 10 {
			chat.Guard(log, "work", func() { panic("boom") })
			chat.Guard(log, "other work", func() { panic("boom") })
			chat.Guard(log, "work", func() { none[len(none)]++ })
			chat.Guard(log, "work", func() { none[len(none)]++ })
			chat.Guard(log, "work", func() { nobody["a"]++ })
			chat.Guard(log, "work", func() { _ = strings.Repeat("a", len(none)-1) })
			chat.Guard(log, "work", func() { _ = strings.Repeat("b", len(none)-1) })
			chat.Guard(log.With("network", "test"), "work", func() { panic(errors.New("boom")) })
			chat.Guard(log.With("network", "test"), "work", func() { panic(errors.New("boom")) })
		}
		if n := strings.Count(b.String(), `"msg":"panic"`); n != 9 {
			t.Errorf("of 9 places %d are logged:\n%s", n, b.String())
		}
		time.Sleep(equalFor + time.Second)
		if n := strings.Count(b.String(), `"repeated":9`); n != 9 {
			t.Errorf("a minute later %d are counted:\n%s", n, b.String())
		}
	})
}

// Panics of jobs and loops become errors with a stack. Those at one place are equal although their stacks differ.
func TestPanicsOfJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b logbook
		log := logger(&b, &config.Settings{Log: "info"})
		// fail panics in a goroutine of its own.
		fail := func(f func()) {
			failed := make(chan error)
			go func() {
				var err error
				defer func() { failed <- err }()
				defer heartbeat.Recover(&err)
				f()
			}()
			log.Error("job failed", "kind", "end", "error", <-failed)
		}
		for range 5 {
			fail(func() { panic("what somebody typed") })
			fail(func() { panic("what somebody typed") })
		}
		got := b.String()
		if n := strings.Count(got, `"msg":"job failed"`); n != 2 || strings.Count(got, "[running") != 2 {
			t.Errorf("of 2 places %d are logged:\n%s", n, got)
		}
		if strings.Contains(got, "somebody") {
			t.Errorf("the log has the value of the panic:\n%s", got)
		}
		time.Sleep(equalFor + time.Second)
	})
}

// A watchedLog notices when all that the test wants has been logged.
type watchedLog struct {
	logbook
	want []string
	seen func()
}

func (l *watchedLog) Write(p []byte) (int, error) {
	n, err := l.logbook.Write(p)
	text := l.String()
	for _, want := range l.want {
		if !strings.Contains(text, want) {
			return n, err
		}
	}
	l.seen()
	return n, err
}
