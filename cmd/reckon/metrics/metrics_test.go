package metrics_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/cmd/reckon/metrics"
	"reckon/storage"
)

// scrape returns what Prometheus reads.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// want checks that a text has some lines. N in them is any number.
func want(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(line), "N", `[0-9.e+-]+`)
		if !regexp.MustCompile(`(?m)^` + pattern + `$`).MatchString(text) {
			t.Errorf("no line %s in\n%s", line, regexp.MustCompile(`(?m)^(go_|process_|promhttp|#).*\n`).ReplaceAllString(text, ""))
		}
	}
}

func TestPlay(t *testing.T) {
	m := metrics.New("1.2.3", "0a1b")
	m.Plays([]string{"24", "countdown"}, "right", "wrong")
	want(t, scrape(t, m),
		`reckon_verdicts_total{game="countdown",verdict="wrong"} 0`,
		`reckon_search_seconds_count{complete="false",game="24"} 0`,
		`reckon_judge_seconds_count{game="24"} 0`,
		`reckon_database_seconds_count{kind="write"} 0`,
	)
	m.Judged("24", "right", 3*time.Millisecond)
	m.Judged("24", "right", time.Millisecond)
	m.Judged("letters", "wrong", time.Millisecond)
	m.Searched("tchisla", false, 2*time.Second)
	m.Transacted(true, time.Millisecond, 7)
	m.Transacted(false, time.Millisecond, 1)
	want(t, scrape(t, m),
		`reckon_verdicts_total{game="24",verdict="right"} 2`,
		`reckon_verdicts_total{game="letters",verdict="wrong"} 1`,
		`reckon_judge_seconds_sum{game="24"} 0.004`,
		`reckon_search_seconds_bucket{complete="false",game="tchisla",le="1"} 0`,
		`reckon_search_seconds_bucket{complete="false",game="tchisla",le="2.5"} 1`,
		`reckon_database_seconds_count{kind="read"} 1`,
		`reckon_database_seconds_count{kind="write"} 1`,
		`reckon_database_statements_total{kind="write"} 7`,
		`process_start_time_seconds N`,
		`reckon_build_info{goversion="`+runtime.Version()+`",revision="0a1b",version="1.2.3"} 1`,
	)
}

// A front takes a press, and an offer that was sent, from ten seconds ago.
type front struct {
	chat.FrontEnd
	// noticed is the key of the last delivery.
	noticed *string
}

func (front) Run(ctx context.Context, h chat.Handler) error {
	for _, kind := range []chat.Kind{chat.Press, chat.Sent} {
		h.Take(ctx, chat.Request{
			Place: chat.Place{Network: "net", Community: "secret place", Title: "Ann's"}, Person: chat.Person{ID: "her-id", Name: "Ann"},
			Input: chat.Input{Kind: kind, Data: "v2 hint"}, At: time.Now().Add(-10 * time.Second),
		})
	}
	return nil
}

func (f front) Notice(_ context.Context, d chat.Delivery) { *f.noticed = d.Key }

type handler struct{ chat.Handler }

func (handler) Take(context.Context, chat.Request) {}

func TestFrontEnd(t *testing.T) {
	m := metrics.New("1.2.3", "0a1b")
	if err := m.FrontEnd(front{}).Run(t.Context(), handler{}); err != nil {
		t.Fatal(err)
	}
	noticed := ""
	if m.FrontEnd(front{noticed: &noticed}).(chat.Noticer).Notice(t.Context(), chat.Delivery{Key: "k"}); noticed != "k" {
		t.Error("it notices nothing when it is watched")
	}
	text := scrape(t, m)
	want(t, text,
		`reckon_request_seconds_count{kind="press",network="net"} 1`,
		`reckon_request_seconds_count{kind="sent",network="net"} 1`,
		`reckon_update_lag_seconds_bucket{network="net",le="5"} 0`,
		`reckon_update_lag_seconds_bucket{network="net",le="30"} 2`,
	)
	for _, word := range []string{"Ann", "her-id", "secret", "hint"} {
		if strings.Contains(text, word) {
			t.Errorf("%q is in the metrics", word)
		}
	}
}

