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

	// These are the drivers "pgx" and "sqlite".
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"
)

// A gap is a time in which the bot, or one of its processes, was away.
type gap struct{ from, to time.Time }

// grace is how long Discord waits for a first answer. An act that was sent less than that before the bot
// went away may be lost with the bot, because Discord does not send it again.
const grace = 3 * time.Second

const (
	answersQuery = `SELECT p.network || ' ' || p.name || ' ' || a.text
		FROM answers a JOIN players p ON p.id = a.player_id`
	roundsQuery = `SELECT c.network || ' ' || c.key || ' ' || r.message
		FROM rounds r JOIN communities c ON c.id = r.community_id ORDER BY r.id`
)

// balance stops the bot and compares what people did and were told with what is stored.
func (g *rig) balance(ctx context.Context, acts []*act, gaps []gap) error {
	if _, err := g.stop(syscall.SIGTERM, -1); err != nil {
		return err
	}
	db, err := g.openDatabase()
	if err != nil {
		return err
	}
	defer db.Close()
	answers, err := lines(ctx, db, answersQuery)
	if err != nil {
		return err
	}
	rounds, err := lines(ctx, db, roundsQuery)
	if err != nil {
		return err
	}
	for _, a := range acts {
		a.gaveUp = g.discord.gaveUp(a)
	}
	found := compare(acts, answers, rounds, gaps)
	g.figure("acts", "%d, %d of them told; %d died with the bot on Discord, %d gave way to later ones, %d came when the puzzle was over, "+
		"%d were given up by Discord, to which the bot was too slow",
		len(acts), len(waits(acts)), len(found[died]), len(found[replaced]), len(found[over]), len(found[givenUp]))
	for _, fault := range []string{lost, counted, unjudged, untold, undealt} {
		g.none(fault, found[fault])
	}
	g.figure(doubled, "%d", len(found[doubled]))
	g.list(found[doubled])
	checks := contradictions
	if g.server != nil {
		// A server makes the other checks whenever it writes.
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

func (g *rig) openDatabase() (*sql.DB, error) {
	if g.server != nil {
		return sql.Open("pgx", g.db)
	}
	return sql.Open("sqlite", "file:"+(&url.URL{Path: g.db}).EscapedPath()+"?mode=ro")
}

// contradictions are queries that find nothing in a sound database.
var contradictions = []struct{ what, query string }{
	{"answers and awards that differ", `
		SELECT round_id || ' ' || player_id FROM (
			SELECT round_id, player_id, SUM(points) AS points FROM answers GROUP BY round_id, player_id
			UNION ALL SELECT round_id, player_id, -points - void_points FROM awards) AS both_ways
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

// These say what has happened to acts that were not simply told.
const (
	// died is for acts on Discord in a gap.
	died     = "died with the bot"
	replaced = "gave way to later ones"
	// givenUp is for acts that Discord said have failed, because nothing answered them within 3 s. They
	// must have been judged, but what only the person may read cannot be shown.
	givenUp = "were given up by Discord"
	// over is for answers that are not judged.
	over = "came when the puzzle was over"
	// doubled breaks no promise.
	doubled  = "told twice"
	lost     = "confirmed and lost"
	counted  = "counted twice"
	unjudged = "answers never judged"
	untold   = "judged and never told"
	undealt  = "puzzles never dealt"
)

// A ledger has acts and what is stored about them.
type ledger struct {
	// answers counts the rows with the same answer of a person, and given has the acts with that answer.
	answers map[string]int
	given   map[string][]*act
	// rounds has, for each place, the message of each round, and deals has the acts that asked for a
	// round.
	rounds map[string][]string
	deals  map[string][]*act
	// replaced are acts that have no result because a later one has.
	replaced map[*act]bool
	gaps     []gap
}

// compare lists the acts that were not simply told, by what has happened to them. For each answer of a
// person it compares how many acts gave that answer and how many rows have it. For each place it compares
// the deals with the rounds, which are in the same order.
func compare(acts []*act, answers, rounds []string, gaps []gap) map[string][]string {
	l := newLedger(acts, answers, rounds, gaps)
	// Acts that were told were judged, so they come first.
	toldFirst := func(x, y *act) int { return min(len(y.told), 1) - min(len(x.told), 1) }
	found := map[string][]string{}
	for _, a := range slices.SortedStableFunc(slices.Values(acts), toldFirst) {
		fate := l.enter(a)
		switch fate {
		case "":
		case lost:
			found[lost] = append(found[lost], fmt.Sprintf("%s, told %.80q", a, a.said))
		default:
			found[fate] = append(found[fate], a.String())
		}
		if len(a.told) > 1 {
			found[doubled] = append(found[doubled], a.String())
		}
	}
	for key, given := range l.given {
		if n := l.answers[key]; n > len(given) {
			found[counted] = append(found[counted], fmt.Sprintf("%d × %s", n, given[0]))
		}
	}
	return found
}

func newLedger(acts []*act, answers, rounds []string, gaps []gap) *ledger {
	l := &ledger{
		answers:  map[string]int{},
		given:    map[string][]*act{},
		rounds:   map[string][]string{},
		deals:    map[string][]*act{},
		replaced: replacedActs(acts),
		gaps:     gaps,
	}
	for _, row := range answers {
		l.answers[plain(row)]++
	}
	for _, row := range rounds {
		i := strings.LastIndex(row, " ")
		place := row[:i]
		l.rounds[place] = append(l.rounds[place], row[i+1:])
	}
	for _, a := range kindOf(acts, deal) {
		place := placeOf(a)
		l.deals[place] = append(l.deals[place], a)
	}
	return l
}

// enter returns what has happened to an act; empty if the act was simply told. It must be called once
// with each act.
func (l *ledger) enter(a *act) string {
	if isAnswer(a.what) && !l.isJudged(a) {
		return l.enterUnjudged(a)
	}
	switch {
	case l.replaced[a]:
		return replaced
	case len(a.told) > 0:
		return ""
	case l.diedWithBot(a):
		return died
	case a.gaveUp:
		return givenUp
	case isAnswer(a.what):
		return untold
	case l.isDealt(a):
		return ""
	}
	return undealt
}

// isJudged reports whether there is a row for an answer. If several acts gave the same answer, the first of them
// take the rows.
func (l *ledger) isJudged(a *act) bool {
	key := plain(a.network + " " + a.who + " " + a.text)
	l.given[key] = append(l.given[key], a)
	return len(l.given[key]) <= l.answers[key]
}

// enterUnjudged is enter for an answer that has no row.
func (l *ledger) enterUnjudged(a *act) string {
	isTold := len(a.told) > 0
	switch {
	case a.late:
		return over
	case isTold && a.what == wrong:
		return lost
	case isTold:
		// A right answer that repeats another's is not stored.
		return ""
	case l.diedWithBot(a):
		return died
	}
	return unjudged
}

// diedWithBot reports whether an act may have been lost with a process of the bot.
func (l *ledger) diedWithBot(a *act) bool {
	return a.network == "discord" && slices.ContainsFunc(l.gaps, func(g gap) bool {
		return a.at.After(g.from.Add(-grace)) && a.at.Before(g.to.Add(time.Second/2))
	})
}

// isDealt reports whether the round that an act asked for was shown although the matcher found no
// message for the act. If a puzzle was not shown, each later message was matched with an earlier deal,
// and the last deal has none.
func (l *ledger) isDealt(a *act) bool {
	deals := l.deals[placeOf(a)]
	rounds := l.rounds[placeOf(a)]
	i := slices.Index(deals, a)
	return i >= 0 && len(rounds) == len(deals) && rounds[i] != ""
}

func placeOf(a *act) string { return a.network + " " + a.chat }

// plain writes an expression in one form, however it was typed or stored.
func plain(text string) string {
	return strings.ToLower(strings.NewReplacer("×", "*", "÷", "/", "−", "-", " ", "").Replace(text))
}
