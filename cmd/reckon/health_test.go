package main

import (
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/storage"
)

// TestHealth asks about bots that have shown no sign of life, an old one, and a
// young one.
func TestHealth(t *testing.T) {
	db := filepath.Join(t.TempDir(), "reckon.db")
	store, err := storage.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ask := func() error {
		return run(t.Context(), []string{"health", "--db", db}, console{strings.NewReader(""), io.Discard, io.Discard})
	}
	if err := ask(); err == nil || !strings.Contains(err.Error(), bot.ErrNoHeartbeat.Error()) {
		t.Errorf("no heartbeat: %v", err)
	}
	for age, want := range map[time.Duration]error{bot.HeartbeatAge + time.Minute: no, 0: nil} {
		at := strconv.FormatInt(time.Now().Add(-age).UnixMilli(), 10)
		if err := store.Write(t.Context(), func(tx *storage.Tx) error { return tx.SetMeta("heartbeat", at) }); err != nil {
			t.Fatal(err)
		}
		if err := ask(); !errors.Is(err, want) {
			t.Errorf("a heartbeat %v old: %v, want %v", age, err, want)
		}
	}
}
