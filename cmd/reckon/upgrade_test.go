package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"reckon/storage"
)

// oldDatabase makes a file with the schema of an older program.
func oldDatabase(t *testing.T) string {
	t.Helper()
	statements, err := os.ReadFile(filepath.Join("..", "..", "storage", "testdata", "schema8", "sqlite.sql"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "reckon.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), string(statements)); err != nil {
		t.Fatal(err)
	}
	return path
}

// isOutdated reports whether the schema of a file is that of an older program.
func isOutdated(t *testing.T, path string) bool {
	t.Helper()
	store, err := storage.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	return errors.As(store.Outdated(), new(storage.OutdatedError))
}

// A file is copied before it is upgraded, and the log says both.
func TestCopyBeforeUpgrade(t *testing.T) {
	db := oldDatabase(t)
	folder := filepath.Join(t.TempDir(), "copies")
	var log logbook
	play := func(folder string) error {
		args := []string{"--db", db, "--backup-dir", folder, "--log", "info"}
		return run(t.Context(), args, console{strings.NewReader(""), io.Discard, &log})
	}

	err := play(filepath.Join(db, "below a file"))
	if err == nil || !strings.Contains(err.Error(), "is not upgraded") || !isOutdated(t, db) {
		t.Errorf("without a copy: %v, and the database is old: %v", err, isOutdated(t, db))
	}
	if err := play(folder); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, fmt.Sprintf("reckon-schema-8-%s.db", time.Now().UTC().Format(time.DateOnly)))
	if !isOutdated(t, name) || isOutdated(t, db) {
		t.Errorf("the copy is old: %v, and so is the database: %v", isOutdated(t, name), isOutdated(t, db))
	}
	for _, want := range []string{`"the database was copied before its upgrade"`, `"the database was upgraded","from":8,`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %s in the log:\n%s", want, log.String())
		}
	}
	before := strings.Count(log.String(), "upgrade")
	if err := play(folder); err != nil || strings.Count(log.String(), "upgrade") != before {
		t.Errorf("at the second start, %v:\n%s", err, log.String())
	}
}
