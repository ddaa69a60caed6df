package dbtest

import "strings"

// games is a table of the games of rounds, each also as all games.
const games = `(SELECT id, game FROM rounds UNION ALL SELECT id, '' FROM rounds) g`

// linkedPlayers pairs each player with all players of the same person.
const linkedPlayers = `(SELECT a.id AS player_id, b.id FROM players a JOIN players b ON b.person_id = a.person_id) linked`

// These expressions are when the last day of a month begins, in seconds since 1970. The month is the one
// that contains the column day. One expression is SQLite's, the other PostgreSQL's.
const (
	endOfMonth         = `unixepoch(day * 86400, 'unixepoch', 'start of month', '+1 month', '-1 day')`
	endOfMonthOnServer = `CAST(EXTRACT(EPOCH
		FROM date_trunc('month', to_timestamp(day * 86400) AT TIME ZONE 'UTC') + INTERVAL '1 month'
			- INTERVAL '1 day') AS BIGINT)`
)

// These queries say what scores and boards should be. Scores are sums of awards: of all dailies of a day, and
// of the best other rounds of a day in a community. Boards are sums of scores.
const (
	scoresOfAwards = `
		SELECT community_id, player_id, game, day, SUM(points), SUM(solved), MAX(at) FROM (
			SELECT a.community_id, a.player_id, g.game, a.day, a.points, a.solved, a.at,
				ROW_NUMBER() OVER (PARTITION BY a.community_id, a.player_id, a.day, g.game ORDER BY
				a.points DESC, a.at) AS place
			FROM awards a JOIN ` + games + ` ON g.id = a.round_id
		) best WHERE place <= 20 OR community_id = 0 GROUP BY community_id, player_id, game, day`
	scoresByPeriod = `(
			SELECT *, 0 AS period FROM scores
			UNION ALL SELECT *, 4 * day + 1 FROM scores
			UNION ALL SELECT *, 4 * (day + 6 - (day + 3) % 7) + 2 FROM scores
			UNION ALL SELECT *, 4 * (` + endOfMonth + ` / 86400) + 3 FROM scores
		)`
	boardsOfScores = `
		SELECT m.community_id, m.player_id, s.game, s.period, SUM(s.points),
			SUM(s.solved), MAX(CASE WHEN s.points > 0 THEN s.reached ELSE 0 END)
		FROM members m JOIN ` + linkedPlayers + ` ON linked.player_id = m.player_id
			JOIN ` + scoresByPeriod + ` s ON s.player_id = linked.id AND s.community_id IN (0, m.community_id)
		WHERE m.lapsed = 0
		GROUP BY m.community_id, m.player_id, s.game, s.period`
	worldOfAwards = `
		SELECT player_id, game, period, SUM(points), SUM(solved), SUM(hints), SUM(took) FROM (
			SELECT w.player_id, g.game, a.day, a.points, a.solved,
				CASE WHEN a.points > 0 THEN a.hints ELSE 0 END AS hints,
				CASE WHEN a.points > 0 THEN a.took ELSE 0 END AS took
			FROM worldly w JOIN awards a ON a.player_id = w.linked AND a.community_id = 0
			AND a.local = 0 JOIN ` + games + ` ON g.id = a.round_id
		) AS own JOIN (
			SELECT DISTINCT day AS date, 0 AS period FROM awards
			UNION SELECT day, 4 * day + 1 FROM awards
			UNION SELECT day, 4 * (day + 6 - (day + 3) % 7) + 2 FROM awards
			UNION SELECT day, 4 * (` + endOfMonth + ` / 86400) + 3 FROM awards
		) AS spans ON spans.date = own.day
			GROUP BY player_id, game, period HAVING SUM(points) > 0 OR SUM(solved) > 0`
)

// wrong is an expression that counts the rows in which the results of two queries differ.
func wrong(have, want string) string {
	return `(SELECT COUNT(*) FROM (` + have + ` EXCEPT ` + want + `) AS surplus) + (SELECT COUNT(*)
		FROM (` + want + ` EXCEPT ` + have + `) AS missing)`
}

// SumChecks are queries, by what they are about, that count the rows which are not the sums they
// should be: scores are what the awards sum up to, boards what scores do, and the World what dailies
// do.
func SumChecks() map[string]string {
	return map[string]string{
		"scores":    ofDatabase(wrongScores),
		"boards":    ofDatabase(wrongBoards),
		"the world": ofDatabase(wrongWorld),
	}
}

// ofDatabase returns a statement as the database of this run of the tests takes it.
func ofDatabase(query string) string {
	if Server() {
		return strings.ReplaceAll(query, endOfMonth, endOfMonthOnServer)
	}
	return query
}

var (
	wrongScores = `SELECT ` + wrong(`SELECT community_id, player_id, game, day, points, solved
		FROM scores WHERE community_id >= 0 AND game <> 'hunt'`,
		`SELECT community_id, player_id, game, day, points, solved
			FROM (`+strings.Replace(scoresOfAwards, `SUM(points), SUM(solved)`, `SUM(points) AS
			points, SUM(solved) AS solved`, 1)+`) AS sums`)
	wrongBoards = `SELECT ` + wrong(`SELECT community_id, player_id, game, period, points, solved
		FROM boards WHERE community_id > 0`,
		strings.Replace(boardsOfScores, `, MAX(CASE WHEN s.points > 0 THEN s.reached ELSE 0 END)`, ``, 1))
	wrongWorld = `
		WITH person AS (SELECT id, person_id AS person FROM players),
		worldly AS (
			SELECT shown.player_id, linked.id AS linked FROM (
				SELECT MIN(c.player_id) AS player_id, p.person FROM communities c JOIN person p
				ON p.id = c.player_id WHERE c.worldwide = 1 GROUP BY p.person
			) shown JOIN person linked ON linked.person = shown.person
		) SELECT ` + wrong(`SELECT player_id, game, period, points, solved, hints, took FROM boards
			WHERE community_id = -1 AND (points > 0 OR solved > 0)`, worldOfAwards)
)
