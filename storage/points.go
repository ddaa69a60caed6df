package storage

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// BestOfDay is how many rounds of a player's day count in a community.
const BestOfDay = 20

// An Award is what a player has earned on a round.
type Award struct {
	RoundID, PlayerID int64
	CommunityID       int64 // on whose board it counts; 0: a daily, on that of every community of theirs
	Day               int   // days since 1970
	Points            int   // in all; not negative
	Solved            bool  // by a right answer
	Local             bool  // it counts nowhere in the World
	At                time.Time
}

// Award returns what a player has earned on a round; nothing is no error.
func (tx *Tx) Award(roundID, playerID int64) (Award, error) {
	a, err := first(scan(tx, "find award", func(a *Award) []any {
		return []any{&a.CommunityID, &a.Day, &a.Points, &a.Solved, &a.Local, &a.At}
	}, `SELECT community_id, day, points, solved, local, at FROM awards WHERE round_id = $1 AND player_id = $2`, roundID, playerID))
	a.RoundID, a.PlayerID = roundID, playerID
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return a, err
}

// Earned returns how many points a person has earned on a round.
func (tx *Tx) Earned(roundID, playerID int64) (int, error) {
	return get[int](tx, "sum up round",
		`SELECT COALESCE(SUM(points), 0) FROM awards WHERE round_id = $1 AND player_id IN `+kin(2), roundID, playerID)
}

// SetPoints notes what an answer earned.
func (tx *Tx) SetPoints(answerID int64, points int) error {
	return tx.put("set points", `UPDATE answers SET points = $1 WHERE id = $2`, points, answerID)
}

// SetAward stores what a player has earned on a round, who had earned what Award returned
// before, and counts it. The community, the day and Local of the first award
// stand.
func (tx *Tx) SetAward(before, a Award) error {
	if a.Points < 0 {
		return fmt.Errorf("award of %d points", a.Points)
	}
	if err := tx.lockPlayers(a.PlayerID); err != nil {
		return err
	}
	if !before.At.IsZero() {
		a.CommunityID, a.Day = before.CommunityID, before.Day
	}
	err := tx.put("set award", `
		INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (round_id, player_id) DO UPDATE SET points = excluded.points, solved = excluded.solved, at = excluded.at`,
		a.RoundID, a.PlayerID, a.CommunityID, a.Day, a.Points, a.Solved, a.Local, a.At)
	if err != nil {
		return err
	}
	solved := 0
	switch {
	case a.Solved && !before.Solved:
		solved = 1
	case before.Solved && !a.Solved:
		solved = -1
	}
	if err := tx.count(a.RoundID, a.PlayerID, figures{solved: solved, points: a.Points - before.Points}); err != nil {
		return err
	}
	limit := BestOfDay
	if a.CommunityID == 0 {
		limit = anyNumber // a day has few dailies, and all count
		if solved == 1 {
			if err := tx.put("add solver of daily", `
				INSERT INTO solvers (community_id, round_id, at, player_id)
				SELECT m.community_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), m.player_id FROM members m CROSS JOIN communities c
				WHERE c.id = m.community_id AND m.player_id IN `+kin(3)+` AND c.private = 0 ON CONFLICT DO NOTHING`, a.RoundID, a.At, a.PlayerID); err != nil {
				return err
			}
		}
	}
	// The day is summed up anew, in all games and in the round's.
	return tx.score(a.CommunityID, a.PlayerID, a.Day, a.At, `
		SELECT '' AS game, SUM(points) AS points, SUM(solved) AS solved FROM (
			SELECT points, solved FROM awards WHERE community_id = $1 AND player_id = $2 AND day = $3 ORDER BY points DESC, at LIMIT $4) AS top
		UNION ALL SELECT game, SUM(points), SUM(solved) FROM (
			SELECT r.game, a.points, a.solved FROM rounds own CROSS JOIN awards a CROSS JOIN rounds r
			WHERE own.id = $5 AND a.community_id = $1 AND a.player_id = $2 AND a.day = $3 AND r.id = a.round_id AND r.game = own.game
			ORDER BY a.points DESC, a.at LIMIT $4) AS top GROUP BY game`, limit, a.RoundID)
}

