package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/storage"
)

func TestNightly(t *testing.T) {
	store := openDatabase(t)
	folder := filepath.Join(t.TempDir(), "copies")
	now := time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC)
	n := nightly{store, folder, 2, func() time.Time { return now }}
	there := func() (names []string) {
		all, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			names = append(names, strings.TrimSuffix(strings.TrimPrefix(e.Name(), "reckon-2026-11-"), ".db"))
		}
		return names
	}
	for _, c := range []struct {
		after time.Duration
		made  bool
		want  []string
	}{
		{0, true, []string{"20"}},
		// One copy a day is made.
		{time.Hour, false, []string{"20"}},
		// It is 02:59, and then 03:00, when a day begins.
		{11*time.Hour + 59*time.Minute, false, []string{"20"}},
		{time.Minute, true, []string{"20", "21"}},
		// Two copies are kept.
		{24 * time.Hour, true, []string{"21", "22"}},
		// For three days no copy was made.
		{3 * 24 * time.Hour, true, []string{"22", "25"}},
	} {
		now = now.Add(c.after)
		name, err := n.copyToday(t.Context())
		if err != nil || (name != "") != c.made {
			t.Errorf("%v: made %q, %v", now, name, err)
		}
		if got := there(); !slices.Equal(got, c.want) {
			t.Errorf("%v: there are %v, want %v", now, got, c.want)
		}
	}
	// Files of others in the folder are not deleted.
	other := filepath.Join(folder, "reckon-before-the-upgrade.db")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(24 * time.Hour)
	if _, err := n.copyToday(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	copied, err := storage.OpenReadOnly(t.Context(), filepath.Join(folder, "reckon-2026-11-26.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := copied.Close(); err != nil {
		t.Fatal(err)
	}
	n.folder = filepath.Join(other, "below a file")
	if _, err := n.copyToday(t.Context()); err == nil {
		t.Error("a folder that cannot be is no error")
	}
}

// The program makes a copy of its database when it starts. The metrics have the age of the copy.
func TestNightlyWhileServing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "copies")
	in, person := io.Pipe()
	made := make(chan struct{})
	log := &watchedLog{want: []string{"a copy of the database was made"}, seen: sync.OnceFunc(func() { close(made) })}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	address := freePort(t)
	args := []string{"--db", filepath.Join(t.TempDir(), "reckon.db"), "--backup-dir", folder, "--log", "info", "--listen", address}
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, args, console{in, io.Discard, log}) }()
	select {
	case <-made:
	case err := <-ended:
		t.Fatalf("it has ended (%v) and says\n%s", err, log.String())
	}
	_, scraped := ask(t, "http://"+address+"/metrics")
	if !regexp.MustCompile(`(?m)^reckon_backup_age_seconds [0-9.e-]+$`).MatchString(scraped) {
		t.Errorf("the age of the copy is not among the metrics:\n%s", scraped)
	}
	person.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob(filepath.Join(folder, "reckon-*.db"))
	if err != nil || len(copies) != 1 {
		t.Errorf("copies %v, %v", copies, err)
	}
}
