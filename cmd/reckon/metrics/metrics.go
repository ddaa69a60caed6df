// Package metrics counts and times the work of a bot for Prometheus. Only cmd/reckon imports it. The
// packages whose work is counted declare small interfaces, and cmd/reckon gives them a Metrics, which
// implements these. The values of a label are few, such as the games or the networks, and never
// people, places or texts.
package metrics

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"reckon/bot/chat"
)

// latencies are the histogram bounds of everything that people wait for, in seconds.
var latencies = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// lags are the histogram bounds of the delay until an event is read, in seconds.
var lags = []float64{.1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 900}

// Metrics are the metrics of one process.
type Metrics struct {
	registry *prometheus.Registry

	requests *prometheus.HistogramVec
	lag      *prometheus.HistogramVec
	verdicts *prometheus.CounterVec
	judging  *prometheus.HistogramVec
	searches *prometheus.HistogramVec
	calls    *prometheus.HistogramVec
	paths    *prometheus.HistogramVec
	database *prometheus.HistogramVec
	queries  *prometheus.CounterVec

	// mu guards networks, which has the names of those that are served.
	mu       sync.Mutex
	networks []string
}

// New returns the metrics of the bot, of the process and of Go's runtime. The version is that of the program, and
// the revision that of its source.
func New(version, revision string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: histogram("reckon_request_seconds",
			"From reading a request to storing its effect and its reply.", latencies, "network", "kind"),
		lag: histogram("reckon_update_lag_seconds",
			"From an event at the network until it is read.", lags, "network"),
		verdicts: counter("reckon_verdicts_total",
			"Answers judged.", "game", "verdict"),
		judging: histogram("reckon_judge_seconds",
			"Judging an answer, including the search for the best one where it is needed.", latencies, "game"),
		searches: histogram("reckon_search_seconds",
			"Searching for a puzzle's solutions, including the wait for a free processor.", latencies, "game", "complete"),
		calls: histogram("reckon_api_call_seconds",
			"Calls of a network's API by HTTP status; code 0 is no answer.", latencies, "network", "code"),
		paths: histogram("reckon_http_request_seconds",
			"HTTP requests by path and status; path none is not served.", latencies, "path", "code"),
		database: histogram("reckon_database_seconds",
			"Transactions, including the wait for a connection or a lock.", latencies, "kind"),
		queries: counter("reckon_database_statements_total",
			"Statements of transactions.", "kind"),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "reckon_build_info",
		Help: "Always 1. The labels say which program this is.",
		ConstLabels: prometheus.Labels{
			"version":   version,
			"revision":  revision,
			"goversion": runtime.Version(),
		},
	})
	build.Set(1)
	for _, kind := range []string{readKind, writeKind} {
		m.database.WithLabelValues(kind)
		m.queries.WithLabelValues(kind)
	}
	m.registry.MustRegister(
		m.requests, m.lag, m.verdicts, m.judging, m.searches, m.calls, m.paths, m.database, m.queries, build,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

func histogram(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, labels)
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Plays makes the metrics of some games begin at zero. verdicts are the verdicts on an answer.
func (m *Metrics) Plays(games []string, verdicts ...string) {
	for _, game := range games {
		for _, verdict := range verdicts {
			m.verdicts.WithLabelValues(game, verdict)
		}
		m.judging.WithLabelValues(game)
		for _, complete := range []bool{true, false} {
			m.searches.WithLabelValues(game, strconv.FormatBool(complete))
		}
	}
}

// Serves makes the metrics of a network begin at zero. Its deliveries are zero while none waits.
func (m *Metrics) Serves(network string) {
	for _, kind := range kinds {
		m.requests.WithLabelValues(network, kind)
	}
	m.lag.WithLabelValues(network)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.networks = append(m.networks, network)
}

// served returns the networks that are served.
func (m *Metrics) served() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.networks)
}

// Watchers shows how many people watch the page.
func (m *Metrics) Watchers(count func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "reckon_page_watchers", Help: "Streams that tell people on the page of changes."},
		func() float64 { return float64(count()) },
	))
}

