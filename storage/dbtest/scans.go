package dbtest

import (
	"regexp"
	"slices"
	"strings"
)

// Scans returns the steps of a plan that read a whole table, or the whole of an index. The plan is
// SQLite's or, if Server reports true, PostgreSQL's. In a plan of PostgreSQL Scans finds only tables that
// are read without any index, since the tables may be empty.
func Scans(steps []string) []string {
	isScan := isScanOfFile
	if Server() {
		isScan = isScanOfServer
	}
	var scans []string
	for _, step := range steps {
		if isScan(step) {
			scans = append(scans, step)
		}
	}
	return scans
}

// isScanOfFile reports whether a step of SQLite reads all of something that may be large.
func isScanOfFile(step string) bool {
	if !strings.Contains(step, "SCAN") || strings.HasPrefix(step, "SCAN (subquery") {
		return false
	}
	step = strings.TrimSuffix(step, " LEFT-JOIN")
	return !slices.ContainsFunc(smallScans, func(end string) bool { return strings.HasSuffix(step, end) })
}

// smallScans are the ends of steps that read all of something small. Statements give their subqueries such names:
// see package storage, "Reading".
var smallScans = []string{
	// Indexes that hold only the few rows in question.
	"USING INDEX records_at", "USING INDEX outbox_open",
	// Rows that the statement itself lists, or finds by an index.
	"CONSTANT ROW", "CONSTANT ROWS", "VALUES CLAUSE", "SCAN s", "SCAN best", "SCAN away", "SCAN each", "SCAN due",
	"SCAN above", "SCAN below", "SCAN near", "SCAN page", "SCAN single", "SCAN sums", "SCAN member",
	// The periods of a day, the games of a round, and other lists in a statement.
	"SCAN top", "SCAN w", "SCAN ever", "SCAN span", "SCAN twice", "SCAN change",
	// There are few processes.
	"SCAN processes",
}

// serverScan matches a step of PostgreSQL that reads a table at a cost of 50 or more. Its groups are how the step
// reads, and the table.
var serverScan = regexp.MustCompile(`(Seq|Index|Only) Scan (?:using \w+ )?on (\w+).*\.\.(?:[5-9]\d|\d{3,})\.\d\d rows`)

// smallTables are tables that hold few rows. outbox is among them because most deliveries of the
// tests belong to few communities, and the server stops at the first delivery.
var smallTables = []string{"processes", "meta", "outbox"}

func isScanOfServer(step string) bool {
	scan := serverScan.FindStringSubmatch(step)
	return scan != nil && scan[1] == "Seq" && !slices.Contains(smallTables, scan[2])
}

// ServerScans returns the steps of a plan that read a whole table or the whole of an index. PostgreSQL has
// made the plan, and knows that the tables are full.
func ServerScans(query string, steps []string) []string {
	// The server does not know how few rows are old, and plans to delete a tenth of the table.
	if strings.HasPrefix(query, "DELETE FROM league") {
		return nil
	}
	var scans []string
	for i, step := range steps {
		scan := serverScan.FindStringSubmatch(step)
		if scan == nil || slices.Contains(smallTables, scan[2]) {
			continue
		}
		isIndexed := scan[1] != "Seq" && i+1 < len(steps) && strings.Contains(steps[i+1], "Index Cond:")
		if !isIndexed {
			scans = append(scans, step)
		}
	}
	return scans
}
