package bot_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"reckon/storage"
	"reckon/storage/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// onServer are the tests that a server could fail and a file not. The others run on
// files alone.
var onServer = regexp.MustCompile("^(Test(Transcripts|LinkedInAnyOrder|DailyIsPostedOnce|OneWinsARace|SameEventAtOnce|PruneInBatches|" +
	"DailyPostOfBefore|OrderAmongProcesses|AloneAmongProcesses|DailiesAmongProcesses|SamePeopleInManyChats|SearchDelaysNobody|WaitsForDatabase|Trips|TwelveWeeks)|Benchmark)")

// newDatabase is a new database: a file in a folder, or one on a server.
func newDatabase(t testing.TB, folder string) string {
	t.Helper()
	if !dbtest.Server() {
		return dbtest.File(t, "reckon", filepath.Join(folder, "reckon.db"), migrated)
	}
	if !onServer.MatchString(t.Name()) {
		dbtest.OnlyFile(t)
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
