package storetest

import (
	"os"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A failedTest counts the errors that it is told.
type failedTest struct {
	testing.TB
	errors int
}

func (t *failedTest) Errorf(string, ...any) { t.errors++ }
func (t *failedTest) Error(...any)          { t.errors++ }

func TestPlans(t *testing.T) {
	Plans(t, func(tx *storage.Tx) error {
		c := Community(t, tx, "1")
		p := Member(t, tx, c, "p")
		round := Round(t, tx, c, "class")
		Award(t, tx, c, round, p.ID, 10)
		_, err := storage.Get[int](tx, "find award", `SELECT points FROM awards WHERE round_id = $1 AND player_id = $2`, round, p.ID+1)
		return err
	})
}

func TestPlansSeesAScan(t *testing.T) {
	for _, query := range []string{
		`SELECT id FROM rounds WHERE reason = $1`,
		`UPDATE rounds SET reason = '' WHERE reason = $1`,
	} {
		failed := &failedTest{TB: t}
		Plans(failed, func(tx *storage.Tx) error { return tx.Exec("scan", query, "time") })
		if failed.errors == 0 {
			t.Errorf("a scan went unnoticed: %s", query)
		}
	}
}

func TestPlansWantsAStatement(t *testing.T) {
	failed := &failedTest{TB: t}
	Plans(failed, func(*storage.Tx) error { return nil })
	if failed.errors == 0 {
		t.Error("no statement is no failure")
	}
}
