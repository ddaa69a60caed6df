package bot_test

import (
	"os"
	"regexp"
	"testing"

	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// onServer are tests that may fail on a server and not on a file. The others run on files alone.
var onServer = regexp.MustCompile("^(Test(Transcripts|LinkedInAnyOrder|DailyIsPostedOnce|OneWinsARace|SameEventAtOnce|PruneInBatches|" +
	"DailyPostOfBefore|OrderAmongProcesses|AloneAmongProcesses|DailiesAmongProcesses|SamePeopleInManyChats|SearchDelaysNobody|WaitsForDatabase|Trips|ProcessorOfWrites|TwelveWeeks|Freeze|Frozen)|Benchmark)")

// newDatabase makes a new database: a file, or one on a server.
func newDatabase(t testing.TB) string {
	t.Helper()
	if dbtest.Server() && !onServer.MatchString(t.Name()) {
		dbtest.OnlyFile(t)
	}
	return storetest.Database(t)
}
