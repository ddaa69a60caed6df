package storage

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"

	"reckon/storage/dbtest"
)

var large = flag.Bool("large", false, "make the fixture of TestReadsAreBounded a large one, and hold methods to 5 ms")

// size is how much a database of many years holds.
type size struct{ players, communities, answers int }

func fixtureSize() size {
	if *large {
		return size{100_000, 10_000, 1_000_000}
	}
	return size{3000, 300, 20_000}
}

// fill fills a database to that size, in SQL. Everyone is a member of community 1,
// and a fifth has solved the daily, round 1. A hundredth of all is player 1's.
func fill(t testing.TB, s *Store, n size) {
	t.Helper()
	count := func(n int) string {
		return fmt.Sprintf("WITH RECURSIVE c (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < %d) ", n)
	}
	if s.server != nil {
		s.server.within = longestMove
	}
	rounds := n.answers / 5
	number := fmt.Sprint(dayOf(noon) - 20453) // the number of today's daily
	var process int64
	write(t, s, func(tx *Tx) error { process = tx.process; return nil })
	statements := []string{
		`INSERT INTO players (network, key, name, created_at) ` + count(n.players) + `SELECT 'test', 'p' || i, 'Name ' || i, 0 FROM c`,
		`INSERT INTO communities (network, key, private, created_at) ` + count(n.communities) + `SELECT 'test', i || '', 0, 0 FROM c`,
		`INSERT INTO members (community_id, player_id, at) SELECT 1, id, $1 FROM players`,
		`INSERT INTO members (community_id, player_id, at) SELECT 1 + id % ` + fmt.Sprint(n.communities) + `, id, $1 FROM players WHERE true ON CONFLICT DO NOTHING`,
		`INSERT INTO rounds (game, puzzle, class, daily, dealt_at) VALUES ('24', '24:1,2,3,4', 'daily', ` + number + `, $1)`,
		`INSERT INTO rounds (community_id, game, puzzle, class, dealt_at, closed_at) ` + count(rounds) +
			`SELECT 1 + i % ` + fmt.Sprint(n.communities) + `, '24', '24:' || i, 'class ' || i, $1 - i, $1 FROM c`,
		`INSERT INTO dailies (number, game, puzzle, class) VALUES (` + number + `, '24', '24:1,2,3,4', 'daily')`,
		// Players and rounds are spread independently of each other.
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points) ` + count(n.answers) +
			`SELECT 2 + i / 5, CASE WHEN i % 100 = 0 THEN 1 ELSE 1 + i * 7919 % ` + fmt.Sprint(n.players) + ` END, $1 - i * 1000, '8/(3-8/3)',
			CASE i % 3 WHEN 0 THEN 'right' ELSE 'wrong' END, 'form ' || i, CASE i % 3 WHEN 0 THEN 10 ELSE 0 END FROM c WHERE i / 5 < ` + fmt.Sprint(rounds),
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points)
			SELECT 1, id, $1 - id, '8/(3-8/3)', 'right', 'form', 30 FROM players WHERE id % 5 = 1`,
		`INSERT INTO attempts (round_id, player_id, hints) SELECT DISTINCT round_id, player_id, 1 FROM answers`,
		`INSERT INTO messages (community_id, message, round_id, at) SELECT community_id, 'm' || id, id, $1 FROM rounds WHERE community_id > 0`,
		`INSERT INTO seen (player_id, class, round_id) SELECT DISTINCT a.player_id, r.class, r.id FROM answers a JOIN rounds r ON r.id = a.round_id`,
		`INSERT INTO requests (key, at) ` + count(n.answers/10) + `SELECT 'test:' || i, $1 + i FROM c`,
		`INSERT INTO jobs (kind, key, at) SELECT 'daily', id || '', $1 + id * 1000 FROM communities`,
		`INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted, deviation, difficulty_before, difficulty_after, ability_before, ability_after)
			SELECT DISTINCT player_id, '24', class, round_id, $1, 1, 5000, 8, 0.1, 2, 2, 0, 0 FROM seen`,
		`INSERT INTO difficulties (game, class, value, prior, attempts) SELECT game, class, 2, 0.1, COUNT(*) FROM rated GROUP BY game, class`,
		`INSERT INTO abilities (player_id, game, value, prior, attempts) SELECT player_id, game, 0, 1, COUNT(*) FROM rated GROUP BY player_id, game`,
		// Many deliveries ended lately. Every community has one that waits, and community 1
		// many that this process owns.
		`INSERT INTO outbox (nonce, community_id, network, body, created_at, outcome, done_at) ` + count(n.answers/10) +
			`SELECT 'done ' || i, 1 + i % ` + fmt.Sprint(n.communities) + `, 'test', '', $1, 'delivered', $1 + i FROM c`,
		`INSERT INTO outbox (nonce, community_id, network, body, created_at, event, claimed_by) ` + count(n.answers/10) +
			`SELECT 'test:' || i, 1, 'test', '{}', $1, 'event', ` + fmt.Sprint(process) + ` FROM c`,
		`INSERT INTO outbox (nonce, community_id, network, bulk, body, created_at) SELECT 'bulk ' || id, id, 'test', 1, '{}', $1 FROM communities`,
		`INSERT INTO outbox (nonce, community_id, network, body, created_at) SELECT 'n' || id, id, 'test', '{}', $1 FROM communities`,
	}
	statements = append(append(append(statements, `ANALYZE`), sums...), `ANALYZE`) // a server plans by what it knows of the tables
	write(t, s, func(tx *Tx) error {
		if tx.server { // what sums up a whole table is to read it
			if _, err := tx.exec("read tables", `SET LOCAL enable_seqscan = on`); err != nil {
				return err
			}
		}
		for _, query := range statements {
			if tx.server {
				query = strings.ReplaceAll(query, endOfMonth, endOfMonthOnServer)
			} else if query == `ANALYZE` {
				continue
			}
			if _, err := tx.exec(query, strings.ReplaceAll(query, "$1", fmt.Sprint(noon.UnixMilli()))); err != nil {
				return err
			}
		}
		wantSums(t, tx)
		return nil
	})
}

