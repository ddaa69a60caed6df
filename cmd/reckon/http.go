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
	"net/http/pprof"
	"net/netip"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/net/netutil"

	"reckon/bot/chat"
	"reckon/bot/web"
	"reckon/cmd/reckon/metrics"
	"reckon/config"
	"reckon/storage"
)

// A listener serves HTTP: the paths to which networks post events, the page, and the health and
// metrics that the operator reads. The operator's paths have an address of their own if the settings
// name one. If the settings name no address at all, the listener serves nothing, and only has the
// metrics.
type listener struct {
	metrics *metrics.Metrics
	store   *storage.Store
	// db is the path of the database.
	db string
	// paths serves what networks and people ask for.
	paths *http.ServeMux
	// missing answers people who open an address below the page for which paths has nothing.
	missing *http.ServeMux
	servers []*server
	// begun is closed when the front ends begin.
	begun chan struct{}
	// serving is true while the front ends run, until the shutdown begins.
	serving atomic.Bool
	// isPublic means that a network posts events here, or that people open the page here.
	isPublic bool
	// isProxy reports whether an address is the address of the operator's proxy.
	isProxy func(netip.Addr) bool
}

// A server is an HTTP server that listens already.
type server struct {
	*http.Server
	// ended receives the error with which it has ended.
	ended chan error
}

const (
	// checkFor is the time limit for a check that the operator asks for, such as /healthz.
	checkFor = 2 * time.Second
	// requestFor is the time limit for reading a request. The answer may take twice as long, unless the handler
	// sets another limit.
	requestFor = 5 * time.Second
	// postFor is the time limit for a posted event. After that time the answer asks the network to post
	// the event again.
	postFor = time.Minute
	// beginFor is how long a posted event waits for the start of the bot.
	beginFor = 2 * time.Second
	// leaveFor is how long unfinished requests may delay the shutdown.
	leaveFor = time.Second
)

// Strangers may connect, so these bound what they can make the program hold in memory.
const (
	// maxConnections is how many connections an address of the bot may have open.
	maxConnections = 512
	// maxPageConnections is how many connections an address that has the page may have open: each
	// person who watches the page holds one open.
	maxPageConnections = 4608
	// maxPeerConnections is how many connections may come from one address, such as a school's.
	maxPeerConnections = 1024
	// maxBodies is how many long posts of a network are read at a time. So long posts that come slowly
	// delay only other long posts.
	maxBodies = 32
	// shortBody is the greatest length of a short post, in bytes. Nearly all posts are short.
	shortBody = 16 << 10
)

// listen opens the listener. It is called before the bot exists, so that /readyz can say that the bot is
// starting.
func listen(s *config.Settings, store *storage.Store, log *slog.Logger, hasPage bool) (*listener, error) {
	l := &listener{
		metrics: metrics.New(number, buildRevision()),
		store:   store,
		db:      string(s.DB),
		paths:   http.NewServeMux(),
		missing: http.NewServeMux(),
		begun:   make(chan struct{}),
		isProxy: s.Proxies.Has,
	}
	store.Observe(l.metrics.Transacted)

	// This is the address for networks and people.
	most := maxConnections
	if hasPage {
		most = maxPageConnections
	}
	if s.Listen != "" {
		timed := l.metrics.Paths(l.orMissing(l.paths))
		if err := l.serve("--listen", s.Listen, l.waitForBegin(timed), most, log); err != nil {
			return nil, err
		}
	}

	// This is the address for the operator, which may be the same.
	operator := l.paths
	if s.HasOwnOperator() {
		operator = http.NewServeMux()
		if err := l.serve("--operator", s.Operator, l.metrics.Paths(operator), maxConnections, log); err != nil {
			return nil, errors.Join(err, l.close())
		}
	}
	if len(l.servers) == 0 {
		return l, nil
	}

	// These are the paths that the operator reads. Everybody who opens the page could read them at the
	// same address.
	l.metrics.Database(store, log)
	if hasPage && s.Operator == "" {
		log.Info("health and metrics are not served beside the page; RECKON_OPERATOR says where")
		return l, nil
	}
	operator.HandleFunc("GET /healthz", checkHandler(l.health))
	operator.HandleFunc("GET /readyz", checkHandler(l.readiness))
	operator.Handle("GET /metrics", l.metrics.Handler())
	if s.HasOwnOperator() {
		mountProfiles(operator)
	}
	return l, nil
}

