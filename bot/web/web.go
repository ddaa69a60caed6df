package web

import (
	"context"
	"crypto/sha256"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

// Network is the word that names the page's own guests and rooms in places, persons and keys.
const Network = "web"

// A Config has the parts of a FrontEnd. URL, Logger, IsProxy and Provers may be missing.
type Config struct {
	Bot chat.PageHandler
	// Broker draws pictures.
	Broker chat.Broker
	Live   *live.Hub
	// URL is the public address of the page's base. If it is empty, links lead to the host that people have asked.
	URL string
	// Secret seals tokens, the keys of guests and makers, and cookies. It is the same for all processes.
	Secret []byte
	Logger *slog.Logger
	Now    func() time.Time
	// IsProxy reports whether an address is that of a proxy whose X-Forwarded-For is believed; nil:
	// there is no such proxy.
	IsProxy func(netip.Addr) bool
	// Provers say who came from a network, by its name.
	Provers map[string]chat.Prover
}

// FrontEnd is the page.
type FrontEnd struct {
	Config
	page     page
	document *template.Template
	limits   limits
	presence presence
	// proxyWarning lets warnOfProxy warn once.
	proxyWarning sync.Once
	// ended is closed when all streams must end.
	ended chan struct{}
}

var _ chat.FrontEnd = (*FrontEnd)(nil)

// New returns a FrontEnd.
func New(c Config) (*FrontEnd, error) {
	switch {
	case c.Bot == nil, c.Broker == nil, c.Live == nil, c.Now == nil:
		return nil, errors.New("web: a field of Config is missing")
	case len(c.Secret) < sha256.Size:
		return nil, errors.New("web: the secret is too short")
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	p, err := builtInPage()
	if err != nil {
		return nil, err
	}
	document, err := newDocument()
	if err != nil {
		return nil, err
	}
	return &FrontEnd{
		Config:   c,
		page:     p,
		document: document,
		ended:    make(chan struct{}),
	}, nil
}

// Network implements chat.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run implements chat.FrontEnd: the requests come by Routes, and streams end with ctx.
func (f *FrontEnd) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	close(f.ended)
	return nil
}

// Deliver implements chat.FrontEnd. There are no messages on the page: people see in their views what has
// changed. So every message counts as delivered.
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

// allow counts a request of a key at a pace, and reports whether it is allowed. If the request is not
// allowed, allow refuses it.
func (f *FrontEnd) allow(w http.ResponseWriter, key string, p chat.Pace) bool {
	wait := f.limits.wait(key, p, f.Now())
	if wait > 0 {
		refuseOften(w, wait)
		return false
	}
	return true
}
