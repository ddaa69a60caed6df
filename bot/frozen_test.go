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

// frozen has a folder for each schema that was frozen: a story, and the database after it,
// as SQL for SQLite and for PostgreSQL.
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

// A fact is what somebody still reads after an upgrade, in the order of the table.
type fact struct {
	does  string   // lines of a transcript
	reads []string // parts of what is shown then; of a row of a table, its cells
}

var factsOfSchema8 = []fact{
	{"sleep 1s", []string{"posted in ann", "Daily #69 · 24"}},
	{"room club\nann> /leaderboard", []string{"Ann 266 7", "Bob 105 4", "Cem 30 1"}},
	{"ann> /records", []string{"2016#7: 6 digits"}},
	{"admin> /settings", []string{
		"24, Tchisla,…", "Daily here", "Time 11:30", "Pin the daily on", "Quiet daily on", "Time zone Europe/Berlin", "Timer 45 seconds",
	}},
	{"room guild network other\nanna> /leaderboard", []string{"Anna 220 5"}},
	{"room dm private network other\nanna> /stats", []string{"points 316", "puzzles solved 8", "longest streak, days 2"}},
	{"room ann private\nann> /stats", []string{"points 316", "puzzles solved 8", "wrong answers 1", "hints 1", "daily streak, days 1", "longest streak, days 2"}},
	{"ann> /league last", []string{"Division 1 · 2 Mar to 8 Mar", "You came 1st", "Ann 120 2", "Eve 50 1", "Bob 35 1"}},
	{"ann> /league", []string{"Division 1 · 9 Mar to 15 Mar", "Ann 50 1"}},
	{"ann> /settings", []string{"Time zone Europe/Berlin", "Language English", "Reminder on", "Worldwide on", "My name on records on", "My name on ghosts on"}},
	{"room eve private\neve> /settings", []string{"遊戲 24 點", "語言 繁體中文", "全球榜 開"}},
	{"eve> /leaderboard worldwide", []string{"Eve 50 1"}},
	{"room gil private\ngil> (7*7-1)/2", []string{"No points: you gave up on it."}},
	{"room dan private\ndan> /export", []string{`"kind": "even"`}},
	{"room bob private\nbob> /export", []string{`"roles_agreed"`}},
	{"room hal private\nhal> /stats", []string{"points 30", "puzzles solved 1"}},
	{"room fay private\nfay> /stats", []string{"You haven't answered anything yet."}},
	{"room club\nbob> 4*(7-8/8)", []string{"+20", "Bob 125"}},
	{"sleep 3m", []string{"The challenge expired."}},
	{"clock 2026-03-10T10:30:00Z\nsleep 1s", []string{"Daily #69", `unpinned "m83"`}},
}

// TestFrozen brings databases of earlier programs up to date. All that people had is there.
func TestFrozen(t *testing.T) {
	for _, test := range []struct {
		schema string
		at     time.Time // when the story ends
		facts  []fact
	}{
		{"schema8", time.Date(2026, time.March, 10, 9, 0, 48, 0, time.UTC), factsOfSchema8},
	} {
		t.Run(test.schema, func(t *testing.T) {
			var out strings.Builder
			s := stageOn(t, frozenDatabase(t, filepath.Join(frozen, test.schema)), &out)
			s.now, s.events = test.at, 1000
			for _, f := range test.facts {
				out.Reset()
				s.follow(f.does)
				shown := strings.Join(strings.Fields(out.String()), " ")
				for _, part := range f.reads {
					if !strings.Contains(shown, part) {
						t.Errorf("after %q nothing says %q:\n%s", f.does, part, out.String())
					}
				}
			}
		})
	}
}