// Everything that a person can do has a name in the metrics.
func TestKinds(t *testing.T) {
	m := metrics.New("1.2.3", "0a1b")
	if err := m.FrontEnd(everything{}).Run(t.Context(), handler{}); err != nil {
		t.Fatal(err)
	}
	text := scrape(t, m)
	for kind := chat.Command; kind <= chat.Opened; kind++ {
		want(t, text, `reckon_request_seconds_count{kind="`+kindNames[kind]+`",network="net"} 1`)
	}
}

var kindNames = []string{"command", "text", "press", "submit", "joined", "left", "moved", "sent", "summoned", "opened"}

// everything is a front end on which a person does each thing once.
type everything struct{ front }

func (everything) Run(ctx context.Context, h chat.Handler) error {
	for kind := chat.Command; kind <= chat.Opened; kind++ {
		h.Take(ctx, chat.Request{Place: chat.Place{Network: "net"}, Input: chat.Input{Kind: kind}})
	}
	return nil
}

// An answerFunc is a network's API: it answers each call with what the function returns.
type answerFunc func() (*http.Response, error)

func (a answerFunc) RoundTrip(*http.Request) (*http.Response, error) { return a() }

func TestTransport(t *testing.T) {
	m := metrics.New("1.2.3", "0a1b")
	answers := []answerFunc{
		func() (*http.Response, error) { return &http.Response{StatusCode: 429}, nil },
		func() (*http.Response, error) { return &http.Response{StatusCode: 200}, nil },
		func() (*http.Response, error) { return nil, errors.New("out of reach") },
	}
	for _, a := range answers {
		transport := m.Transport("net", a)
		if first := scrape(t, m); !strings.Contains(first, `reckon_api_call_seconds_count{code="429",network="net"}`) {
			t.Errorf("there is no 429 before one came:\n%s", first)
		}
		_, _ = transport.RoundTrip(httptest.NewRequest(http.MethodPost, "/botTOKEN/sendMessage", nil))
	}
	text := scrape(t, m)
	want(t, text,
		`reckon_api_call_seconds_count{code="429",network="net"} 1`,
		`reckon_api_call_seconds_count{code="200",network="net"} 1`,
		`reckon_api_call_seconds_count{code="0",network="net"} 1`,
	)
	if strings.Contains(text, "TOKEN") {
		t.Error("a token is told")
	}
}

func TestDatabase(t *testing.T) {
	store, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "reckon.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	m := metrics.New("1.2.3", "0a1b")
	m.Database(store, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if text := scrape(t, m); strings.Contains(text, "reckon_heartbeat") || strings.Contains(text, "reckon_deliveries") {
		t.Errorf("of nothing:\n%s", text)
	}
	// Alerts compare with what nothing has happened to yet.
	m.Serves("net")
	m.Serves("other")
	want(t, scrape(t, m),
		`reckon_deliveries_waiting{class="prompt",network="net"} 0`,
		`reckon_deliveries_oldest_seconds{class="bulk",network="other"} 0`,
		`reckon_request_seconds_count{kind="press",network="other"} 0`,
		`reckon_update_lag_seconds_count{network="net"} 0`,
	)
	now := time.Now()
	heart := heartbeat.New(store, func() time.Time { return now.Add(-30 * time.Second) }, nil)
	if err := heart.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	err = store.Write(t.Context(), func(tx *storage.Tx) error {
		c, err := tx.EnsureCommunity("net", "room", false, 0, "", now)
		if err != nil {
			return err
		}
		for _, nonce := range []string{"a", "b"} {
			if err := tx.Enqueue(&storage.Outgoing{Nonce: nonce, CommunityID: c.ID, Body: []byte("{}")}, func(string) bool { return true }, now.Add(-time.Hour)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text := scrape(t, m)
	want(t, text,
		`reckon_deliveries_waiting{class="prompt",network="net"} 2`,
		`reckon_deliveries_waiting{class="bulk",network="net"} 0`,
		`reckon_deliveries_oldest_seconds{class="prompt",network="net"} N`,
		`reckon_heartbeat_age_seconds N`,
		`reckon_database_bytes N`,
	)
	if !regexp.MustCompile(`oldest_seconds\{.*\} 360[0-9]`).MatchString(text) || !regexp.MustCompile(`heartbeat_age_seconds 3[0-9]`).MatchString(text) {
		t.Errorf("ages are not an hour and half a minute:\n%s", text)
	}
	if err := heart.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := scrape(t, m); strings.Contains(text, "reckon_heartbeat") {
		t.Errorf("of a bot that has ended:\n%s", text)
	}
}
