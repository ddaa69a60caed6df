package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/heartbeat"
	"reckon/config"
	"reckon/storage"
)

// A logbook holds what is logged, and may be read at the same time.
type logbook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// ask gets a URL, and returns the status and the text.
func ask(t *testing.T, url string) (int, string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// The bot plays in the terminal, and meanwhile its health and metrics are read over HTTP.
func TestListen(t *testing.T) {
	db := filepath.Join(t.TempDir(), "reckon.db")
	in, person := io.Pipe()
	// This pipe holds what nobody reads.
	said, talk, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	var log logbook
	ended := make(chan error, 1)
	// This ends the program if a line that the test waits for does not come.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		defer in.Close()
		defer talk.Close()
		ended <- run(ctx, []string{"--db", db, "--listen", "127.0.0.1:0", "--log", "info", "--locale", "en"}, console{in, talk, &log})
	}()
	p := &program{in: person, out: bufio.NewScanner(said)}
	p.say(t, "/24 3 3 8 8", "make 24")
	p.say(t, "8*3", "leaves out")
	// When /help is answered, the line before has been measured.
	p.say(t, "/help", "/play")
	found := regexp.MustCompile(`"address":"([^"]+)"`).FindStringSubmatch(log.String())
	if found == nil {
		t.Fatalf("no address in the log:\n%s", log.String())
	}
	url := "http://" + found[1]
	for path, want := range map[string]string{"/healthz": "alive ", "/readyz": "ready\n"} {
		if status, body := ask(t, url+path); status != http.StatusOK || !strings.HasPrefix(body, want) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	_, body := ask(t, url+"/metrics")
	for _, line := range []string{
		`reckon_verdicts_total{game="24",verdict="wrong"} 1`,
		`reckon_request_seconds_count{kind="text",network="terminal"} 1`,
		`reckon_database_seconds_count{kind="write"} `,
		`reckon_heartbeat_age_seconds `,
	} {
		if !strings.Contains(body, line) {
			t.Errorf("no %s", line)
		}
	}
	if status, _ := ask(t, url+"/"); status != http.StatusNotFound {
		t.Errorf("/: %d", status)
	}
	person.Close()
	if err := <-ended; err != nil {
		t.Errorf("the end: %v", err)
	}
	if _, err := net.DialTimeout("tcp", found[1], time.Second); err == nil {
		t.Error("it still listens")
	}
}

func TestListenInVain(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	args := []string{"--db", filepath.Join(t.TempDir(), "reckon.db"), "--listen", taken.Addr().String()}
	err = run(t.Context(), args, console{strings.NewReader(""), io.Discard, io.Discard})
	if err == nil || !strings.HasPrefix(err.Error(), "RECKON_LISTEN (--listen): "+taken.Addr().String()+" is taken") {
		t.Errorf("error %v", err)
	}
}

// Nobody can read health and metrics at the address of the page, unless the operator asks for that.
func TestMetricsBesideThePage(t *testing.T) {
	store, err := bot.Open(t.Context(), filepath.Join(t.TempDir(), "reckon.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	const line = "health and metrics are not served beside the page"
	open, own := freePort(t), freePort(t)
	for _, c := range []struct {
		name     string
		settings config.Settings
		page     bool
		asked    string
		want     int
		isTold   bool
	}{
		{"no page", config.Settings{Listen: open}, false, open, http.StatusOK, false},
		{"a page", config.Settings{Listen: open}, true, open, http.StatusNotFound, true},
		{"a page, and an address of their own", config.Settings{Listen: open, Operator: own}, true, own, http.StatusOK, false},
		{"a page, not at their address", config.Settings{Listen: open, Operator: own}, true, open, http.StatusNotFound, false},
		{"a page, and asked for", config.Settings{Listen: open, Operator: open}, true, open, http.StatusOK, false},
	} {
		var log strings.Builder
		l, err := listen(&c.settings, store, slog.New(slog.NewTextHandler(&log, nil)), c.page)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		close(l.begun)
		for _, path := range []string{"/metrics", "/healthz", "/readyz"} {
			status, _ := ask(t, "http://"+c.asked+path)
			isServed := status != http.StatusNotFound
			if isServed != (c.want == http.StatusOK) {
				t.Errorf("%s: %s answers %d, want %d", c.name, path, status, c.want)
			}
		}
		if err := l.close(); err != nil {
			t.Error(err)
		}
		if got := strings.Contains(log.String(), line); got != c.isTold {
			t.Errorf("%s: the log says %s", c.name, log.String())
		}
	}
}

// If the last heartbeat is old, /healthz says so.
func TestHealthOfStuckBot(t *testing.T) {
	store, err := bot.Open(t.Context(), filepath.Join(t.TempDir(), "reckon.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	old := fmt.Sprint(time.Now().Add(-heartbeat.Age - time.Minute).UnixMilli())
	if err := store.Write(t.Context(), func(tx *storage.Tx) error { return tx.SetMeta("heartbeat", old) }); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	checkHandler((&listener{store: store}).health)(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
	if body := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.Contains(body, "last heartbeat") {
		t.Errorf("of a bot that is stuck: %d %s", w.Code, body)
	}
}

func TestReadiness(t *testing.T) {
	// It waits for seconds.
	t.Parallel()
	store, err := bot.Open(t.Context(), filepath.Join(t.TempDir(), "reckon.db"))
	if err != nil {
		t.Fatal(err)
	}
	o := &listener{store: store, begun: make(chan struct{})}
	status := func() int {
		w := httptest.NewRecorder()
		checkHandler(o.readiness)(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return w.Code
	}
	if got := status(); got != http.StatusServiceUnavailable {
		t.Errorf("before the start: %d", got)
	}
	ctx, end := context.WithCancel(t.Context())
	o.ready(ctx)
	if got := status(); got != http.StatusOK {
		t.Errorf("while it serves: %d", got)
	}
	writing, stuck := make(chan struct{}), make(chan struct{})
	go func() {
		_ = store.Commit(t.Context(), func(*storage.Tx) error { close(writing); <-stuck; return nil })
	}()
	<-writing
	begun := time.Now()
	if got := status(); got != http.StatusServiceUnavailable || time.Since(begun) > answerFor {
		t.Errorf("while nothing can be written: %d after %v", got, time.Since(begun))
	}
	close(stuck)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if got := status(); got != http.StatusServiceUnavailable {
		t.Errorf("without a database: %d", got)
	}
	end()
}
