package dbtest

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Size is how much a database of many years holds.
type Size struct {
	Players     int
	Communities int
	Answers     int
	// Days is on how many past days player 1 has solved the dailies, and a round in each of ten groups; 0: the
	// database has no past days and no private chats.
	Days int
}

// SizeOf returns the Size of a large database or, for tests that run often, of a small one.
func SizeOf(large bool) Size {
	if large {
		return Size{Players: 100_000, Communities: 10_000, Answers: 1_000_000}
	}
	return Size{Players: 3000, Communities: 300, Answers: 20_000}
}

// FillStatements are statements that fill an empty database to a size. Everyone is a member of
// community 1, and a fifth of all players have solved the daily of today, round 1. A hundredth of all
// answers are player 1's. The given process owns many deliveries.
//
// With Days, a fifth of all players are in the World. The last player, on network "elsewhere", has solved
// many of the dailies that player 1 has solved; the two are not linked.
//
// Some of the statements sum up whole tables. On a server enable_seqscan must be on for them.
func FillStatements(s Size, process int64, now time.Time) []string {
	rounds := s.Answers / 5
	// This is the number of today's daily. Daily 1 was on day 20454, counted from 1 January 1970.
	number := fmt.Sprint(now.Unix()/(24*60*60) - 20453)
	statements := []string{
		`INSERT INTO players (network, key, name, created_at) ` + count(s.Players) + `SELECT 'test',
			'p' || i, 'Name ' || i, 0 FROM c`,
		`INSERT INTO communities (network, key, private, created_at)
			` + count(s.Communities) + `SELECT 'test', i || '', 0, 0 FROM c`,
		`INSERT INTO members (community_id, player_id, at) SELECT 1, id, $1 FROM players`,
		`INSERT INTO members (community_id, player_id, at)
			SELECT 1 + id % ` + fmt.Sprint(s.Communities) + `, id, $1 FROM players WHERE true
			ON CONFLICT DO NOTHING`,
		`INSERT INTO rounds (game, puzzle, class, daily, dealt_at)
			VALUES ('24', '24:1,2,3,4', 'daily', ` + number + `, $1)`,
		`INSERT INTO rounds (community_id, game, puzzle, class, dealt_at, closed_at) ` + count(rounds) +
			`SELECT 1 + i % ` + fmt.Sprint(s.Communities) + `, '24',
			'24:' || (1 + i % 13) || ',' || (1 + i / 13 % 13) || ',8,8', 'class ' || i, $1 - i, $1 FROM c`,
		`INSERT INTO dailies (number, game, puzzle, class) VALUES (` + number + `, '24', '24:1,2,3,4', 'daily')`,
		// Players and rounds are spread independently of each other.
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points) ` + count(s.Answers) +
			`SELECT 2 + i / 5, CASE WHEN i % 100 = 0 THEN 1 ELSE 1 + i * 7919 %
			` + fmt.Sprint(s.Players) + ` END, $1 - i * 1000, '8/(3-8/3)',
			CASE i % 3 WHEN 0 THEN 'right' ELSE 'wrong' END, 'form ' || i,
			CASE i % 3 WHEN 0 THEN 10 ELSE 0 END FROM c WHERE i / 5 < ` + fmt.Sprint(rounds),
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points)
			SELECT 1, id, $1 - id, '8/(3-8/3)', 'right', 'form', 30 FROM players WHERE id % 5 = 1`,
	}
	// A server plans by what it knows of the tables.
	statements = slices.Concat(statements, []string{`ANALYZE`}, s.pastDays(number), []string{
		`INSERT INTO attempts (round_id, player_id, hints) SELECT DISTINCT round_id, player_id, 1 FROM answers`,
		`INSERT INTO messages (community_id, message, round_id, at)
			SELECT community_id, 'm' || id, id, $1 FROM rounds WHERE community_id > 0`,
		`INSERT INTO seen (player_id, class, round_id) SELECT DISTINCT a.player_id, r.class, r.id
			FROM answers a JOIN rounds r ON r.id = a.round_id`,
		`INSERT INTO requests (key, at) ` + count(s.Answers/10) + `SELECT 'test:' || i, $1 + i FROM c`,
		`INSERT INTO jobs (kind, key, at) SELECT 'daily', id || '', $1 + id * 1000 FROM communities`,
		`INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted,
			deviation, difficulty_before, difficulty_after, ability_before, ability_after)
			SELECT DISTINCT player_id, '24', class, round_id, $1, 1, 5000, 8, 0.1, 2, 2, 0, 0 FROM seen`,
		`INSERT INTO difficulties (game, class, value, prior, attempts)
			SELECT game, class, 2, 0.1, COUNT(*) FROM rated GROUP BY game, class`,
		`INSERT INTO abilities (player_id, game, value, prior, attempts)
			SELECT player_id, game, 0, 1, COUNT(*) FROM rated GROUP BY player_id, game`,
		// Many deliveries ended lately. Every community has one that waits, and community 1
		// many that this process owns.
		`INSERT INTO outbox (nonce, community_id, network, body, created_at, outcome, done_at)
			` + count(s.Answers/10) +
			`SELECT 'done ' || i, 1 + i % ` + fmt.Sprint(s.Communities) + `, 'test', '', $1,
			'delivered', $1 + i FROM c`,
		`INSERT INTO outbox (nonce, community_id, network, body, created_at, event, claimed_by)
			` + count(s.Answers/10) +
			`SELECT 'test:' || i, 1, 'test', '{}', $1, 'event', ` + fmt.Sprint(process) + ` FROM c`,
		`INSERT INTO outbox (nonce, community_id, network, bulk, body, created_at)
			SELECT 'bulk ' || id, id, 'test', 1, '{}', $1 FROM communities`,
		`INSERT INTO outbox (nonce, community_id, network, body, created_at)
			SELECT 'n' || id, id, 'test', '{}', $1 FROM communities`,
	})
	statements = slices.Concat(statements, []string{`ANALYZE`}, sumStatements)
	if s.Days > 0 {
		// Boards of periods that have ended are kept for three days.
		ended := fmt.Sprintf(`DELETE FROM boards WHERE period > 0 AND period < 4 * (%d - 3)`, now.Unix()/(24*60*60))
		statements = slices.Concat(statements, pastSums, []string{ended})
	}
	statements = append(statements, `ANALYZE`)
	if !Server() {
		statements = slices.DeleteFunc(statements, func(query string) bool { return query == `ANALYZE` })
	}
	for i, query := range statements {
		statements[i] = strings.ReplaceAll(ofDatabase(query), "$1", fmt.Sprint(now.UnixMilli()))
	}
	return statements
}

