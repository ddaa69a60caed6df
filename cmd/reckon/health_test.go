package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/bot/telegram/telegramtest"
	"reckon/storage"
)

// TestHealth asks about bots without a heartbeat, with an old one, and with a recent one.
func TestHealth(t *testing.T) {
	db := filepath.Join(t.TempDir(), "reckon.db")
	store, err := bot.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ask := func() error {
		return run(t.Context(), []string{"health", "--db", db}, console{strings.NewReader(""), io.Discard, io.Discard})
	}
	if err := ask(); err == nil || !strings.Contains(err.Error(), heartbeat.ErrNone.Error()) {
		t.Errorf("no heartbeat: %v", err)
	}
	for _, c := range []struct {
		age  time.Duration
		want error
	}{{heartbeat.MaxAge + time.Minute, no}, {0, nil}} {
		at := strconv.FormatInt(time.Now().Add(-c.age).UnixMilli(), 10)
		if err := store.Write(t.Context(), func(tx *storage.Tx) error { return tx.SetMeta("heartbeat", at) }); err != nil {
			t.Fatal(err)
		}
		if err := ask(); !errors.Is(err, c.want) {
			t.Errorf("a heartbeat %v old: %v, want %v", c.age, err, c.want)
		}
	}
	if runtime.GOOS == "linux" {
		if life, err := lifeOf(t.Context(), store, "/proc/reckon.db"); !errors.Is(err, errStuck) || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("where the disk has no room: %q, %v", life, err)
		}
	}
}

// If a token is refused, only that network ends, and health and doctor say so. If all tokens are refused,
// the exit status says that starting the bot again is of no use.
func TestRefusedToken(t *testing.T) {
	// It waits for seconds.
	t.Parallel()
	telegram := telegramtest.New(telegramtest.Options{})
	defer telegram.Close()
	api, err := telegram.Listen()
	if err != nil {
		t.Fatal(err)
	}
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"message":"401: Unauthorized","code":0}`)
	}))
	defer discord.Close()
	db := filepath.Join(t.TempDir(), "reckon.db")
	args := []string{"--discord-token", "refused", "--discord-api-url", discord.URL}
	var log logbook
	alone := append([]string{"--db", filepath.Join(t.TempDir(), "alone.db")}, args...)
	if err := run(t.Context(), alone, console{strings.NewReader(""), io.Discard, &log}); !errors.Is(err, refused) || strings.Count(log.String(), "DISCORD_TOKEN") != 1 {
		t.Errorf("with a refused token alone it ends with %v:\n%s", err, log.String())
	}
	if !strings.Contains(log.String(), `"reason":"all networks refuse the bot"`) {
		t.Errorf("the log does not say why it ends:\n%s", log.String())
	}
	if found, err := doctor(t, alone...); !errors.Is(err, no) || !regexp.MustCompile(`WRONG  bot +ended \d+s ago; discord: .*DISCORD_TOKEN`).MatchString(found) {
		t.Errorf("doctor, of the bot that has ended: %v\n%s", err, found)
	}
	args = append(args, "--db", db, "--telegram-token", telegramtest.Token, "--telegram-api-url", api)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, args, console{strings.NewReader(""), io.Discard, &log}) }()
	said := ""
	for end := time.Now().Add(time.Minute); !strings.Contains(said, "; discord: ") && chat.Pause(ctx, 10*time.Millisecond); {
		var out bytes.Buffer
		if err := run(ctx, []string{"health", "--db", db}, console{strings.NewReader(""), &out, io.Discard}); err == nil {
			said = out.String()
		}
		if time.Now().After(end) {
			t.Fatalf("health says %q, and the log\n%s", said, log.String())
		}
	}
	if found, err := doctor(t, args...); !errors.Is(err, no) || !strings.Contains(found, "WRONG  bot ") || !strings.Contains(found, "DISCORD_TOKEN") {
		t.Errorf("doctor: %v\n%s", err, found)
	}
	sent := make(chan telegramtest.Message, 10)
	telegram.Watch(func(m telegramtest.Message) { sent <- m })
	telegram.Text(7, telegramtest.Person{ID: 7, Name: "Ann"}, "/24 3 3 8 8")
	select {
	case <-sent:
	case <-time.After(time.Minute):
		t.Error("nobody plays on the other network")
	}
	stop()
	// The one refused network is no reason for the end, nor for an exit status that keeps a manager from starting it again.
	if err := <-ended; err != nil {
		t.Errorf("stopped by a signal, it ends with %v", err)
	}
	if !strings.HasSuffix(strings.TrimSpace(log.String()), `"reason":"a signal asked for it"}`) {
		t.Errorf("the log does not end with the signal:\n%s", log.String())
	}
}

// Neither health nor backup changes a database of an older schema.
func TestAskingChangesNothing(t *testing.T) {
	folder := t.TempDir()
	db := newDatabase(t, folder)
	copied := filepath.Join(t.TempDir(), "copy.db")
	old, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(`DELETE FROM reckon_versions WHERE version_id > 0`); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) error {
		return run(t.Context(), append(args, "--db", db), console{strings.NewReader(""), io.Discard, io.Discard})
	}
	if err := run("health"); err == nil || !strings.Contains(err.Error(), "older than") {
		t.Errorf("health of an older schema: %v", err)
	}
	if err := run("backup", copied); err != nil {
		t.Errorf("backup of an older schema: %v", err)
	}
	if after, err := os.ReadFile(db); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the database was changed (%v)", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("beside the database there are %v, %v", left, err)
	}
	if _, err := storage.OpenReadOnly(t.Context(), copied); err != nil {
		t.Errorf("the copy: %v", err)
	}
}
