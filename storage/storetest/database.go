// Package storetest gives the tests of packages above storage their databases.
package storetest

import (
	"context"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
)

// Database makes a database with all tables for one test, and returns its path or its URL.
func Database(t testing.TB) string {
	t.Helper()
	return dbtest.New(t, "reckon", func(path string) error {
		store, err := storage.Open(context.Background(), path)
		if err != nil {
			return err
		}
		return store.Close()
	})
}
