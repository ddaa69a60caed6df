package storetest

import (
	"errors"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
)

// errUndo undoes a transaction that has done what it is for.
var errUndo = errors.New("undone")

// Plans calls do on a new database, and fails the test if a statement that it makes reads a whole
// table, or the whole of an index. It is no failure if do returns storage.ErrNotFound.
func Plans(t testing.TB, do func(tx *storage.Tx) error) {
	t.Helper()
	statements := 0
	err := Open(t).Write(t.Context(), func(tx *storage.Tx) error {
		tx.Explain(func(query string, steps []string) {
			statements++
			for _, step := range dbtest.Scans(steps) {
				t.Errorf("%s\n%s", step, query)
			}
		})
		err := do(tx)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Error(err)
	}
	if statements == 0 {
		t.Error("no statement was made")
	}
}
