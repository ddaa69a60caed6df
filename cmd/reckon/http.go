package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"path"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"reckon/bot/chat"
	"reckon/cmd/reckon/metrics"
	"reckon/config"
	"reckon/storage"
)

// A listener serves HTTP: health and metrics for the operator, and the paths to which
// networks post events. Without an address in the settings it only holds the metrics.
type listener struct {
	metrics *metrics.Metrics
	store   *storage.Store
	db      string // its path
	paths   *http.ServeMux
	server  *http.Server  // nil if it listens nowhere
	begun   chan struct{} // closed when the front ends begin
	serving atomic.Bool   // from then until the shutdown begins
	posted  bool          // a network posts events here
	ended   chan error    // the result of the server
}

const (
	// checkFor is the time limit for an answer to the operator, and answerFor that for any
	// request that is no posted event.
	checkFor  = 2 * time.Second
	answerFor = 5 * time.Second
	// leaveFor is how long unfinished requests may delay the shutdown.
	leaveFor = time.Second
	// postFor is the time limit for a posted event. After that the answer asks the network
	// to post it again.
	postFor = time.Minute
	// beginFor is how long a posted event waits for the start of the bot.
	beginFor = 2 * time.Second
	// connections is how many are open at a time, and bodies how many of a network's posts are
	// read that are not short: whoever may connect uses some 50 MB at most. Nearly all posts are
	// short, in bytes, so slow ones hold up no others.
	connections = 512
	bodies      = 32
	short       = 16 << 10
)

// listen opens the listener before the bot exists, so that /readyz can say that the
// bot is starting.
func listen(s *config.Settings, store *storage.Store, log *slog.Logger) (*listener, error) {
	l := &listener{metrics: metrics.New(buildVersion()), store: store, db: string(s.DB), paths: http.NewServeMux(), begun: make(chan struct{}), ended: make(chan error, 1)}
	store.Observe(l.metrics.Transacted)
	if s.Listen == "" {
		return l, nil
	}
	socket, err := net.Listen("tcp", s.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	l.metrics.Database(store, log)
	l.paths.HandleFunc("GET /healthz", answering(l.health))
	l.paths.HandleFunc("GET /readyz", answering(l.readiness))
	l.paths.Handle("GET /metrics", l.metrics.Handler())
	l.server = &http.Server{
		Handler: l.awaiting(l.metrics.Paths(l.paths)), ReadTimeout: answerFor, WriteTimeout: 2 * answerFor, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go func() { l.ended <- l.server.Serve(netutil.LimitListener(socket, connections)) }()
	log.Info("listening", "address", socket.Addr().String())
	return l, nil
}

// close stops the server.
func (l *listener) close() error {
	if l.server == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveFor)
	defer cancel()
	if l.server.Shutdown(ctx) != nil {
		_ = l.server.Close() // a client does not let go
	}
	if err := <-l.ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ready marks the bot as serving until ctx ends. After that the server accepts no
// connection, so that a network posts to another process at once.
func (l *listener) ready(ctx context.Context) {
	l.serving.Store(true)
	close(l.begun)
	context.AfterFunc(ctx, func() {
		l.serving.Store(false)
		if l.posted {
			_ = l.server.Shutdown(context.WithoutCancel(ctx)) // close waits for the requests in flight
		}
	})
}

// answering answers with the result of a check, or 503 and its error.
func answering(check func(context.Context) (string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), checkFor)
		defer cancel()
		text, err := check(ctx)
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, text)
	}
}

// health succeeds while the loops of the bot make progress, like reckon health.
func (l *listener) health(ctx context.Context) (string, error) { return lifeOf(ctx, l.store, l.db) }

// readiness succeeds while the front ends run and the database can be written.
func (l *listener) readiness(ctx context.Context) (string, error) {
	if !l.serving.Load() {
		return "", errors.New("starting or ending")
	}
	return "ready", l.store.Commit(ctx, func(tx *storage.Tx) error { return tx.SetOwnMeta("asked", time.Now().Format(time.RFC3339)) })
}

// mount lets a network post to a front end below the public URL, if there is one.
func (l *listener) mount(u config.PublicURL, hook chat.Webhook) {
	if _, path := u.Below(hook.Path()); path != "" {
		l.posted = true
		l.paths.Handle("POST "+path, post{hook, make(chan struct{}, bodies)})
	}
}

// awaiting delays a post to a starting process until its paths are mounted. A path that is
// not clean is of nothing: package http would redirect it.
func (l *listener) awaiting(paths http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Clean(r.URL.Path) != r.URL.Path {
			http.NotFound(w, r)
			return
		}
		if r.Method == http.MethodPost {
			ctx, cancel := context.WithTimeout(r.Context(), beginFor)
			defer cancel()
			select {
			case <-l.begun:
			case <-ctx.Done():
			}
		}
		paths.ServeHTTP(w, r)
	})
}

// A post takes the posts of a network.
type post struct {
	hook  chat.Webhook
	slots chan struct{} // one for each body that is read and not short
}

// ServeHTTP hands a signed JSON body of at most chat.MaxPost bytes to the front end.
func (p post) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sort, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil || sort != "application/json":
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	case !p.hook.Signed(r.Header):
		http.Error(w, "not signed", http.StatusUnauthorized)
		return
	}
	isShort := r.ContentLength >= 0 && r.ContentLength <= short
	if !isShort {
		p.slots <- struct{}{} // each is free again once the server's time to read is over
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, chat.MaxPost))
	if !isShort {
		<-p.slots
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		http.Error(w, "too long", http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		http.Error(w, "the body broke off", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), postFor)
	defer cancel()
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(postFor + answerFor)); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	status, answer := p.hook.Post(ctx, r.Header, body)
	if answer != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = w.Write(answer) // the client may have left
}
