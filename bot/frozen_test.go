package bot_test

import (
	"bytes"
	"context"
	"database/sql"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/dbtest"
)

// frozen has a folder for each frozen schema. Each has a story, and the database after the story, as SQL for
// SQLite and for PostgreSQL.
const frozen = "../storage/testdata"

var freeze = flag.String("freeze", "", "play the story of this folder, and write the databases after it there")

// TestFreeze makes what TestFrozen reads. It needs the programs sqlite3 and pg_dump:
//
//	go test ./bot -run TestFreeze -freeze ../storage/testdata/schema8
//	RECKON_TEST_PASS=postgres go test ./bot -run TestFreeze -freeze ../storage/testdata/schema8
func TestFreeze(t *testing.T) {
	if *freeze == "" {
		t.Skip("nothing is to be frozen")
	}
	story := filepath.Join(*freeze, "story.chat")
	script, err := os.ReadFile(story)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	s := newStage(t, &out)
	s.follow(string(script))
	err = s.store.Write(t.Context(), func(tx *storage.Tx) error {
		bob, err := tx.EnsurePlayer("net", "bob", "Bob", "en", s.now)
		if err != nil {
			return err
		}
		return tx.Exec("agree", `INSERT INTO agreements (player_id, token, at) VALUES ($1, $2, $3)`, bob.ID, "a token of bob's", s.now)
	})
	if err != nil {
		t.Fatal(err)
	}
	// A reply that nobody has delivered.
	s.enter([]string{"ann", "private"})
	s.bot.Take(context.Background(), s.request("ann", "/hint"))
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("the story ends at %s", s.now.Format(time.RFC3339))
	file, dump := "sqlite.sql", exec.Command("sqlite3", s.path, ".dump")
	if dbtest.Server() {
		file, dump = "postgres.sql", exec.Command("pg_dump", "--no-owner", "--no-privileges", "--no-comments", "--inserts", "--rows-per-insert=100", s.path)
	}
	var faults bytes.Buffer
	dump.Stderr = &faults
	text, err := dump.Output()
	if err != nil {
		t.Fatal(err, faults.String())
	}
	// Lines that only psql understands.
	text = regexp.MustCompile(`(?m)^\\.*\n`).ReplaceAll(text, nil)
	if err := os.WriteFile(filepath.Join(*freeze, file), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if !dbtest.Server() {
		if err := os.WriteFile(story, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// frozenDatabase makes a database from a folder of frozen ones.
func frozenDatabase(t *testing.T, folder string) string {
	t.Helper()
	return dbtest.New(t, filepath.Base(folder), func(path string) error {
		driver, file := "sqlite", "sqlite.sql"
		if dbtest.Server() {
			driver, file = "pgx", "postgres.sql"
		}
		script, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			return err
		}
		db, err := sql.Open(driver, path)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = db.Exec(string(script))
		return err
	})
}

// TestFrozen upgrades databases of earlier programs, and plays the transcripts in testdata/<schema> on them,
// here and in the folders of features. They show that people still have all that they had.
func TestFrozen(t *testing.T) {
	for _, test := range []struct {
		schema string
		// at is when the story ends.
		at time.Time
	}{
		// The program of version 1.0.0 made it, with a test like TestFreeze.
		{"schema1", time.Date(2026, time.March, 10, 9, 0, 42, 0, time.UTC)},
		{"schema8", time.Date(2026, time.March, 10, 9, 0, 48, 0, time.UTC)},
	} {
		for _, file := range transcripts(t, test.schema+"/*.chat") {
			t.Run(nameOf(file), func(t *testing.T) {
				t.Parallel()
				checkTranscript(t, file, func(features []string, script string) string {
					var out strings.Builder
					s := stageWith(t, features, frozenDatabase(t, filepath.Join(frozen, test.schema)), &out)
					s.now = test.at
					s.events = 1000
					s.follow(script)
					return out.String()
				})
			})
		}
	}
}