// mountProfiles serves what Go knows of the running program. It is for the operator alone, because a profile takes
// time and memory. The command line is left out, because it may have a token.
func mountProfiles(operator *http.ServeMux) {
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /debug/pprof/":        pprof.Index,
		"GET /debug/pprof/profile": pprof.Profile,
		"GET /debug/pprof/trace":   pprof.Trace,
		"GET /debug/pprof/symbol":  pprof.Symbol,
		"GET /debug/pprof/cmdline": http.NotFound,
	} {
		operator.HandleFunc(pattern, notFromSites(withoutDeadline(handle)))
	}
}

// notFromSites returns a handler that refuses what another site makes the operator's browser ask for, such as a profile
// that takes for ever. A browser says in a header whether a site asks; other programs send no such header.
func notFromSites(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Sec-Fetch-Site") {
		case "", "none", "same-origin":
			next(w, r)
		default:
			http.Error(w, "asked for by another site", http.StatusForbidden)
		}
	}
}

// withoutDeadline returns a handler whose answer may take as long as it is asked to take.
func withoutDeadline(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).SetWriteDeadline(time.Time{}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		// Package pprof refuses a profile that takes longer than the server in the context lets an answer take.
		unlimited := context.WithValue(r.Context(), http.ServerContextKey, &http.Server{})
		next(w, r.WithContext(unlimited))
	}
}

// nextPort returns an address with the port after that of another one.
func nextPort(address string) string {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return address
	}
	return net.JoinHostPort(host, strconv.Itoa(port%65535+1))
}

// serve serves HTTP at the address of a setting, over a limited number of connections.
func (l *listener) serve(setting, address string, handler http.Handler, most int, log *slog.Logger) error {
	socket, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s: %s is taken by another program: try another port, such as %s", setting, address, nextPort(address))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", setting, err)
	}
	socket = newPeerListener(netutil.LimitListener(socket, most), min(most, maxPeerConnections), l.isProxy)
	s := &server{
		Server: &http.Server{
			Addr:           socket.Addr().String(),
			Handler:        handler,
			ReadTimeout:    requestFor,
			WriteTimeout:   2 * requestFor,
			IdleTimeout:    time.Minute,
			MaxHeaderBytes: 16 << 10,
			ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		},
		ended: make(chan error, 1),
	}
	go func() { s.ended <- s.Serve(socket) }()
	l.servers = append(l.servers, s)
	log.Info("listening", "address", s.Addr)
	return nil
}

// close stops the servers.
func (l *listener) close() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveFor)
	defer cancel()
	for _, s := range l.servers {
		if err := s.Shutdown(ctx); err != nil {
			// A client keeps its connection open.
			_ = s.Close()
		}
		if end := <-s.ended; !errors.Is(end, http.ErrServerClosed) {
			err = errors.Join(err, end)
		}
	}
	return err
}

// ready marks the bot as serving until ctx ends. After that no network and no person can connect, so that a
// network posts to another process at once.
func (l *listener) ready(ctx context.Context) {
	l.serving.Store(true)
	close(l.begun)
	context.AfterFunc(ctx, func() {
		l.serving.Store(false)
		if l.isPublic {
			// The first server is that of --listen. An error does not matter here: the method close shuts the
			// server down again.
			_ = l.servers[0].Shutdown(context.WithoutCancel(ctx))
		}
	})
}