// sums fills the tables that each answer keeps up to date.
var sums = []string{
	`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
SELECT a.round_id, a.player_id, COALESCE(r.community_id, 0),
    CASE WHEN r.daily > 0 THEN r.daily + 20453 ELSE MAX(a.at) / 86400000 END,
    SUM(a.points), MAX(CASE WHEN a.outcome = 'right' THEN 1 ELSE 0 END), 0, MAX(a.at)
FROM answers a JOIN rounds r ON r.id = a.round_id
WHERE a.points > 0 OR a.outcome = 'right' GROUP BY a.round_id, a.player_id, r.community_id, r.daily;`,
	`INSERT INTO scores (community_id, player_id, game, day, points, solved, reached)` + scoresOfAwards,
	`INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)` + boardsOfScores,
	`INSERT INTO solvers (community_id, round_id, at, player_id)
SELECT m.community_id, a.round_id, a.at, a.player_id
FROM awards a JOIN members m ON m.player_id = a.player_id JOIN communities c ON c.id = m.community_id
WHERE a.community_id = 0 AND a.solved = 1 AND c.private = 0;`,
	`INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
SELECT player_id, game, SUM(answers), SUM(wrong), SUM(rights), SUM(hints), SUM(solved), SUM(points) FROM (
    SELECT a.player_id, r.game, COUNT(*) AS answers, COUNT(CASE WHEN a.outcome = 'wrong' THEN 1 END) AS wrong,
        COUNT(DISTINCT CASE WHEN a.outcome = 'right' THEN a.round_id END) AS rights, 0 AS hints, 0 AS solved, 0 AS points
    FROM answers a JOIN rounds r ON r.id = a.round_id GROUP BY a.player_id, r.game
    UNION ALL
    SELECT t.player_id, r.game, 0, 0, 0, SUM(t.hints), 0, 0 FROM attempts t JOIN rounds r ON r.id = t.round_id GROUP BY t.player_id, r.game
    UNION ALL
    SELECT w.player_id, r.game, 0, 0, 0, 0, SUM(w.solved), SUM(w.points) FROM awards w JOIN rounds r ON r.id = w.round_id GROUP BY w.player_id, r.game
) sums GROUP BY player_id, game;`,
}

