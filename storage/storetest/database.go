// Package storetest helps the tests of packages that keep rows: it makes databases and what most
// rows refer to, and checks the query plans of statements.
//
// A package with SQL of its own has two things in its tests. Its TestMain calls dbtest.Main, so
// that they run on files and once more on PostgreSQL:
//
//	func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }
//
// And each of its functions that make statements is called once in Plans:
//
//	func TestPlans(t *testing.T) {
//		storetest.Plans(t, func(tx *storage.Tx) error {
//			c := storetest.Community(t, tx, "1")
//			_, err := lastDealt(tx, c.ID, "24", 10)
//			return err
//		})
//	}
package storetest

import (
	"context"
	"errors"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
)

// Database makes a database with all tables for one test, and returns its path or its URL. The dailies of all
// these databases are the same.
func Database(t testing.TB) string {
	t.Helper()
	return dbtest.New(t, "reckon", func(path string) error {
		store, err := storage.Open(context.Background(), path)
		if err != nil {
			return err
		}
		return errors.Join(fixDailies(store), store.Close())
	})
}

// fixDailies makes the puzzles of each day the same in every run: they follow from this secret.
func fixDailies(store *storage.Store) error {
	return store.Write(context.Background(), func(tx *storage.Tx) error {
		return tx.Exec("fix dailies", `INSERT INTO secrets (name, value) VALUES ('daily', $1)`, make([]byte, 32))
	})
}

// Open makes a database for one test, and opens it with these declarations of features' tables until the
// test ends. The numbers of its players differ from those of its communities, and from those of its rounds. So a
// statement that takes one for another finds nothing.
func Open(t testing.TB, tables ...storage.Table) *storage.Store {
	t.Helper()
	store := OpenToFill(t, tables...)
	Write(t, store, separateNumbers)
	return store
}

// separateNumbers sets the numbers of the last rows of three tables.
func separateNumbers(tx *storage.Tx) error {
	statement := `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`
	if dbtest.Server() {
		statement = `SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`
	}
	for table, last := range map[string]int{"communities": 100, "players": 300, "rounds": 700} {
		if err := tx.Exec("set number", statement, table, last); err != nil {
			return err
		}
	}
	return nil
}

// OpenToFill is Open for a test that fills the tables itself. Their rows have numbers from 1 on.
func OpenToFill(t testing.TB, tables ...storage.Table) *storage.Store {
	t.Helper()
	store, err := storage.Open(t.Context(), Database(t), tables...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// Write runs do in a transaction that must succeed.
func Write(t testing.TB, store *storage.Store, do func(tx *storage.Tx) error) {
	t.Helper()
	if err := store.Write(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}