// anyNumber is a limit that is none.
const anyNumber = 1 << 30

// AddFound counts solutions that a player has found on a day, and puzzles of which they
// found the last: in a community, or, if it is 0, in dailies.
func (tx *Tx) AddFound(communityID, playerID int64, day, found, last int, at time.Time) error {
	return tx.score(communityID, playerID, day, at, `
		SELECT CAST($4 AS TEXT) AS game, CAST($5 AS BIGINT) + COALESCE(SUM(points), 0) AS points, CAST($6 AS BIGINT) + COALESCE(SUM(solved), 0) AS solved
		FROM scores WHERE community_id = $1 AND player_id = $2 AND day = $3 AND game = $4`, Hunt, found, last)
}

// addScore is the end of a statement that adds rows to boards.
const addScore = ` ON CONFLICT (community_id, player_id, game, period) DO UPDATE SET
	points = boards.points + excluded.points, solved = boards.solved + excluded.solved,
	reached = CASE WHEN excluded.reached > boards.reached THEN excluded.reached ELSE boards.reached END`

// score stores what counts of a player's day: in a community, in dailies (community 0) or
// in the World. A query returns it by game, empty for all of them; its first parameters are
// the community, the player and the day. What has changed is added to the boards: of the
// World, of the community or, of dailies, of all communities that the person is a member of;
// and to the World if they are there.
func (tx *Tx) score(communityID, playerID int64, day int, at time.Time, query string, args ...any) error {
	type score struct {
		game                                   string
		points, solved, morePoints, moreSolved int
		shown                                  int64 // the player under whom they are in the World; 0: none
		isNew                                  bool  // nothing was stored
	}
	all, err := scan(tx, "sum up day", func(s *score) []any {
		return []any{&s.game, &s.points, &s.solved, &s.morePoints, &s.moreSolved, &s.shown, &s.isNew}
	}, `
		SELECT best.game, best.points, best.solved, best.points - COALESCE(s.points, 0), best.solved - COALESCE(s.solved, 0),
			COALESCE((SELECT MIN(c.player_id) FROM communities c WHERE c.player_id IN `+kin(2)+` AND c.worldwide = 1), 0),
			s.day IS NULL
		FROM (`+query+`) AS best LEFT JOIN scores s ON s.community_id = $1 AND s.player_id = $2 AND s.day = $3 AND s.game = best.game`,
		append([]any{communityID, playerID, day}, args...)...)
	if err != nil {
		return err
	}
	boards := `SELECT community_id, player_id FROM members WHERE player_id IN ` + kin(5) + ` AND CAST($6 AS BIGINT) IN (0, community_id)`
	if communityID == World {
		boards = `SELECT CAST($6 AS BIGINT) AS community_id, CAST($5 AS BIGINT) AS player_id`
	}
	for _, s := range all {
		err := tx.put("set score", `
			INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
				points = excluded.points, solved = excluded.solved,
				reached = CASE WHEN excluded.reached > scores.reached THEN excluded.reached ELSE scores.reached END`,
			communityID, playerID, day, s.game, s.points, s.solved, at)
		if err != nil {
			return err
		}
		var reached int64 // 0: never
		if s.points > 0 {
			reached = at.UnixMilli()
		}
		if err := tx.put("add to boards", `
			INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
			SELECT best.community_id, best.player_id, CAST($1 AS TEXT), ever.period, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT)
			FROM (`+boards+`) AS best CROSS JOIN (SELECT 0 AS period UNION ALL SELECT CAST($7 AS BIGINT)
				UNION ALL SELECT CAST($8 AS BIGINT) UNION ALL SELECT CAST($9 AS BIGINT)) AS ever WHERE 1 = 1`+addScore,
			s.game, s.morePoints, s.moreSolved, reached, playerID, communityID, Day.period(day), Week.period(day), Month.period(day)); err != nil {
			return err
		}
	}
	for _, s := range all {
		if communityID == World || s.shown == 0 {
			break
		}
		if err := tx.scoreWorld(s.shown, s.game, day, at); err != nil {
			return err
		}
	}
	if communityID > 0 && slices.ContainsFunc(all, func(s score) bool { return s.isNew && s.game == "" }) {
		return tx.third(communityID, playerID, day)
	}
	return nil
}