// checkHandler returns a handler that answers with the result of a check, or with 503 and its error.
func checkHandler(check func(context.Context) (string, error)) http.HandlerFunc {
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

// readiness succeeds while the front ends run and the database can be written to.
func (l *listener) readiness(ctx context.Context) (string, error) {
	if !l.serving.Load() {
		return "", errors.New("starting or ending")
	}
	return "ready", l.store.Commit(ctx, func(tx *storage.Tx) error {
		return tx.SetOwnMeta("asked", time.Now().Format(time.RFC3339))
	})
}

// mount lets a network post to a front end below the public URL, if there is one.
func (l *listener) mount(u config.PublicURL, hook chat.Webhook) {
	if _, path := u.Below(hook.Path()); path != "" {
		l.isPublic = true
		l.paths.Handle("POST "+path, post{hook, make(chan struct{}, maxBodies)})
	}
}

// mountPage serves the page below the public URL. Without a public URL the page is at the root.
func (l *listener) mountPage(u config.PublicURL, page *web.FrontEnd) {
	_, base := u.Below("")
	l.isPublic = true
	for route, handle := range page.Routes() {
		method, path, _ := strings.Cut(route, " ")
		l.paths.HandleFunc(method+" "+base+path, handle)
	}
	l.missing.HandleFunc("GET "+base+"/", page.Missing(base))
}

// orMissing returns a handler that serves paths. To a person who opens an address in a browser where there is
// nothing, it answers as the page does.
func (l *listener) orMissing(paths *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		missing, pattern := l.missing.Handler(r)
		isBelowPage := pattern != ""
		isInBrowser := strings.Contains(r.Header.Get("Accept"), "text/html")
		if !isBelowPage || !isInBrowser || hasPath(paths, r) {
			paths.ServeHTTP(w, r)
			return
		}
		missing.ServeHTTP(w, r)
	})
}

// hasPath reports whether something is served at the path of a request, either for the request's own method or for
// POST.
func hasPath(paths *http.ServeMux, r *http.Request) bool {
	if _, pattern := paths.Handler(r); pattern != "" {
		return true
	}
	post := r.Clone(r.Context())
	post.Method = http.MethodPost
	_, pattern := paths.Handler(post)
	return pattern != ""
}

// waitForBegin returns a handler that delays posts while the process is starting, until the paths of the front
// ends are mounted. The handler serves no path that is not clean.
func (l *listener) waitForBegin(paths http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isClean(r.URL.Path) {
			// Package http would redirect such a path.
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

// isClean reports whether a path has no empty part, and no part such as "..". It may end with a
// slash.
func isClean(p string) bool {
	clean := path.Clean(p)
	if p == clean {
		return true
	}
	// The root has its slash already, so "//" is not clean.
	return clean != "/" && p == clean+"/"
}

// A post is the handler for the events that a network posts.
type post struct {
	hook chat.Webhook
	// slots holds an element for each long body that is being read.
	slots chan struct{}
}

// ServeHTTP hands a signed JSON body of at most chat.MaxPost bytes to the front end.
func (p post) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	}
	if !p.hook.Signed(r.Header) {
		http.Error(w, "not signed", http.StatusUnauthorized)
		return
	}
	body, err := p.readBody(w, r)
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		http.Error(w, "too long", http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, "the body broke off", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), postFor)
	defer cancel()
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(postFor + requestFor)); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	status, answer := p.hook.Post(ctx, r.Header, body)
	if answer != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	// The client may have left.
	_, _ = w.Write(answer)
}

// readBody reads a body. A long body waits for a free slot. The server's ReadTimeout bounds how
// long a body occupies its slot.
func (p post) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	isShort := r.ContentLength >= 0 && r.ContentLength <= shortBody
	if !isShort {
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
	}
	return io.ReadAll(http.MaxBytesReader(w, r.Body, chat.MaxPost))
}
