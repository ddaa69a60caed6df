// Package webtest serves the page of a bot to tests.
package webtest

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/live"
	"reckon/bot/web"
	"reckon/engine"
	"reckon/storage"
)

// A Site is a page that is served, with its bot.
type Site struct {
	T *testing.T
	// URL ends with a slash.
	URL   string
	Bot   *bot.Bot
	Store *storage.Store
	Hub   *live.Hub
	Page  *web.FrontEnd
	// End ends the bot.
	End func()
	// From is the address of visitors; empty: this machine.
	From string

	mu sync.Mutex
	// ahead is how far the clock has been set forward.
	ahead time.Duration
}

// The clock of a site begins on a Tuesday morning, so that a test gets the same puzzles of the day whenever
// it runs.
var (
	firstDay = time.Date(2026, time.April, 14, 9, 0, 0, 0, time.UTC)
	begun    = time.Now()
)

// Now returns the time by the site's clock.
func (s *Site) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return firstDay.Add(time.Since(begun) + s.ahead)
}

// Later sets the clock forward. The bot sleeps by the clock of the machine, so Later wakes it by a job of a
// kind that it does not know.
func (s *Site) Later(d time.Duration) {
	s.T.Helper()
	s.mu.Lock()
	s.ahead += d
	s.mu.Unlock()
	now := s.Now()
	err := s.Store.Commit(s.T.Context(), func(tx *storage.Tx) error {
		return tx.SetJob(storage.Job{Kind: "later", Key: now.String(), At: now})
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

// New serves a page with some games on a database.
func New(t *testing.T, db string, provers map[string]chat.Prover, games []engine.Game) *Site {
	t.Helper()
	store, err := bot.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := &Site{T: t, Store: store, Hub: new(live.Hub)}
	s.Bot, err = bot.New(bot.Config{
		Store:  store,
		Games:  games,
		Book:   book,
		Logger: slog.New(slog.DiscardHandler),
		Now:    s.Now,
		Rand:   rand.NewPCG(1, 2),
		Live:   s.Hub,
		Guests: web.Network,
		Page:   "https://reckon.example/play",
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Page, err = web.New(web.Config{
		Bot:     s.Bot,
		Broker:  s.Bot,
		Live:    s.Hub,
		Secret:  bytes.Repeat([]byte("k"), 32),
		Now:     s.Now,
		Provers: provers,
		// A test is like a proxy: it sends the requests of people who are at other addresses.
		IsProxy: netip.Addr.IsLoopback,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(s.Page))
	ctx, end := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Bot.Serve(ctx, s.Page) }()
	s.URL = server.URL + "/"
	s.End = end
	t.Cleanup(func() {
		end()
		err := <-served
		// The context may have ended before Serve began.
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		server.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Handler serves the routes of a page.
func Handler(page *web.FrontEnd) http.Handler {
	mux := http.NewServeMux()
	for route, handle := range page.Routes() {
		mux.HandleFunc(route, handle)
	}
	return mux
}