// pages returns how many pages a connection has looked at, in memory or not.
func pages(t testing.TB, c *connection) (n int) {
	t.Helper()
	err := c.conn.Raw(func(driver any) error {
		for _, op := range []sqlite.DBStatusOp{sqlite.DBStatusCacheHit, sqlite.DBStatusCacheMiss} {
			more, _, err := driver.(sqlite.DBStatus).Status(op, false)
			if err != nil {
				return err
			}
			n += more
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// inFull are the methods that read everything of one person or community, or every
// waiting delivery: see the package's documentation.
var inFull = []string{"AdoptChannel", "Backlogs", "Export", "ForgetLearnt", "ForgetPlayer", "Link", "LiveClasses", "RatedOf", "RekeyCommunity", "ShowInWorld", "Unlink", "Waiting"}

// mostPages is how many pages of a kilobyte a method may look at. With a limit of ten rows,
// each row is looked up in a few trees.
const mostPages = 700

// On a large database no method looks at more than a few pages. On a server, which does not
// say how many, none plans to read a large table.
func TestReadsAreBounded(t *testing.T) {
	s := openTemp(t)
	fill(t, s, fixtureSize())
	f := fixture{community: Community{ID: 1, Network: "test", Key: "1"}, twin: Community{ID: 2, Network: "test", Key: "2"}, player: 1, other: 2, round: 20, request: "test:7"}
	all := maps.Clone(calls)
	for name, span := range map[string]Span{"Ever": Ever, "Day": Day, "Week": Week, "Month": Month} {
		all["Leaderboard/"+name] = func(tx *Tx, f fixture) error {
			board, err := tx.Leaderboard(Board{CommunityID: 1, Span: span, Day: dayOf(noon)}, noon, 0, 10)
			if len(board) != 10 {
				t.Errorf("%s: %d rows", name, len(board))
			}
			return err
		}
	}
	all["DailySolvers/everyone"] = func(tx *Tx, f fixture) error {
		solvers, more, err := tx.DailySolvers(1, 1, 30)
		if len(solvers) != 30 || more < fixtureSize().players/5-30 {
			t.Errorf("%d solvers and %d more", len(solvers), more)
		}
		return err
	}
	all["SetAward/daily"] = func(tx *Tx, f fixture) error {
		return setAward(tx, Award{RoundID: 1, PlayerID: 2, Day: dayOf(noon), Points: 30, Solved: true, At: noon})
	}
	all["HasShown/in any game"] = func(tx *Tx, f fixture) error {
		_, err := tx.HasShown(f.player, "", "wrong", "invalid").Get()
		return err
	}
	// The last free delivery of community 1 is claimed without reading the others, which
	// this process owns.
	all["Enqueue/one is claimed"] = func(tx *Tx, f fixture) error {
		if _, err := tx.exec("claim", `UPDATE outbox SET claimed_by = $1 WHERE nonce = 'n1'`, tx.process); err != nil {
			return err
		}
		err := tx.Enqueue(&Outgoing{Nonce: "new", CommunityID: 1, Body: []byte("{}")}, anyNetwork, noon)
		if err = errors.Join(err, tx.send()); len(tx.committed.Deliveries) != 1 {
			t.Error("a delivery behind those that this process owns is left to others")
		}
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(inFull, name) {
			t.Run(name, func(t *testing.T) { wantBounded(t, s, f, all[name]) })
		}
	}
}

func wantBounded(t *testing.T, s *Store, f fixture, call func(*Tx, fixture) error) {
	least := time.Hour
	undo := context.Canceled
	looked := func() int { return 0 }
	if !dbtest.Server() {
		looked = func() int { return pages(t, s.queue.conn) }
	}
	for i := range 3 {
		err := s.Write(t.Context(), func(tx *Tx) error {
			if tx.server && i == 0 {
				tx.Explain(func(query string, steps []string) {
					for _, step := range dbtest.ServerScans(query, steps) {
						t.Errorf("%s\n%s", step, query)
					}
				})
			}
			before, began := looked(), time.Now()
			err := call(tx, f)
			least = min(least, time.Since(began))
			if n := looked() - before; n > mostPages {
				t.Errorf("%d pages were looked at", n)
			}
			if err != nil && !errors.Is(err, ErrNotFound) {
				t.Error(err)
			}
			return undo
		})
		if err != undo {
			t.Fatal(err)
		}
	}
	if *large && least > 5*time.Millisecond {
		t.Errorf("it took %v", least)
	}
}

// What people ask for of the heaviest player, of whose rounds one in ten is solved, takes no
// longer than of others; only their export grows.
func TestHeaviestPlayer(t *testing.T) {
	n, attempts, most := size{1000, 100, 5000}, 3000, time.Minute
	if *large {
		n, attempts, most = size{100_000, 1000, 200_000}, 100_000, time.Second
	}
	s := openTemp(t)
	fill(t, s, n)
	heavy := `FROM rounds WHERE class LIKE 'heavy %'`
	write(t, s, func(tx *Tx) error {
		for _, query := range []string{
			fmt.Sprintf(`INSERT INTO rounds (community_id, game, puzzle, class, dealt_at, closed_at)
				WITH RECURSIVE c (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < %d)
				SELECT 1, '24', '24:' || i, 'heavy ' || i, $1 - i, $1 FROM c`, attempts),
			`INSERT INTO attempts (round_id, player_id, hints) SELECT id, 1, 1 ` + heavy,
			`INSERT INTO answers (round_id, player_id, at, text, outcome, form) SELECT id, 1, $1, '8/(3-8/3)', CASE id % 10 WHEN 0 THEN 'right' ELSE 'wrong' END, 'form' ` + heavy,
			`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at) SELECT id, 1, 1, 20000, 10, 1, 0, $1 ` + heavy + ` AND id % 10 = 0`,
			`INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted, deviation, difficulty_before, difficulty_after, ability_before, ability_after)
				SELECT 1, '24', class, id, $1, CASE id % 10 WHEN 0 THEN 1 ELSE 0 END, 5000, 8, 0.1, 2, 2, 0, 0 ` + heavy,
			`ANALYZE`,
		} {
			if _, err := tx.exec("fill", strings.ReplaceAll(query, "$1", fmt.Sprint(noon.UnixMilli()))); err != nil {
				return err
			}
		}
		return nil
	})
	for name, call := range map[string]func(*Tx) error{
		"days":    func(tx *Tx) error { _, err := tx.Days(1, 1000); return err },
		"export":  func(tx *Tx) error { _, err := tx.Export(1); return err },
		"solvers": func(tx *Tx) error { _, _, err := tx.DailySolvers(1, 1, 30); return err },
		"leaderboard": func(tx *Tx) error {
			_, err := tx.Leaderboard(Board{CommunityID: 1, Span: Ever, Day: dayOf(noon)}, noon, 0, 10)
			return err
		},
	} {
		least, statements := time.Hour, 0
		for range 3 {
			if err := s.Read(t.Context(), func(tx *Tx) error {
				began := time.Now()
				err := call(tx)
				least, statements = min(least, time.Since(began)), tx.statements
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %v, %d statements", name, least.Round(time.Microsecond), statements)
		if least > most && name != "export" {
			t.Errorf("%s takes too long", name)
		}
	}
}
