package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"
)

// A gap is a time in which the bot, or one of its processes, was away.
type gap struct{ from, to time.Time }

// grace is how long Discord waits for a first answer: what was sent so shortly before
// the bot went away may die with it, and Discord does not send it again.
const grace = 3 * time.Second

// balance stops the bot and compares what people did and were told with what is stored.
func (g *rig) balance(ctx context.Context, gaps []gap) error {
	if _, err := g.stop(syscall.SIGTERM, -1); err != nil {
		return err
	}
	driver, name := "sqlite", "file:"+(&url.URL{Path: g.db}).EscapedPath()+"?mode=ro"
	if g.server != nil {
		driver, name = "pgx", g.db
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := lines(ctx, db, `SELECT p.network || ' ' || p.name || ' ' || a.text FROM answers a JOIN players p ON p.id = a.player_id`)
	if err != nil {
		return err
	}
	b := compare(g.since(time.Time{}), rows, gaps)
	g.figure("acts", "%d, %d of them told; %d died with the bot on Discord, %d gave way to later ones, %d came when the puzzle was over", b.acts, b.told, b.died, b.gaveWay, b.over)
	for _, fault := range faults {
		g.none(fault, b.found[fault])
	}
	g.figure("told twice", "%d", len(b.found[doubled]))
	g.list(b.found[doubled])
	for _, check := range contradictions {
		if g.server != nil && check.file {
			continue
		}
		found, err := lines(ctx, db, check.query)
		if err != nil {
			return fmt.Errorf("%s: %w", check.what, err)
		}
		g.none(check.what, found)
	}
	return nil
}

// contradictions are queries that find nothing in a sound database.
var contradictions = []struct {
	what, query string
	file        bool // a server checks this as it writes
}{
	{"answers and awards that differ", `
		SELECT round_id || ' ' || player_id FROM (
			SELECT round_id, player_id, SUM(points) AS points FROM answers GROUP BY round_id, player_id
			UNION ALL SELECT round_id, player_id, -points FROM awards) AS both_ways
		GROUP BY round_id, player_id HAVING SUM(points) <> 0`, false},
	{"rows that refer to none", `SELECT "table" || ' ' || rowid FROM pragma_foreign_key_check`, true},
	{"damage", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`, true},
}

// lines returns the rows of a query that has one column of text.
func lines(ctx context.Context, db *sql.DB, query string) (all []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	return all, rows.Err()
}

// What a balance finds.
const (
	lost     = "confirmed and lost"
	counted  = "counted twice"
	unjudged = "answers never judged"
	untold   = "judged and never told"
	undealt  = "puzzles never dealt"
	doubled  = "told twice" // which is promised to nobody
)

var faults = []string{lost, counted, unjudged, untold, undealt}

// A balance compares acts with rows.
type balance struct {
	acts, told int
	died       int // on Discord, in a gap
	gaveWay    int // verdicts and puzzles in whose place a later one was told
	over       int // answers to puzzles that were over, which are not judged
	found      map[string][]string
}

// compare holds equal answers of a person against the rows that have them.
func compare(all []*act, rows []string, gaps []gap) (b balance) {
	stored := map[string]int{}
	b.found = map[string][]string{}
	for _, r := range rows {
		stored[plain(r)]++
	}
	equal, gone := map[string][]*act{}, gaveWay(all)
	for _, a := range all {
		b.acts++
		if len(a.told) > 0 {
			b.told++
		}
		if len(a.told) > 1 {
			b.note(doubled, a.String())
		}
		if a.what != wrong && a.what != right {
			switch {
			case gone[a]:
				b.gaveWay++
			case len(a.told) == 0:
				b.miss(undealt, a, gaps)
			}
			continue
		}
		key := plain(a.network + " " + a.who + " " + a.text)
		equal[key] = append(equal[key], a)
	}
	for key, acts := range equal {
		n := stored[key]
		if n > len(acts) {
			b.note(counted, fmt.Sprintf("%d × %s", n, acts[0]))
		}
		// Those who were told something were judged first of all.
		slices.SortStableFunc(acts, func(x, y *act) int { return min(len(y.told), 1) - min(len(x.told), 1) })
		for i, a := range acts {
			switch {
			case i >= n && a.late:
				b.over++
			case i >= n && len(a.told) > 0 && a.what == wrong: // a right one may repeat another's
				b.note(lost, a.String())
			case i >= n && len(a.told) == 0:
				b.miss(unjudged, a, gaps)
			case gone[a]:
				b.gaveWay++
			case len(a.told) == 0:
				b.miss(untold, a, gaps)
			}
		}
	}
	return b
}

func (b *balance) note(fault, text string) { b.found[fault] = append(b.found[fault], text) }

// miss lists an act that nothing was told of, unless it died with the bot.
func (b *balance) miss(fault string, a *act, gaps []gap) {
	if a.network == "discord" && slices.ContainsFunc(gaps, func(g gap) bool {
		return a.at.After(g.from.Add(-grace)) && a.at.Before(g.to.Add(time.Second/2))
	}) {
		b.died++
		return
	}
	b.note(fault, a.String())
}

// plain writes an expression as everybody types it.
func plain(text string) string {
	return strings.ToLower(strings.NewReplacer("×", "*", "÷", "/", "−", "-", " ", "").Replace(text))
}
