package web

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

// Network is the word that names the page's own guests and rooms in places, persons and
// keys.
const Network = "web"

// Path is where the page is, below the address of the program.
const Path = "/play"

// A Config has the parts of a FrontEnd. Logger and Provers may be missing.
type Config struct {
	Bot     chat.PageHandler
	Broker  chat.Broker // draws pictures
	Live    *live.Hub
	Secret  []byte // seals sessions, the same for all processes
	Logger  *slog.Logger
	Now     func() time.Time
	Provers map[string]chat.Prover // by network: who came from there
}

// FrontEnd is the page.
type FrontEnd struct {
	Config
	page   page
	shelf  shelf
	limits limits
	ended  chan struct{} // closed when streams have to end
}

var _ chat.FrontEnd = (*FrontEnd)(nil)

// New returns a FrontEnd.
func New(c Config) (*FrontEnd, error) {
	switch {
	case c.Bot == nil || c.Broker == nil || c.Live == nil || c.Now == nil:
		return nil, errors.New("web: a field of Config is missing")
	case len(c.Secret) < sha256.Size:
		return nil, errors.New("web: the secret is too short")
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	p, err := newPage(pageHTML)
	if err != nil {
		return nil, err
	}
	f := &FrontEnd{Config: c, page: p, ended: make(chan struct{})}
	f.shelf, err = newShelf(c.Bot, c.Logger)
	return f, err
}

//go:embed page.html
var pageHTML []byte

// Network implements chat.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run implements chat.FrontEnd: the requests come by Routes, and streams end with ctx.
func (f *FrontEnd) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	close(f.ended)
	return nil
}

// Deliver implements chat.FrontEnd. There are no messages in rooms: people see what changed
// by their views. What is delivered counts as seen.
func (f *FrontEnd) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	if !d.Message.IsZero() {
		return d.Message, nil
	}
	return chat.Message{Place: d.Place, ID: d.Key}, nil
}

// Lane implements chat.FrontEnd.
func (f *FrontEnd) Lane(chat.Delivery) string { return "" }

// Pace implements chat.FrontEnd.
func (f *FrontEnd) Pace(chat.Delivery, int) time.Duration { return 0 }

// Idempotent implements chat.FrontEnd.
func (f *FrontEnd) Idempotent() bool { return true }

// paced counts a request of a key at a pace, and answers it if there were too many.
func (f *FrontEnd) paced(w http.ResponseWriter, key string, p pace) bool {
	wait := f.limits.allow(key, p, f.Now())
	if wait > 0 {
		refuseOften(w, wait)
	}
	return wait == 0
}

// write answers with JSON.
func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may have left
}