// third makes a week of a community in the World anew if a player is the third to earn
// something there in the week up to a day, of which it is their first: what the two others
// earned in it counts from then on.
func (tx *Tx) third(communityID, playerID int64, day int) error {
	three, err := list[int64](tx, "list who earned", `
		SELECT w.player_id FROM `+earners("$1", "$2")+` AND NOT EXISTS (
			SELECT 1 FROM scores x WHERE x.community_id = $1 AND x.player_id = $3 AND x.game = '' AND x.day BETWEEN $2 - 6 AND $2 - 1)
		LIMIT 4`, communityID, day, playerID)
	if err != nil || len(three) != 3 {
		return err
	}
	if err := tx.lockPlayers(three...); err != nil {
		return err
	}
	for _, id := range three {
		shown, err := tx.InWorld(id)
		if err != nil {
			return err
		}
		if shown == 0 || id == playerID {
			continue
		}
		if err := tx.sumWorld(shown, `
			SELECT day, game, reached FROM scores WHERE community_id = $1 AND player_id = $2 AND day BETWEEN $3 - 6 AND $3`, communityID, id, day); err != nil {
			return err
		}
	}
	return nil
}

// earners is a table w, with a condition, of the members of a community who earned
// something in the week up to a day.
func earners(community, day string) string {
	return `(SELECT player_id FROM members WHERE community_id = ` + community + ` ORDER BY at DESC LIMIT 100) AS w
		WHERE EXISTS (SELECT 1 FROM scores x WHERE x.community_id = ` + community + ` AND x.player_id = w.player_id
			AND x.game = '' AND x.day BETWEEN ` + day + ` - 6 AND ` + day + `)`
}

// InWorld returns the player under whom a person is on the boards of the World, the
// first of theirs; 0 if they do not wish to be there.
func (tx *Tx) InWorld(playerID int64) (int64, error) {
	return get[int64](tx, "find player in the world", `
		SELECT COALESCE(MIN(player_id), 0) FROM communities WHERE player_id IN `+kin(1)+` AND worldwide = 1`, playerID)
}

// scoreWorld makes the score of a person's day in the World anew: their dailies and
// their best community count, of those where three people at least have earned something
// in a week with that day in it. Private communities do not: nobody gets there by playing
// alone. Local awards are taken off.
func (tx *Tx) scoreWorld(playerID int64, game string, day int, at time.Time) error {
	return tx.score(World, playerID, day, at, `
		SELECT CAST($4 AS TEXT) AS game, COALESCE(SUM(points), 0) AS points, COALESCE(SUM(solved), 0) AS solved FROM (
			SELECT `+worldly("points")+`, `+worldly("solved")+` FROM scores s WHERE s.community_id = 0 AND s.player_id IN `+kin(2)+` AND s.day = $3 AND s.game = $4
			UNION ALL SELECT points, solved FROM (
				SELECT `+worldly("points")+`, `+worldly("solved")+` FROM members m CROSS JOIN communities c CROSS JOIN scores s
				WHERE m.player_id IN `+kin(2)+` AND c.id = m.community_id AND c.private = 0
					AND s.community_id = m.community_id AND s.player_id = m.player_id AND s.day = $3 AND s.game = $4
					AND EXISTS (SELECT 1 FROM (VALUES (0), (1), (2), (3), (4), (5), (6)) AS week
						WHERE (SELECT COUNT(*) FROM (SELECT 1 AS one FROM `+earners("c.id", "$3 + week.column1")+` LIMIT 3) AS best) = 3)
				ORDER BY 1 DESC, 2 DESC LIMIT 1) AS top) AS w`, game)
}

// worldly is a column of the scores s, points or solved, without the Local awards of that
// day, at least 0.
func worldly(column string) string {
	rest := `s.` + column + ` - COALESCE((SELECT SUM(a.` + column + `) FROM awards a CROSS JOIN rounds r
		WHERE a.community_id = s.community_id AND a.player_id = s.player_id AND a.day = s.day AND a.local = 1
			AND r.id = a.round_id AND s.game IN ('', r.game)), 0)`
	return `(SELECT CASE WHEN n > 0 THEN n ELSE 0 END FROM (SELECT ` + rest + ` AS n) AS best) AS ` + column
}

