package main

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"reckon/bot"
)

// The log says what is served on which database, and why that has ended.
func TestLogOfService(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		ctx            context.Context
		args           []string
		serves, reason string
	}{
		{t.Context(), nil, "the terminal", `the input has ended"`},
		{t.Context(), []string{"--listen", taken.Addr().String()}, "the terminal", "RECKON_LISTEN (--listen): " + taken.Addr().String() + " is taken"},
		{stopped, []string{"--discord-token", "token"}, "Discord", `a signal asked for it"`},
		{stopped, []string{"web"}, "the page", `a signal asked for it"`},
	} {
		db := filepath.Join(t.TempDir(), "reckon.db")
		var log logbook
		args := append([]string{"--db", db, "--log", "info"}, c.args...)
		err := run(c.ctx, args, console{strings.NewReader(""), io.Discard, &log})
		for _, want := range []string{`"database":"` + db, `"serves":"` + c.serves + `"`, `"reason":"` + c.reason} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("%q, which ends with %v, does not log %s:\n%s", c.args, err, want, log.String())
			}
		}
	}
}

// Whoever starts a second bot on a file is told how to start it beside the first.
func TestFileInUse(t *testing.T) {
	db := filepath.Join(t.TempDir(), "reckon.db")
	store, err := bot.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Serve(); err != nil {
		t.Fatal(err)
	}
	err = run(t.Context(), []string{"--db", db}, console{strings.NewReader(""), io.Discard, io.Discard})
	if err == nil || !strings.Contains(err.Error(), "stop it first") || !strings.HasSuffix(err.Error(), "give this one its own: --db other.db") {
		t.Errorf("error %v", err)
	}
}

// The greeting names the program as the person has started it.
func TestProgramName(t *testing.T) {
	own := filepath.Join(t.TempDir(), "reckon-of-a-test")
	for arg0, want := range map[string]string{
		"/tmp/go-build123/b001/exe/reckon": "go run ./cmd/reckon",
		own:                                own,
		"./reckon-of-a-test":               "./reckon-of-a-test",
		"/bin/sh":                          "sh",
	} {
		if got := programName(arg0); got != want {
			t.Errorf("%s: %s, want %s", arg0, got, want)
		}
	}
}
