package main

import (
	"bytes"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot/heartbeat"
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
	if err := ask(); err == nil || !strings.Contains(err.Error(), heartbeat.ErrNone.Error()) {
		t.Errorf("no heartbeat: %v", err)
	}
	for age, want := range map[time.Duration]error{heartbeat.Age + time.Minute: no, 0: nil} {
		at := strconv.FormatInt(time.Now().Add(-age).UnixMilli(), 10)
		if err := store.Write(t.Context(), func(tx *storage.Tx) error { return tx.SetMeta("heartbeat", at) }); err != nil {
			t.Fatal(err)
		}
		if err := ask(); !errors.Is(err, want) {
			t.Errorf("a heartbeat %v old: %v, want %v", age, err, want)
		}
	}
}

// TestAskingChangesNothing asks for the health of a database of an older schema and
// has it copied: neither brings it up to date.
func TestAskingChangesNothing(t *testing.T) {
	folder := t.TempDir()
	db, copied := filepath.Join(folder, "reckon.db"), filepath.Join(t.TempDir(), "copy.db")
	store, err := storage.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(`DELETE FROM reckon_versions WHERE version_id = 1`); err != nil {
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
