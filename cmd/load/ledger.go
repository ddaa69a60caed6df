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
	dealt, err := lines(ctx, db, `SELECT c.network || ' ' || c.key || ' ' || r.message FROM rounds r JOIN communities c ON c.id = r.community_id ORDER BY r.id`)
	if err != nil {
		return err
	}
	all := g.since(time.Time{})
	found := compare(all, rows, dealt, gaps)
	g.figure("acts", "%d, %d of them told; %d died with the bot on Discord, %d gave way to later ones, %d came when the puzzle was over",
		len(all), len(waits(all)), len(found[died]), len(found[replaced]), len(found[over]))
	for _, fault := range []string{lost, counted, unjudged, untold, undealt} {
		g.none(fault, found[fault])
	}
	g.figure(doubled, "%d", len(found[doubled]))
	g.list(found[doubled])
	checks := contradictions
	if g.server != nil { // which checks the others as it writes
		checks = checks[:1]
	}
	for _, check := range checks {
		found, err := lines(ctx, db, check.query)
		if err != nil {
			return fmt.Errorf("%s: %w", check.what, err)
		}
		g.none(check.what, found)
	}
	return nil
}

// contradictions are queries that find nothing in a sound database.
var contradictions = []struct{ what, query string }{
	{"answers and awards that differ", `
		SELECT round_id || ' ' || player_id FROM (
			SELECT round_id, player_id, SUM(points) AS points FROM answers GROUP BY round_id, player_id
			UNION ALL SELECT round_id, player_id, -points FROM awards) AS both_ways
		GROUP BY round_id, player_id HAVING SUM(points) <> 0`},
	{"rows that refer to none", `SELECT "table" || ' ' || rowid FROM pragma_foreign_key_check`},
	{"damage", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
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

// What became of acts that were not simply told.
const (
	died     = "died with the bot" // on Discord, in a gap
	replaced = "gave way to later ones"
	over     = "came when the puzzle was over" // which is not judged
	doubled  = "told twice"                    // which is promised to nobody
	lost     = "confirmed and lost"
	counted  = "counted twice"
	unjudged = "answers never judged"
	untold   = "judged and never told"
	undealt  = "puzzles never dealt"
)

// compare lists acts by what became of them, where something did, and by their faults. Equal
// answers of a person are held against the rows that have them, and the deals of a place
// against its rounds, which are in the same order.
func compare(all []*act, rows, dealt []string, gaps []gap) map[string][]string {
	stored, equal, gone, found := map[string]int{}, map[string][]*act{}, gaveWay(all), map[string][]string{}
	for _, r := range rows {
		stored[plain(r)]++
	}
	rounds, deals := map[string][]string{}, map[string][]*act{} // a round as the message that shows it
	for _, r := range dealt {
		i := strings.LastIndex(r, " ")
		rounds[r[:i]] = append(rounds[r[:i]], r[i+1:])
	}
	for _, a := range kindOf(all, deal) {
		place := a.network + " " + a.chat
		deals[place] = append(deals[place], a)
	}
	// Where an earlier puzzle was not shown, the messages after it were taken for those of
	// earlier deals, and the last deal has none.
	shown := func(a *act) bool {
		asked, of := deals[a.network+" "+a.chat], rounds[a.network+" "+a.chat]
		return len(of) == len(asked) && of[slices.Index(asked, a)] != ""
	}
	toldFirst := func(x, y *act) int { return min(len(y.told), 1) - min(len(x.told), 1) } // so they were judged
	for _, a := range slices.SortedStableFunc(slices.Values(all), toldFirst) {
		answer, silent := a.what == wrong || a.what == right, len(a.told) == 0
		key := plain(a.network + " " + a.who + " " + a.text)
		if answer {
			equal[key] = append(equal[key], a)
		}
		judged := !answer || len(equal[key]) <= stored[key]
		what := ""
		switch {
		case !judged && a.late:
			what = over
		case !judged && !silent && a.what == wrong: // a right one may repeat another's
			what = lost
		case judged && gone[a]:
			what = replaced
		case silent && a.network == "discord" && slices.ContainsFunc(gaps, func(g gap) bool {
			return a.at.After(g.from.Add(-grace)) && a.at.Before(g.to.Add(time.Second/2))
		}):
			what = died
		case silent && !answer && shown(a):
		case silent && !answer:
			what = undealt
		case silent && !judged:
			what = unjudged
		case silent:
			what = untold
		}
		found[what] = append(found[what], a.String())
		if len(a.told) > 1 {
			found[doubled] = append(found[doubled], a.String())
		}
	}
	for key, acts := range equal {
		if n := stored[key]; n > len(acts) {
			found[counted] = append(found[counted], fmt.Sprintf("%d × %s", n, acts[0]))
		}
	}
	delete(found, "")
	return found
}

// plain writes an expression as everybody types it.
func plain(text string) string {
	return strings.ToLower(strings.NewReplacer("×", "*", "÷", "/", "−", "-", " ", "").Replace(text))
}
