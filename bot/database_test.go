package bot_test

import (
	"os"
	"regexp"
	"testing"

	"reckon/storage/address"
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

// withFewConnections returns the path of a database file as it is, and the URL of a database on a server with a limit of
// connections. Whoever does one thing after another needs few, and each connection that is opened plans all
// statements once more.
func withFewConnections(path string) string {
	if !address.IsServer(path) {
		return path
	}
	return path + "&pool_max_conns=2"
}
