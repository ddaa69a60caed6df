package bot_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// newDatabase is a new database: a file in a folder, or one on a server.
func newDatabase(t testing.TB, folder string) string {
	t.Helper()
	if !dbtest.Server() {
		return dbtest.File(t, "reckon", filepath.Join(folder, "reckon.db"), migrated)
	}
	return dbtest.Database(t, "reckon", migrated)
}

// migrated opens a database for the first time.
func migrated(path string) error {
	store, err := storage.Open(context.Background(), path)
	if err != nil {
		return err
	}
	return store.Close()
}
