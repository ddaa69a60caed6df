package main

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
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
type gap struct {
	from time.Time
	to   time.Time
}

const (
	// firstAnswerBy is how long Discord waits for a first answer. If the bot ends while Discord waits, the act may
	// be lost, because Discord does not send it again.
	firstAnswerBy = 3 * time.Second
	// connectsWithin is how long after a gap an act on Discord may still be lost, because the bot has only just
	// started.
	connectsWithin = time.Second / 2
)

// Each row of answersQuery is the network, the person's name and an answer. Each row of roundsQuery is the
// network, the place and the message of a round, which is empty if the round was never shown.
const (
	answersQuery = `SELECT p.network || ' ' || p.name || ' ' || a.text
		FROM answers a JOIN players p ON p.id = a.player_id`
	roundsQuery = `SELECT c.network || ' ' || c.key || ' ' || r.message
		FROM rounds r JOIN communities c ON c.id = r.community_id ORDER BY r.id`
)

// balance stops the bot, and compares what people did and were told with what is in the database. In the gaps
// acts on Discord may be lost.
func (g *rig) balance(ctx context.Context, acts []*act, gaps []gap) error {
	if err := g.stopAll(syscall.SIGTERM); err != nil {
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
	text := fmt.Sprintf("%d, %d of them told", len(acts), len(waits(acts)))
	for _, excused := range []string{died, replaced, over, givenUp} {
		text += fmt.Sprintf("; %d %s", len(found[excused]), excused)
	}
	g.figure("acts", "%s", text)
	for _, fault := range []string{lost, counted, unjudged, untold, undealt} {
		g.none(fault, found[fault])
	}
	g.figure(doubled, "%d", len(found[doubled]))
	g.list(found[doubled])
	for _, check := range contradictions {
		if check.onlyFile && g.server != nil {
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

// openDatabase opens the database for reading. It does not use package storage, so that faults of that package
// are found, too.
func (g *rig) openDatabase() (*sql.DB, error) {
	if g.server != nil {
		return sql.Open("pgx", g.db)
	}
	path := url.URL{Path: g.db}
	return sql.Open("sqlite", "file:"+path.EscapedPath()+"?mode=ro")
}

// A contradiction is something that a sound database does not have.
type contradiction struct {
	what string
	// query finds the rows that contradict each other.
	query string
	// onlyFile means that the query is for SQLite. PostgreSQL refuses to write such rows.
	onlyFile bool
}

var contradictions = []contradiction{
	{
		what: "answers and awards that differ",
		query: `
			SELECT round_id || ' ' || player_id FROM (
				SELECT round_id, player_id, SUM(points) AS points FROM answers GROUP BY round_id, player_id
				UNION ALL SELECT round_id, player_id, -points - void_points FROM awards) AS both_ways
			GROUP BY round_id, player_id HAVING SUM(points) <> 0`,
	},
	{
		what:     "rows that refer to none",
		query:    `SELECT "table" || ' ' || rowid FROM pragma_foreign_key_check`,
		onlyFile: true,
	},
	{
		what:     "damage",
		query:    `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
		onlyFile: true,
	},
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

// Most acts are stored and told once. These are the other fates of an act. They break no promise:
const (
	// died is for acts on Discord that may have been lost in a gap.
	died = "died with the bot on Discord"
	// replaced is for acts that have no result because a later act has one.
	replaced = "gave way to later ones"
	// over is for answers to a puzzle that was over. They are not judged.
	over = "came when the puzzle was over"
	// givenUp is for acts that Discord reported as failed, because the bot was too slow. They must have been judged,
	// but Discord cannot show any more what only the person may read.
	givenUp = "were given up by Discord"
	// doubled is for acts whose result came twice. Such an act may have another fate, too.
	doubled = "told twice"
)

// These break a promise:
const (
	lost     = "confirmed and lost"
	counted  = "counted twice"
	unjudged = "answers never judged"
	untold   = "judged and never told"
	undealt  = "puzzles never dealt"
)

// A ledger has acts and what is stored about them.
type ledger struct {
	// answers is how many rows each answer of a person has.
	answers map[string]int
	// given has the acts that gave an answer, as far as fateOf was called with them.
	given map[string][]*act
	// rounds has the messages of the rounds of each place. The message of a round that was not shown is empty.
	rounds map[string][]string
	// deals has the acts that asked for a round at each place.
	deals map[string][]*act
	// replaced are acts that have no result because a later one has.
	replaced map[*act]bool
	gaps     []gap
}

// compare lists the acts that have one of the fates above, a list for each fate. For each answer of a person it
// compares how many acts gave that answer and how many rows have it. For each place it compares the deals with
// the rounds, which are in the same order.
func compare(acts []*act, answers, rounds []string, gaps []gap) map[string][]string {
	l := newLedger(acts, answers, rounds, gaps)
	// If several acts gave the same answer and a row is missing, it is that of an act that was not told.
	told := only(acts, func(a *act) bool { return len(a.told) > 0 })
	notTold := only(acts, func(a *act) bool { return len(a.told) == 0 })
	found := map[string][]string{}
	for _, a := range slices.Concat(told, notTold) {
		fate := l.fateOf(a)
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
	for _, key := range slices.Sorted(maps.Keys(l.given)) {
		given := l.given[key]
		rows := l.answers[key]
		if rows > len(given) {
			found[counted] = append(found[counted], fmt.Sprintf("%d × %s", rows, given[0]))
		}
	}
	return found
}

// newLedger makes a ledger of acts and of the rows of answersQuery and roundsQuery.
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
		// The message is empty if the round was not shown, so the row may end with the space.
		space := strings.LastIndex(row, " ")
		place := row[:space]
		message := row[space+1:]
		l.rounds[place] = append(l.rounds[place], message)
	}
	for _, a := range kindOf(acts, deal) {
		place := placeOf(a)
		l.deals[place] = append(l.deals[place], a)
	}
	return l
}

// fateOf returns the fate of an act; empty if the act was stored and told. It must be called once with each
// act.
func (l *ledger) fateOf(a *act) string {
	if isAnswer(a.what) && !l.isJudged(a) {
		return l.fateOfUnjudged(a)
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

// fateOfUnjudged returns the fate of an answer that has no row.
func (l *ledger) fateOfUnjudged(a *act) string {
	isTold := len(a.told) > 0
	switch {
	case a.late:
		return over
	case isTold && a.what == right && !isConfirmation(a.said):
		// A right answer that repeats an earlier one is not stored, and the person is told so.
		return ""
	case isTold:
		return lost
	case l.diedWithBot(a):
		return died
	}
	return unjudged
}

// confirmations are parts of what the bot says if a right answer counts. The last one is said in groups.
var confirmations = []string{"Right: ", "Right, a new solution: ", " got it: "}

// isConfirmation reports whether a message says that a right answer counts.
func isConfirmation(said string) bool {
	return slices.ContainsFunc(confirmations, func(part string) bool { return strings.Contains(said, part) })
}

// diedWithBot reports whether an act may have been lost with a process of the bot.
func (l *ledger) diedWithBot(a *act) bool {
	return a.network == discordName && slices.ContainsFunc(l.gaps, func(g gap) bool {
		return a.at.After(g.from.Add(-firstAnswerBy)) && a.at.Before(g.to.Add(connectsWithin))
	})
}

// isDealt reports whether the round that an act asked for was shown although the matcher found no message for
// the act. That may be so for the last deal of a place: if an earlier puzzle was not shown, the matcher took each
// later message for that of the deal before, and none was left for the last.
func (l *ledger) isDealt(a *act) bool {
	deals := l.deals[placeOf(a)]
	rounds := l.rounds[placeOf(a)]
	i := slices.Index(deals, a)
	return i >= 0 && len(rounds) == len(deals) && rounds[i] != ""
}

// placeOf returns the network and the chat of an act, as roundsQuery writes those of Telegram. On Discord each
// result names its act, and nothing is looked up by the place.
func placeOf(a *act) string { return a.network + " " + a.chat }

// plain returns an answer in one form, however it was typed or stored.
func plain(text string) string {
	return strings.ToLower(strings.NewReplacer("×", "*", "÷", "/", "−", "-", " ", "").Replace(text))
}
