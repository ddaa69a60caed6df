package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/cmd/reckon/metrics"
	"reckon/config"
	"reckon/storage"
)

// An observatory lets others see over HTTP how the bot does, and networks post what
// people do. The one of a bot that listens nowhere sees nothing and costs nothing.
type observatory struct {
	metrics *metrics.Metrics // nil: nothing is counted
	store   *storage.Store
	paths   *http.ServeMux
	server  *http.Server
	begun   chan struct{} // closed when the front ends run
	serving atomic.Bool   // they do, and the end has not come
	posted  bool          // networks post to some of them
	ended   chan error    // the server's
}

const (
	// answerFor is the longest a question over HTTP may take.
	answerFor = 5 * time.Second
	// leaveFor is how long questions in flight hold up the end.
	leaveFor = time.Second
)

// watched opens the listener if one is wanted. It is there before the bot is, so that
// /readyz can say that the bot is not.
func watched(s *config.Settings, store *storage.Store, log *slog.Logger) (*observatory, error) {
	if s.Listen == "" {
		return &observatory{begun: make(chan struct{})}, nil
	}
	listener, err := net.Listen("tcp", string(s.Listen))
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	o := &observatory{metrics: metrics.New(buildVersion()), store: store, begun: make(chan struct{}), ended: make(chan error, 1)}
	store.Observe(o.metrics.Transacted)
	o.metrics.Database(store, log)
	o.paths = http.NewServeMux()
	o.paths.HandleFunc("GET /healthz", o.health)
	o.paths.HandleFunc("GET /readyz", o.readiness)
	o.paths.Handle("GET /metrics", o.metrics.Handler())
	o.server = &http.Server{
		Handler: o.awaiting(o.metrics.Paths(o.paths)), ReadTimeout: answerFor, WriteTimeout: 2 * answerFor, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go func() { o.ended <- o.server.Serve(listener) }()
	log.Info("listening", "address", listener.Addr().String())
	return o, nil
}

// close ends the listener.
func (o *observatory) close() error {
	if o.server == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveFor)
	defer cancel()
	if o.server.Shutdown(ctx) != nil {
		_ = o.server.Close() // somebody does not stop asking
	}
	if err := <-o.ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ready says that from now on, until ctx ends, the bot answers. Then whoever posts
// finds nobody, and tries another process at once.
func (o *observatory) ready(ctx context.Context) {
	o.serving.Store(true)
	close(o.begun)
	context.AfterFunc(ctx, func() {
		o.serving.Store(false)
		if o.posted {
			_ = o.server.Shutdown(context.WithoutCancel(ctx)) // close waits for what is in flight
		}
	})
}

// health answers like reckon health: 200 while the loops of the bot get on.
func (o *observatory) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), answerFor)
	defer cancel()
	at, err := jobs.LastHeartbeat(ctx, o.store)
	age := time.Since(at).Round(time.Second)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	case age > jobs.HeartbeatAge:
		http.Error(w, fmt.Sprintf("last heartbeat %v ago", age), http.StatusServiceUnavailable)
	default:
		fmt.Fprintf(w, "alive %v ago\n", max(age, 0))
	}
}

// readiness answers 200 while the front ends run and the database can be read.
func (o *observatory) readiness(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), answerFor)
	defer cancel()
	if !o.serving.Load() {
		http.Error(w, "starting or ending", http.StatusServiceUnavailable)
		return
	}
	if err := o.store.Read(ctx, func(*storage.Tx) error { return nil }); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
}

// meter is who counts what play does; nil: nobody.
func (o *observatory) meter() play.Meter {
	if o.metrics == nil {
		return nil
	}
	return o.metrics
}

// transport watches the calls of a network's API; nil: nobody does.
func (o *observatory) transport(network string) func(http.RoundTripper) http.RoundTripper {
	if o.metrics == nil {
		return nil
	}
	return func(next http.RoundTripper) http.RoundTripper {
		return o.metrics.Transport(strings.ToLower(network), next)
	}
}

// frontEnd watches what comes by a front end.
func (o *observatory) frontEnd(f chat.FrontEnd) chat.FrontEnd {
	if o.metrics == nil {
		return f
	}
	return o.metrics.FrontEnd(f)
}
