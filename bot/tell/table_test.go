package tell

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"reckon/bot/outbox"
)

var update = flag.Bool("update", false, "write testdata/table.txt")

// The file testdata/table.txt has the table, with one kind in a line, so that a change of the table
// shows there.
func TestTable(t *testing.T) {
	var out strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(table)) {
		r := table[kind]
		fmt.Fprintf(&out, "%-18q audience %d  removal %d  buttons %d  priority %d  useful %-8s  prefix %q", kind,
			r.audience, r.removal, r.buttons, r.priority, r.useful, r.prefix)
		for _, flag := range []struct {
			isSet bool
			name  string
		}{
			{r.isFixed, "fixed"},
			{r.isAloud, "aloud"},
			{r.isEdit, "edit"},
			{r.isPuzzle, "puzzle"},
			{r.isBulk, "bulk"},
		} {
			if flag.isSet {
				out.WriteString("  " + flag.name)
			}
		}
		out.WriteString("\n")
	}
	const file = "testdata/table.txt"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("the table is now\n%s", out.String())
	}
}

// Each row of the table agrees with itself: a message that somebody waits for expires, a kind that
// edits is never posted, and only messages that nobody waits for are bulk.
func TestRows(t *testing.T) {
	for kind, r := range table {
		isOfPlace := r.prefix != "" || r.isBulk
		if !isOfPlace && r.useful == 0 {
			t.Errorf("%q is always worth sending", kind)
		}
		if r.isEdit && (r.useful != 0 || r.isPuzzle) {
			t.Errorf("%q edits, and expires or is a puzzle's message", kind)
		}
		if r.isBulk != (r.priority == outbox.Daily) {
			t.Errorf("%q is bulk: %t, of priority %d", kind, r.isBulk, r.priority)
		}
		if isOfPlace && r.audience != 0 {
			t.Errorf("%q is told to a place, and to audience %d", kind, r.audience)
		}
	}
}