// Copies shows the age of the newest nightly copy of the database, in seconds.
func (m *Metrics) Copies(age func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "reckon_backup_age_seconds", Help: "Age of the newest nightly copy of the database; +Inf if there is none."},
		age,
	))
}

// Judged counts a judged answer and times it.
func (m *Metrics) Judged(game, verdict string, took time.Duration) {
	m.verdicts.WithLabelValues(game, verdict).Inc()
	m.judging.WithLabelValues(game).Observe(took.Seconds())
}

// Searched times a search. complete means that the search has found all solutions.
func (m *Metrics) Searched(game string, complete bool, took time.Duration) {
	m.searches.WithLabelValues(game, strconv.FormatBool(complete)).Observe(took.Seconds())
}

// These are the kinds of transactions.
const (
	readKind  = "read"
	writeKind = "write"
)

// Transacted times a transaction of the database, and counts its statements.
func (m *Metrics) Transacted(write bool, took time.Duration, statements int) {
	kind := readKind
	if write {
		kind = writeKind
	}
	m.database.WithLabelValues(kind).Observe(took.Seconds())
	m.queries.WithLabelValues(kind).Add(float64(statements))
}

// firstCodes are the codes of API calls that begin at zero: for all went well, for too many calls, and for no answer.
var firstCodes = []int{http.StatusOK, http.StatusTooManyRequests, 0}

// Transport times the calls of a network's API.
func (m *Metrics) Transport(network string, next http.RoundTripper) http.RoundTripper {
	for _, code := range firstCodes {
		m.calls.WithLabelValues(network, strconv.Itoa(code))
	}
	return promhttp.RoundTripperFunc(func(r *http.Request) (*http.Response, error) {
		begun := time.Now()
		answer, err := next.RoundTrip(r)
		code := 0
		if answer != nil {
			code = answer.StatusCode
		}
		m.calls.WithLabelValues(network, strconv.Itoa(code)).Observe(time.Since(begun).Seconds())
		return answer, err
	})
}

// Paths times HTTP requests. next is a ServeMux, or hands requests to one.
func (m *Metrics) Paths(next http.Handler) http.Handler {
	return promhttp.InstrumentHandlerDuration(m.paths, next, promhttp.WithLabelFromRequest("path", servedPath))
}

// servedPath returns the path of the pattern that serves a request, or "none". It does not return the
// request's own path, because a label has few values.
func servedPath(r *http.Request) string {
	_, path, isServed := strings.Cut(r.Pattern, " ")
	if !isServed {
		return "none"
	}
	return path
}

// FrontEnd times the requests that a front end takes.
func (m *Metrics) FrontEnd(f chat.FrontEnd) chat.FrontEnd { return frontEnd{f, m} }

type frontEnd struct {
	chat.FrontEnd
	m *Metrics
}

// Run implements chat.FrontEnd.
func (f frontEnd) Run(ctx context.Context, h chat.Handler) error {
	return f.FrontEnd.Run(ctx, handler{h, f.m})
}

// Notice implements chat.Noticer. It does nothing if the front end does not implement that.
func (f frontEnd) Notice(ctx context.Context, d chat.Delivery) {
	if n, ok := f.FrontEnd.(chat.Noticer); ok {
		n.Notice(ctx, d)
	}
}

type handler struct {
	chat.Handler
	m *Metrics
}

// kinds are the labels of chat.Kinds.
var kinds = [...]string{
	chat.Command:  "command",
	chat.Text:     "text",
	chat.Press:    "press",
	chat.Submit:   "submit",
	chat.Joined:   "joined",
	chat.Left:     "left",
	chat.Moved:    "moved",
	chat.Sent:     "sent",
	chat.Summoned: "summoned",
	chat.Opened:   "opened",
}

// Take implements chat.Handler.
func (h handler) Take(ctx context.Context, r chat.Request) {
	begun := time.Now()
	h.m.lag.WithLabelValues(r.Place.Network).Observe(max(0, begun.Sub(r.At).Seconds()))
	h.Handler.Take(ctx, r)
	h.m.requests.WithLabelValues(r.Place.Network, kinds[r.Input.Kind]).Observe(time.Since(begun).Seconds())
}