// ShowInWorld makes a person's part of the boards of the World anew: all that they have
// earned, or nothing if they do not wish to be there.
func (tx *Tx) ShowInWorld(playerID int64) error {
	for _, query := range []string{
		`DELETE FROM boards WHERE community_id = -1 AND player_id IN ` + kin(1),
		`DELETE FROM scores WHERE community_id = -1 AND player_id IN ` + kin(1),
	} {
		if err := tx.put("leave the world", query, playerID); err != nil {
			return err
		}
	}
	shown, err := tx.InWorld(playerID)
	if err != nil || shown == 0 {
		return err
	}
	return tx.sumWorld(shown, `
		SELECT day, game, MAX(reached) FROM (
			SELECT s.day, s.game, s.reached FROM scores s WHERE s.community_id = 0 AND s.player_id IN `+kin(1)+`
			UNION ALL SELECT s.day, s.game, s.reached FROM members m CROSS JOIN scores s
			WHERE m.player_id IN `+kin(1)+` AND s.community_id = m.community_id AND s.player_id = m.player_id
		) AS best GROUP BY day, game ORDER BY day, game`, playerID)
}

// sumWorld makes scores of a person in the World anew: those whose day, game and time a
// query returns.
func (tx *Tx) sumWorld(shown int64, query string, args ...any) error {
	type score struct {
		day  int
		game string
		at   time.Time
	}
	all, err := scan(tx, "list days of player", func(s *score) []any { return []any{&s.day, &s.game, &s.at} }, query, args...)
	if err != nil {
		return err
	}
	for _, s := range all {
		if err := tx.scoreWorld(shown, s.game, s.day, s.at); err != nil {
			return err
		}
	}
	return nil
}

// A Span is the length of time that a board covers.
type Span int

const (
	Ever  Span = iota
	Day        // one day
	Week       // from a Monday
	Month      // a calendar month
)

// period is the number of a span with a day in it, in days since 1970, in the column
// of that name. It grows with the last day.
func (s Span) period(day int) int {
	_, last := s.days(day)
	return 4*last + int(s)
}

// days are the first and the last day of a span with a day in it; 0 for Ever.
func (s Span) days(day int) (first, last int) {
	switch s {
	case Day:
		return day, day
	case Week:
		first = day - (day+3)%7 // 1970 began on a Thursday
		return first, first + 6
	case Month:
		t := time.Unix(int64(day)*secondsOfDay, 0).UTC()
		first = day - t.Day() + 1
		return first, first + t.AddDate(0, 1, -t.Day()).Day() - 1
	}
	return 0, 0
}

const secondsOfDay = 24 * 60 * 60

// dayOf is the day of a moment in UTC.
func dayOf(t time.Time) int { return int(t.Unix() / secondsOfDay) }

// At a member's first action of a day, so many lapsed members and rows of ended periods
// of the community are deleted. So a board stays as long as its community is lively.
const (
	lapsedRows = 100
	endedRows  = 20
)

const (
	// World is, on boards, the community of everyone who wishes to be in it.
	World int64 = -1
	// Hunt stands for a game on boards: its points are distinct solutions found, and it
	// counts as solved the puzzles of which the player found the last solution.
	Hunt = "hunt"
)

// A Board is that of a community or the World, in a game or in all (empty), for a span
// with a day in it, in days since 1970. The span ended at most three days ago.
type Board struct {
	CommunityID int64
	Game        string
	Span        Span
	Day         int
}

// args are the arguments of onBoard, followed by others.
func (b Board) args(more ...any) []any {
	return append([]any{b.CommunityID, b.Span.period(b.Day), b.Game}, more...)
}

// onBoard is the condition that selects the rows b of a board.
const onBoard = `b.community_id = $1 AND b.period = $2 AND b.game = $3`

// A Standing is a row of a board.
type Standing struct {
	PlayerID        int64
	Name, PlayerKey string // empty if the player is forgotten
	Points          int
	Solved          int // rounds solved
}

