package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/storage"
)

// doctor says how old the newest copy is, and what is wrong if none can be made or one is missing.
func TestDoctorCopies(t *testing.T) {
	db := filepath.Join(t.TempDir(), "reckon.db")
	store, err := bot.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder := filepath.Join(t.TempDir(), "copies")
	const all, missing = "ok     copies", "WRONG  copies"
	check := func(want, db, folder string) {
		t.Helper()
		said, err := doctor(t, "--db", db, "--backup-dir", folder)
		isWrong := strings.HasPrefix(want, "WRONG")
		if errors.Is(err, no) != isWrong || !strings.Contains(said, want) {
			t.Errorf("%v, want %q in\n%s", err, want, said)
		}
	}

	check(all+"                none yet\n", db, folder)
	if _, err := os.Stat(folder); err == nil {
		t.Error("the checks have made a folder")
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	writeCopy := func(day string, age time.Duration) {
		t.Helper()
		name := filepath.Join(folder, fmt.Sprintf("reckon-%s.db", day))
		at := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Chtimes(name, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	writeCopy("before-24-2099-01-01", 0)
	writeCopy("2026-11-20", 50*time.Hour)
	check(all+"                1, the newest of 50h0m0s ago\n", db, folder)
	now := fmt.Sprint(time.Now().UnixMilli())
	if err := store.Write(t.Context(), func(tx *storage.Tx) error { return tx.SetMeta("heartbeat", now) }); err != nil {
		t.Fatal(err)
	}
	check(missing+"                1, the newest of 50h0m0s ago\n", db, folder)
	writeCopy("2026-11-22", 9*time.Hour)
	check(all+"                2, the newest of 9h0m0s ago\n", db, folder)

	file := filepath.Join(folder, "reckon-2026-11-22.db")
	check(missing, db, file)
	check(missing, db, filepath.Join(file, "below"))
	check(missing+"                the database is on a PostgreSQL server", "postgres://127.0.0.1:1/reckon", folder)
}

func TestCopyAge(t *testing.T) {
	folder := t.TempDir()
	if age := copyAge(folder); !math.IsInf(age, 1) {
		t.Errorf("without a copy the age is %v", age)
	}
	if err := os.WriteFile(filepath.Join(folder, "reckon-2026-11-22.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if age := copyAge(folder); age > 60 {
		t.Errorf("the age of a new copy is %v", age)
	}
}