// pastDays are statements that add what Size.Days says. The argument number is the number of today's
// daily.
func (s Size) pastDays(number string) []string {
	if s.Days == 0 {
		return nil
	}
	statements := []string{
		`INSERT INTO communities (network, key, private, player_id, worldwide, created_at)
			SELECT network, key, 1, id, CASE id % 5 WHEN 1 THEN 1 ELSE 0 END, 0 FROM players`,
		`INSERT INTO players (network, key, name, created_at) VALUES ('elsewhere', 'twin', 'Twin', 0)`,
		`INSERT INTO communities (network, key, private, player_id, worldwide, created_at)
			SELECT network, key, 1, id, 1, 0 FROM players WHERE key = 'twin'`,
		`INSERT INTO members (community_id, player_id, at) SELECT id, 1, $1 FROM communities WHERE id <= 10 ON CONFLICT DO NOTHING`,
		`INSERT INTO members (community_id, player_id, at) SELECT id, player_id, $1 FROM communities WHERE private = 1`,
		`INSERT INTO rounds (game, puzzle, class, daily, dealt_at, closed_at) ` + count(s.Days) + `
			SELECT g.column1, g.column2, 'past ' || g.column1 || i, NUMBER - i, $1 - i * 86400000, $1
			FROM c CROSS JOIN (VALUES ('24', '24:3,3,8,8'), ('countdown', 'countdown:100,75,50,25,6,3=952'), ('conundrum', 'conundrum:RETSIBRAC')) AS g
			WHERE i < NUMBER`,
		`INSERT INTO dailies (number, game, puzzle, class) SELECT daily, game, puzzle, class FROM rounds WHERE daily > 0 AND daily < NUMBER`,
		// A round a day in each of ten groups.
		`INSERT INTO rounds (community_id, game, puzzle, class, dealt_at, closed_at) ` + count(s.Days) + `
			SELECT g.id, '24', '24:3,3,8,8', 'past of ' || g.id || ' ' || i, $1 - i * 86400000, $1
			FROM c CROSS JOIN communities AS g WHERE g.id <= 10`,
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points)
			SELECT id, 1, dealt_at + 60000, '8/(3-8/3)', 'right', 'form', 30 FROM rounds
			WHERE class LIKE 'past %'`,
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points)
			SELECT r.id, p.id, dealt_at + 50000, '8/(3-8/3)', 'right', 'form', 20 FROM rounds r CROSS JOIN players p
			WHERE r.daily < NUMBER AND r.daily % 2 = 1 AND p.key = 'twin'`,
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form, points)
			SELECT r.id, p.id, dealt_at + 100000 + p.id, '8/(3-8/3)', 'right', 'form', 30 FROM rounds r CROSS JOIN players p
			WHERE r.daily BETWEEN NUMBER - 7 AND NUMBER - 1 AND p.id % 5 = 1 AND p.id > 1 AND p.network = 'test'`,
		`INSERT INTO openings (round_id, player_id, at) SELECT a.round_id, a.player_id, MIN(a.at) - 40000
			FROM rounds r CROSS JOIN answers a WHERE r.daily > 0 AND a.round_id = r.id GROUP BY a.round_id, a.player_id`,
		`INSERT INTO days (player_id, number) SELECT DISTINCT a.player_id, r.daily
			FROM rounds r CROSS JOIN answers a WHERE r.daily > 0 AND a.round_id = r.id`,
		`INSERT INTO shared_days (community_id, number) SELECT DISTINCT c.id, r.daily
			FROM rounds r CROSS JOIN communities c WHERE r.daily > 0 AND c.id <= 10`,
	}
	for i, query := range statements {
		statements[i] = strings.ReplaceAll(query, "NUMBER", number)
	}
	return statements
}

// pastSums fill the boards of the World, and note that the World is summed up.
var pastSums = []string{
	`INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
		SELECT -1, c.player_id, s.game, s.period, SUM(s.points), SUM(s.solved), MAX(s.reached)
		FROM communities c JOIN ` + scoresByPeriod + ` s ON s.player_id = c.player_id AND s.community_id = 0
		WHERE c.worldwide = 1
		GROUP BY c.player_id, s.game, s.period`,
	`INSERT INTO meta (key, value) VALUES ('world with ties', '1')`,
}

// HeavyStatements are statements that add a number of rounds to a filled database. Player 1 has answered all of
// them, a tenth of them rightly.
func HeavyStatements(rounds int, now time.Time) []string {
	const heavy = `FROM rounds WHERE class LIKE 'heavy %'`
	statements := []string{
		`INSERT INTO rounds (community_id, game, puzzle, class, dealt_at, closed_at) ` + count(rounds) +
			`SELECT 1, '24', '24:' || i, 'heavy ' || i, $1 - i, $1 FROM c`,
		`INSERT INTO attempts (round_id, player_id, hints) SELECT id, 1, 1 ` + heavy,
		`INSERT INTO answers (round_id, player_id, at, text, outcome, form)
			SELECT id, 1, $1, '8/(3-8/3)', CASE id % 10 WHEN 0 THEN 'right' ELSE 'wrong' END, 'form' ` + heavy,
		`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
			SELECT id, 1, 1, 20000, 10, 1, 0, $1 ` + heavy + ` AND id % 10 = 0`,
		`INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted,
			deviation, difficulty_before, difficulty_after, ability_before, ability_after)
			SELECT 1, '24', class, id, $1,
			CASE id % 10 WHEN 0 THEN 1 ELSE 0 END, 5000, 8, 0.1, 2, 2, 0, 0 ` + heavy,
		`ANALYZE`,
	}
	for i, query := range statements {
		statements[i] = strings.ReplaceAll(query, "$1", fmt.Sprint(now.UnixMilli()))
	}
	return statements
}

// count is the beginning of a statement in which c are the numbers from 1 to n.
func count(n int) string {
	return fmt.Sprintf("WITH RECURSIVE c (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < %d) ", n)
}

// sumStatements fill the tables that each answer keeps up to date.
var sumStatements = []string{
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
        COUNT(DISTINCT
	CASE WHEN a.outcome = 'right' THEN a.round_id END) AS rights, 0 AS hints, 0 AS solved, 0 AS points
    FROM answers a JOIN rounds r ON r.id = a.round_id GROUP BY a.player_id, r.game
    UNION ALL
    SELECT t.player_id, r.game, 0, 0, 0, SUM(t.hints), 0, 0 FROM attempts t JOIN rounds r
	ON r.id = t.round_id GROUP BY t.player_id, r.game
    UNION ALL
    SELECT w.player_id, r.game, 0, 0, 0, 0, SUM(w.solved), SUM(w.points) FROM awards w JOIN rounds r
	ON r.id = w.round_id GROUP BY w.player_id, r.game
) sums GROUP BY player_id, game;`,
}