func (s *Standing) columns() []any {
	return []any{&s.PlayerID, &s.Name, &s.PlayerKey, &s.Points, &s.Solved}
}

// Leaderboard returns the players on a board who have points, behind the first skip of
// them at most limit, both a few hundred. Of a community it returns only those who were
// members since a time, which is at most 91 days ago. They are sorted by most points,
// then by most rounds solved, then by the earliest last points.
func (tx *Tx) Leaderboard(b Board, since time.Time, skip, limit int) ([]Standing, error) {
	members := `CROSS JOIN members m`
	belongs := `AND m.community_id = b.community_id AND m.player_id = b.player_id AND m.at >= $4`
	if b.CommunityID == World { // where nobody lapses
		members, belongs = ``, `AND CAST($4 AS BIGINT) IS NOT NULL`
	}
	return list[Standing](tx, "make leaderboard", `
		SELECT b.player_id, p.name, COALESCE(p.key, ''), b.points, b.solved
		FROM boards b `+members+` CROSS JOIN players p
		WHERE `+onBoard+` `+belongs+` AND p.id = b.player_id AND b.points > 0
		ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id LIMIT $5 OFFSET $6`, b.args(since, limit, skip)...)
}

// StandingOf returns a person's row of a board, or ErrNotFound.
func (tx *Tx) StandingOf(b Board, playerID int64) (Standing, error) {
	return get[Standing](tx, "find standing", `
		SELECT b.player_id, p.name, COALESCE(p.key, ''), b.points, b.solved
		FROM boards b CROSS JOIN players p
		WHERE `+onBoard+` AND b.player_id IN `+kin(4)+` AND p.id = b.player_id AND b.points > 0`, b.args(playerID)...)
}

// mostCounted is how many rows of a board are counted at most.
const mostCounted = 10_000

// Above counts the players on a board who have more points, at most ten thousand.
func (tx *Tx) Above(b Board, since time.Time, points int) (int, error) {
	n, err := get[int](tx, "count those above", `
		SELECT COUNT(*) FROM (SELECT 1 FROM boards b WHERE `+onBoard+` AND b.points > $4 LIMIT $5) AS best`,
		b.args(points, mostCounted)...)
	if err != nil || b.CommunityID == World || n == mostCounted {
		return n, err
	}
	lapsed, err := get[int](tx, "count lapsed above", `
		SELECT COUNT(*) FROM (SELECT player_id FROM members WHERE community_id = $1 AND at < $5 LIMIT $6) AS best
			CROSS JOIN boards b WHERE `+onBoard+` AND b.player_id = best.player_id AND b.points > $4`,
		b.args(points, since, lapsedRows)...)
	return n - lapsed, err
}

// PointsOf returns a person's points of all time in a community. Of a person who is not
// a member, and so on no board, the days are summed up.
func (tx *Tx) PointsOf(communityID, playerID int64) (int, error) {
	return get[int](tx, "find points", `
		SELECT COALESCE(
			(SELECT b.points FROM boards b WHERE `+onBoard+` AND b.player_id IN `+kin(4)+`),
			(SELECT SUM(s.points) FROM scores s WHERE s.community_id IN (0, $1) AND s.player_id IN `+kin(4)+` AND s.game = $3), 0)`,
		Board{CommunityID: communityID}.args(playerID)...)
}

// figures are what a player has done in a game, or a change of it.
type figures struct {
	game                                          string
	answers, wrong, rights, hints, solved, points int
}

// count adds to a player's figures in the game of a round.
func (tx *Tx) count(roundID, playerID int64, f figures) error {
	if err := tx.lockPlayers(playerID); err != nil {
		return err
	}
	return tx.put("count figures", `
		INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
		SELECT CAST($1 AS BIGINT), game, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM rounds WHERE id = $8
		ON CONFLICT (player_id, game) DO UPDATE SET
			answers = figures.answers + excluded.answers, wrong = figures.wrong + excluded.wrong,
			rights = figures.rights + excluded.rights, hints = figures.hints + excluded.hints,
			solved = figures.solved + excluded.solved, points = figures.points + excluded.points`,
		playerID, f.answers, f.wrong, f.rights, f.hints, f.solved, f.points, roundID)
}
