package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/telegram"
	"reckon/bot/telegram/telegramtest"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

var ann = telegramtest.Person{ID: 7, Name: "Ann"}

// A tally counts what was judged.
type tally struct {
	mu       sync.Mutex
	verdicts map[string]int
}

func (c *tally) Judged(_, verdict string, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.verdicts[verdict]++
}

func (*tally) Searched(string, bool, time.Duration) {}

// People play while Telegram is away for an hour, by a clock that jumps: first Telegram is away
// altogether, then for everything but updates. Each answer is judged once. Each reply that has not
// expired is told once, the first within seconds. Only so many replies wait, because right answers
// expire after an hour, and everything else after ten minutes or less.
func TestHourOfOutage(t *testing.T) {
	for name, reaches := range map[string]func(telegramtest.Call) bool{
		"altogether": func(telegramtest.Call) bool { return false },
		"half":       func(c telegramtest.Call) bool { return c.Method == "getUpdates" },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "half" {
				property.Long(t)
			}
			db := filepath.Join(t.TempDir(), "reckon.db")
			synctest.Test(t, func(t *testing.T) { hourOfOutage(t, db, reaches) })
		})
	}
}

func hourOfOutage(t *testing.T, db string, reaches func(telegramtest.Call) bool) {
	const wrong, right = "8*3", "8/(3-8/3)"
	people := property.Cases(3, 100)
	store, err := bot.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	judged := &tally{verdicts: map[string]int{}}
	b, err := bot.New(bot.Config{
		Store: store, Games: games.All(), Book: book, Logger: slog.New(slog.DiscardHandler), Now: time.Now, Rand: rand.NewPCG(1, 1), Meter: judged,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := telegramtest.New(telegramtest.Options{})
	defer server.Close()
	front, err := telegram.New(telegram.Config{
		Token: telegramtest.Token, APIURL: "https://api.telegram.org",
		Outfit: chat.Outfit{Broker: b, Transport: func(http.RoundTripper) http.RoundTripper { return server }},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx, front) }()

	typed := map[string]int{}
	most := 0
	for minute := range 80 {
		switch minute {
		case 10:
			server.Fail(func(c telegramtest.Call) *telegramtest.Fault {
				if reaches(c) {
					return nil
				}
				return &telegramtest.Fault{}
			})
		case 70:
			server.Fail(nil)
			over := time.Now()
			sent := len(server.Sent())
			for len(server.Sent()) == sent {
				time.Sleep(100 * time.Millisecond)
			}
			took := time.Since(over)
			if t.Logf("the first answer comes %v after the end", took); took > 10*time.Second {
				t.Error("that is late")
			}
		}
		text := []string{"/24 3 3 8 8", wrong, right}[minute%3]
		for i := range people {
			who := telegramtest.Person{ID: int64(7 + i), Name: fmt.Sprint("P", i)}
			server.Text(who.ID, who, text)
			typed[text]++
		}
		time.Sleep(time.Minute)
		most = max(most, waiting(t, store))
	}
	if t.Logf("%d people; at most %d replies wait", people, most); most > 40*people {
		t.Error("they are too many")
	}
	// Every reply was delivered or has expired.
	if n := waiting(t, store); n > 0 || len(server.Pending()) > 0 {
		t.Errorf("%d replies and %d updates are left", n, len(server.Pending()))
	}
	if judged.verdicts["wrong"] != typed[wrong] || judged.verdicts["right"] != typed[right] {
		t.Errorf("%v were judged of %v", judged.verdicts, typed)
	}
	told := 0
	for _, m := range server.Sent() {
		if strings.HasPrefix(m.Text, "✅") {
			told++
		}
	}
	// Right answers expire after an hour.
	if told != typed[right] {
		t.Errorf("%d of %d right answers are told", told, typed[right])
	}
	if n := runtime.NumGoroutine(); n > 100 {
		t.Errorf("%d goroutines are left", n)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// waiting returns how many deliveries wait.
func waiting(t *testing.T, store *storage.Store) (n int) {
	err := store.Read(t.Context(), func(tx *storage.Tx) error {
		all, err := tx.Backlogs()
		for _, backlog := range all {
			n += backlog.Count
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A telegramBot is the program, which plays on a stand-in for Telegram.
type telegramBot struct {
	*telegramtest.Server
	sent  chan telegramtest.Message
	log   logbook
	stop  context.CancelFunc
	ended chan error
}

func startTelegram(t *testing.T, args ...string) *telegramBot {
	t.Helper()
	b := &telegramBot{Server: telegramtest.New(telegramtest.Options{}), sent: make(chan telegramtest.Message, 100), ended: make(chan error, 1)}
	t.Cleanup(b.Close)
	api, err := b.Listen()
	if err != nil {
		t.Fatal(err)
	}
	b.Watch(func(m telegramtest.Message) { b.sent <- m })
	ctx, stop := context.WithCancel(t.Context())
	b.stop = stop
	args = append(args, "--telegram-token", telegramtest.Token, "--telegram-api-url", api)
	go func() { b.ended <- run(ctx, args, console{strings.NewReader(""), io.Discard, &b.log}) }()
	return b
}

// reads waits until the bot has sent a text.
func (b *telegramBot) reads(t *testing.T, text string) {
	t.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case m := <-b.sent:
			if strings.Contains(m.Text, text) {
				return
			}
		case <-late:
			t.Fatalf("nobody reads %q:\n%s", text, b.log.String())
		}
	}
}

// If the database server is away or silent when a bot starts, the bot waits for it, and logs that
// once for each reason.
func TestStartWithoutServer(t *testing.T) {
	if !dbtest.Wanted() {
		t.Skip("RECKON_TEST_POSTGRES=must runs what needs PostgreSQL")
	}
	for name, state := range map[string]dbtest.State{"away": dbtest.Cut, "silent": dbtest.Silent} {
		t.Run(name, func(t *testing.T) {
			server, err := dbtest.Start(dbtest.Options{})
			if err != nil {
				t.Fatal(err)
			}
			way, err := dbtest.Distant(server.URL, 0)
			if err != nil {
				t.Fatal(err)
			}
			way.Become(state)
			b := startTelegram(t, "--db", way.URL+"&connect_timeout=1")
			b.Text(ann.ID, ann, "/24 3 3 8 8")
			// A try may connect twice. So the way opens only when one has failed, and the next has begun.
			for !strings.Contains(b.log.String(), "waiting for the database") {
				<-way.Met()
			}
			<-way.Met()
			way.Become(dbtest.Open)
			b.reads(t, "make 24")
			// said has the lines of the log that were seen.
			said := map[string]bool{}
			for _, line := range regexp.MustCompile(`"waiting for the database","err":"[^"]*`).FindAllString(b.log.String(), -1) {
				if said[line] {
					t.Errorf("said again: %s", line)
				}
				said[line] = true
			}
			if len(said) == 0 {
				t.Error("it does not say that it waits")
			}
			b.stop()
			if err := errors.Join(<-b.ended, way.Stop(), server.Stop()); err != nil {
				t.Error(err)
			}
		})
	}
}
