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
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// The bot plays in the terminal, and meanwhile its health and metrics are read over HTTP.
func TestListen(t *testing.T) {
	db := filepath.Join(t.TempDir(), "reckon.db")
	input, typing := io.Pipe()
	// Unlike an io.Pipe, this pipe has a buffer. So the bot can print what the test does not read.
	printed, output, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	var log logbook
	ended := make(chan error, 1)
	// This ends the program if a line that the test waits for does not come.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		defer input.Close()
		defer output.Close()
		ended <- run(ctx, []string{"--db", db, "--listen", "127.0.0.1:0", "--log", "info", "--locale", "en"}, console{input, output, &log})
	}()
	p := &program{in: typing, out: bufio.NewScanner(printed)}
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
	typing.Close()
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
	store := openDatabase(t)
	const line = "health and metrics are not served beside the page"
	public := freePort(t)
	private := freePort(t)
	for _, c := range []struct {
		name     string
		settings config.Settings
		hasPage  bool
		// at is the address at which health and metrics are read.
		at       string
		isServed bool
		// isLogged reports whether the log says the line.
		isLogged bool
	}{
		{"no page", config.Settings{Listen: public}, false, public, true, false},
		{"a page", config.Settings{Listen: public}, true, public, false, true},
		{"a page, and metrics at an address of their own", config.Settings{Listen: public, Operator: private}, true, private, true, false},
		{"a page whose metrics are at another address", config.Settings{Listen: public, Operator: private}, true, public, false, false},
		{"a page, and the operator asks for metrics beside it", config.Settings{Listen: public, Operator: public}, true, public, true, false},
	} {
		var log strings.Builder
		l, err := listen(&c.settings, store, slog.New(slog.NewTextHandler(&log, nil)), c.hasPage)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		close(l.begun)
		for _, path := range []string{"/metrics", "/healthz", "/readyz"} {
			status, _ := ask(t, "http://"+c.at+path)
			isServed := status != http.StatusNotFound
			if isServed != c.isServed {
				t.Errorf("%s: %s answers %d, but isServed is to be %v", c.name, path, status, c.isServed)
			}
		}
		if err := l.close(); err != nil {
			t.Error(err)
		}
		if got := strings.Contains(log.String(), line); got != c.isLogged {
			t.Errorf("%s: the log says %s", c.name, log.String())
		}
	}
}

// If the last heartbeat is old, /healthz says so.
func TestHealthOfStuckBot(t *testing.T) {
	store := openDatabase(t)
	old := fmt.Sprint(time.Now().Add(-heartbeat.MaxAge - time.Minute).UnixMilli())
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
	// This test takes seconds, because readiness waits for a database that is stuck.
	t.Parallel()
	store := openDatabase(t)
	l := &listener{store: store, begun: make(chan struct{})}
	status := func() int {
		w := httptest.NewRecorder()
		checkHandler(l.readiness)(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return w.Code
	}
	if got := status(); got != http.StatusServiceUnavailable {
		t.Errorf("before the start: %d", got)
	}
	ctx, end := context.WithCancel(t.Context())
	l.ready(ctx)
	if got := status(); got != http.StatusOK {
		t.Errorf("while it serves: %d", got)
	}
	writing := make(chan struct{})
	release := make(chan struct{})
	go func() {
		_ = store.Commit(t.Context(), func(*storage.Tx) error {
			close(writing)
			<-release
			return nil
		})
	}()
	<-writing
	begun := time.Now()
	if got := status(); got != http.StatusServiceUnavailable || time.Since(begun) > requestFor {
		t.Errorf("while nothing can be written: %d after %v", got, time.Since(begun))
	}
	close(release)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if got := status(); got != http.StatusServiceUnavailable {
		t.Errorf("without a database: %d", got)
	}
	end()
}
