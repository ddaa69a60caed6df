package storage

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"reckon/storage/dbtest"
)

func TestOpenPaths(t *testing.T) {
	dbtest.OnlyFile(t)
	for _, name := range []string{"plain.db", "with space.db", "a?mode=memory&x=#1%20%.db", "中文.db", ":memory: not.db"} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.ContainsAny(name, "?:") {
				t.Skip("no such names there")
			}
			path := filepath.Join(t.TempDir(), name)
			s := openAt(t, path)
			write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
			if err := s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Meta("a"); return err }); err != nil {
				t.Error(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); runtime.GOOS != "windows" && got != 0o600 {
				t.Errorf("file has mode %o, want 600", got)
			}
		})
	}
}

func TestOpenRelativePath(t *testing.T) {
	dbtest.OnlyFile(t)
	t.Chdir(t.TempDir())
	s := openAt(t, "reckon.db")
	// Connections that are opened later must still find the file.
	t.Chdir(t.TempDir())
	err := s.Read(t.Context(), func(tx *Tx) error {
		_, err := List[int64](tx, "list players", `SELECT id FROM players`)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// The settings that protect the data are set on the connection: in a DSN they are easily lost.
func TestConnectionSettings(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for _, test := range []struct {
		db           *sql.DB
		pragma, want string
	}{
		{s.writer, "journal_mode", "wal"},
		// 2 is FULL.
		{s.writer, "synchronous", "2"},
		{s.writer, "foreign_keys", "1"},
		{s.writer, "busy_timeout", "5000"},
		{s.writer, "secure_delete", "1"},
		{s.writer, "page_size", "1024"},
		// 2 is MEMORY.
		{s.writer, "temp_store", "2"},
		{s.writer, "wal_autocheckpoint", "49152"},
		{s.writer, "journal_size_limit", "67108864"},
		{s.readers, "journal_mode", "wal"},
		{s.readers, "busy_timeout", "5000"},
		{s.readers, "temp_store", "2"},
	} {
		var got string
		if err := test.db.QueryRow("PRAGMA " + test.pragma).Scan(&got); err != nil || got != test.want {
			t.Errorf("%s is %q (%v), want %q", test.pragma, got, err, test.want)
		}
	}
}

// execute changes a database file, unnoticed by the Store.
func execute(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := connect(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dbtest.OnlyFile(t)
	file := func(content string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, test := range []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"short text", file("hello"), "the file is not a database"},
		{"long text", file(strings.Repeat("hello\n", 5000)), "the file is not a database"},
		{"folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "it is a folder, not a file"},
		{"another program's database", func(t *testing.T, path string) {
			execute(t, path, `CREATE TABLE songs (title TEXT)`)
		}, "the database belongs to another program, or to Reckon before version 1.0"},
		{"an unreleased version's database", func(t *testing.T, path string) {
			execute(t, path, `CREATE TABLE reckon_schema (version_id INTEGER)`)
		}, "the database belongs to another program, or to Reckon before version 1.0"},
		{"newer schema", func(t *testing.T, path string) {
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, `INSERT INTO reckon_versions (version_id, is_applied) VALUES (9000, 1)`)
		}, "the newest this program knows"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "reckon.db")
			test.make(t, path)
			// A folder has no content, so the error does not matter.
			before, _ := os.ReadFile(path)
			s, err := Open(t.Context(), path)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.HasSuffix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error is %q, want one line that ends in %q", err, test.want)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the refused file was changed")
			}
		})
	}
}

func TestOpenRefusesMemoryAndMissingFolder(t *testing.T) {
	dbtest.OnlyFile(t)
	for _, path := range []string{"", ":memory:", filepath.Join(t.TempDir(), "none", "reckon.db")} {
		if s, err := Open(t.Context(), path); err == nil {
			s.Close()
			t.Errorf("opened %q", path)
		}
	}
}

func TestOpenAgainMigratesNothing(t *testing.T) {
	dbtest.OnlyFile(t)
	path := newDatabase(t)
	versions := func() (n int) {
		if err := openAt(t, path).readers.QueryRow(`SELECT COUNT(*) FROM ` + versionTable).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if first, second := versions(), versions(); first != second {
		t.Errorf("%d rows of versions after the first opening, %d after the second", first, second)
	}
}

// A process may lose the race for one step of the schema after the other. It goes on as long as the others make
// progress, and gives up if nobody does.
func TestUpgradeWhileOthersDo(t *testing.T) {
	for _, c := range []struct {
		name string
		// versions are those of the schema after each try. If there are no more, a try succeeds.
		versions  []int64
		isGivenUp bool
	}{
		{"nobody else", nil, false},
		{"others are faster with ten steps", []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, false},
		{"others pause for two tries", []int64{1, 1, 1, 2, 2, 2, 3, 3, 3}, false},
		{"nobody makes progress", []int64{7, 7, 7, 7}, true},
		{"there is no table yet", []int64{0, 0, 0}, true},
	} {
		tries := 0
		exists := errors.New("table exists already")
		upgrade := func() error {
			tries++
			if tries > len(c.versions) {
				return nil
			}
			return exists
		}
		version := func() (int64, error) { return c.versions[tries-1], nil }
		err := upgradeTogether(t.Context(), upgrade, version)
		if errors.Is(err, exists) != c.isGivenUp {
			t.Errorf("%s: after %d tries %v", c.name, tries, err)
		}
	}
}

// Several processes may create the same file at the same moment. Those that find it half made open it all
// the same.
func TestOpenNewFileAtOnce(t *testing.T) {
	dbtest.OnlyFile(t)
	path := filepath.Join(t.TempDir(), "reckon.db")
	start := make(chan struct{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			<-start
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	close(start)
	wg.Wait()
}
