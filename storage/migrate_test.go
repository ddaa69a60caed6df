package storage

import (
	"database/sql"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// schema returns the statements that made each table and index.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query(`SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	made := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		made[name] = strings.Join(strings.Fields(text), " ")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return made
}

// A database of the first release, with a row in every table, is brought to the
// schema a new database has, and keeps its rows.
func TestMigrateFirstSchema(t *testing.T) {
	frozen, err := os.ReadFile(filepath.Join("testdata", "first.sql"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "first.db")
	execute(t, path, string(frozen))
	count := func(db *sql.DB, table string) (n int) {
		if err := db.QueryRow(`SELECT COUNT(*) FROM ` + table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}

	migrated, fresh := openAt(t, path), openTemp(t)
	got, want := schema(t, migrated.readers), schema(t, fresh.readers)
	for name := range maps.Keys(want) {
		if got[name] != want[name] {
			t.Errorf("%s is\n%s\nmigrated and\n%s\nfresh", name, got[name], want[name])
		}
		if table, ok := strings.CutPrefix(name, "table "); ok && strings.Contains(string(frozen), "INSERT INTO "+table+" ") && count(migrated.readers, table) == 0 {
			t.Errorf("no row is left in %s", table)
		}
	}
	for name := range maps.Keys(got) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is there only if migrated", name)
		}
	}
	write(t, migrated, func(tx *Tx) error {
		c := must(tx.FindChat("frozen", "chat"))(t)
		if board := must(tx.Leaderboard(c.ID, time.Time{}, 10))(t); len(board) != 1 || board[0].Points != 50 || board[0].Solved != 1 {
			t.Errorf("the leaderboard of the first release is %+v", board)
		}
		f := build(t, tx)
		for name, call := range calls {
			if err := call(tx, f); err != nil && err != ErrNotFound {
				t.Errorf("%s: %v", name, err)
			}
		}
		return nil
	})
}

func TestOpenAgainMigratesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reckon.db")
	versions := func() (n int) {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.readers.QueryRow(`SELECT COUNT(*) FROM ` + versionTable).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if first, second := versions(), versions(); first != second {
		t.Errorf("%d rows of versions after the first opening, %d after the second", first, second)
	}
}
