package storage

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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

const awardColumns = `round_id, player_id, community_id, day, points, solved, local, at`

// Awards returns what players have earned on a round that is no daily.
func (tx *Tx) Awards(roundID int64) ([]Award, error) {
	return List[Award](tx, "list awards", `SELECT `+awardColumns+` FROM awards WHERE round_id = $1`, roundID)
}

// A Payment is what an answer earns.
type Payment struct {
	Before, Award Award // of the player; with the same points, and no At: it earns none
	Found, Last   int   // how many solutions it finds, and of how many puzzles the last
}

// SetPoints notes what an answer earned.
func (tx *Tx) SetPoints(answerID int64, points int) error {
	return tx.Exec("set points", `UPDATE answers SET points = $1 WHERE id = $2`, points, answerID)
}

// SetAward stores what a player has earned on a round, who had earned something else
// before, and counts it. The community, the day and Local of the first award stand.
func (tx *Tx) SetAward(before, a Award) error {
	return tx.earn(Payment{Before: before, Award: a}, figures{}, a.At, func() {})
}

// earn stores a payment, and counts it at a time, with other figures. Once those are counted
// it calls add.
func (tx *Tx) earn(p Payment, f figures, at time.Time, add func()) error {
	a, before, pays := p.Award, p.Before, !p.Award.At.IsZero()
	if a.Points < 0 {
		return fmt.Errorf("award of %d points", a.Points)
	}
	if err := tx.LockPlayers(a.PlayerID); err != nil {
		return err
	}
	day := a.Day // on which solutions are counted
	if !before.At.IsZero() {
		a.CommunityID, a.Day, a.Local = before.CommunityID, before.Day, before.Local
	}
	if pays {
		err := tx.Exec("set award", `
			INSERT INTO awards (`+awardColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (round_id, player_id) DO UPDATE SET points = excluded.points, solved = excluded.solved, at = excluded.at`,
			a.RoundID, a.PlayerID, a.CommunityID, a.Day, a.Points, a.Solved, a.Local, a.At)
		if err != nil {
			return err
		}
	}
	switch {
	case a.Solved && !before.Solved:
		f.Solved = 1
	case before.Solved && !a.Solved:
		f.Solved = -1
	}
	f.Points = a.Points - before.Points
	if err := tx.count(a.RoundID, a.PlayerID, f); err != nil {
		return err
	}
	add()
	limit := BestOfDay
	if a.CommunityID == 0 {
		limit = anyNumber // a day has few dailies, and all count
		if f.Solved == 1 {
			if err := tx.Exec("add solver of daily", `
				INSERT INTO solvers (community_id, round_id, at, player_id)
				SELECT m.community_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), m.player_id FROM members m CROSS JOIN communities c
				WHERE c.id = m.community_id AND m.player_id IN `+kin("$3")+` AND c.private = 0 ON CONFLICT DO NOTHING`, a.RoundID, a.At, a.PlayerID); err != nil {
				return err
			}
		}
	}
	if !pays && p.Found == 0 {
		return nil
	}
	// The day is summed up anew, in all games and in the round's; solutions are added.
	return tx.score(a, at, `
		SELECT CAST($3 AS BIGINT) AS day, '' AS game, SUM(points) AS points, SUM(solved) AS solved FROM (
			SELECT points, solved FROM awards WHERE community_id = $1 AND player_id = $2 AND day = $3 ORDER BY points DESC, at LIMIT $4) AS top HAVING $6 = 1
		UNION ALL SELECT CAST($3 AS BIGINT), game, SUM(points), SUM(solved) FROM (
			SELECT r.game, a.points, a.solved FROM rounds own CROSS JOIN awards a CROSS JOIN rounds r
			WHERE own.id = $5 AND a.community_id = $1 AND a.player_id = $2 AND a.day = $3 AND r.id = a.round_id AND r.game = own.game
			ORDER BY a.points DESC, a.at LIMIT $4) AS top GROUP BY game HAVING $6 = 1
		UNION ALL SELECT CAST($7 AS BIGINT), CAST($8 AS TEXT), CAST($9 AS BIGINT) + COALESCE(SUM(points), 0), CAST($10 AS BIGINT) + COALESCE(SUM(solved), 0)
			FROM scores WHERE community_id = $1 AND player_id = $2 AND day = $7 AND game = $8 HAVING $9 > 0`,
		a.Day, limit, a.RoundID, pays, day, Hunt, p.Found, p.Last)
}

// addScore is the end of a statement that adds rows to boards.
const addScore = ` ON CONFLICT (community_id, player_id, game, period) DO UPDATE SET
	points = boards.points + excluded.points, solved = boards.solved + excluded.solved,
	reached = CASE WHEN excluded.reached > boards.reached THEN excluded.reached ELSE boards.reached END`

// A score is what counts of a player's day in a game, empty for all games.
type score struct {
	Day            int
	Game           string
	Points, Solved int
	// MorePoints and MoreSolved are by how much it has changed.
	MorePoints, MoreSolved int
	// Shown is the player under whom the person is in the World, 0 if they are not. League is the
	// week of the league that goes on, and Place the last in which the person has a place; 0: none.
	// Only of dailies they are known.
	Shown         int64
	League, Place int
}

// score stores scores of a player that an award has changed: in its community or, of a daily, in
// community 0. A query returns them; its first parameters are the community and the player. What
// has changed is added to the boards: of the community or, of dailies, of all communities that
// the person is a member of; and of the World if they are there, unless the award is Local.
func (tx *Tx) score(a Award, at time.Time, query string, args ...any) error {
	all, err := List[score](tx, "sum up day", `
		SELECT best.day, best.game, best.points, best.solved, best.points - COALESCE(s.points, 0), best.solved - COALESCE(s.solved, 0),
			CASE CAST($1 AS BIGINT) WHEN 0 THEN `+inWorld("$2")+` END,
			CASE CAST($1 AS BIGINT) WHEN 0 THEN (SELECT MAX(week) FROM league_weeks) END,
			CASE CAST($1 AS BIGINT) WHEN 0 THEN (SELECT MAX(l.week) FROM league l WHERE l.player_id IN `+kin("$2")+` AND l.rests = 0) END
		FROM (`+query+`) AS best LEFT JOIN scores s ON s.community_id = $1 AND s.player_id = $2 AND s.day = best.day AND s.game = best.game`,
		append([]any{a.CommunityID, a.PlayerID}, args...)...)
	if err != nil || len(all) == 0 {
		return err
	}
	if err := tx.setScores(a, at, all); err != nil {
		return err
	}
	if err := tx.addToBoards(a, at, all); err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(s score) bool { return s.Game == "" })
	if i < 0 || all[i].Points == 0 || all[i].Shown == 0 {
		return nil
	}
	day := all[i]
	_, week := Week.days(day.Day)
	hasPlace := day.Place != 0 && day.Place >= day.League
	if hasPlace || week < day.League {
		return nil
	}
	return tx.enterLeague(day.Shown, week)
}

// setScores stores scores of a player.
func (tx *Tx) setScores(a Award, at time.Time, all []score) error {
	var rows []string
	args := []any{a.CommunityID, a.PlayerID, at}
	for _, s := range all {
		rows = append(rows, "($1, $2, $3, "+parameters(len(args)+1, 4)+")")
		args = append(args, s.Day, s.Game, s.Points, s.Solved)
	}
	return tx.Exec("set scores", `
		INSERT INTO scores (community_id, player_id, reached, day, game, points, solved) VALUES `+strings.Join(rows, ", ")+`
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = excluded.points, solved = excluded.solved,
			reached = CASE WHEN excluded.reached > scores.reached THEN excluded.reached ELSE scores.reached END`, args...)
}

// addToBoards adds what has changed of scores to the boards.
func (tx *Tx) addToBoards(a Award, at time.Time, all []score) error {
	var changes []string
	args := []any{a.CommunityID, a.PlayerID, all[0].Shown}
	for _, s := range all {
		var reached int64 // 0: never
		if s.Points > 0 {
			reached = at.UnixMilli()
		}
		isWorldly := !a.Local || s.Game == Hunt
		changes = append(changes, fmt.Sprintf("(CAST($%d AS TEXT), %s", len(args)+1, strings.TrimPrefix(bigints(len(args)+1, 7), "(")))
		args = append(args, s.Game, s.MorePoints, s.MoreSolved, reached, Day.period(s.Day), Week.period(s.Day), Month.period(s.Day), isWorldly)
	}
	return tx.Exec("add to boards", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
		SELECT best.community_id, best.player_id, ever.column1,
			CASE top.column1 WHEN 0 THEN 0 WHEN 1 THEN ever.column5 WHEN 2 THEN ever.column6 ELSE ever.column7 END, ever.column2, ever.column3, ever.column4
		FROM (
			SELECT community_id, player_id FROM members WHERE player_id IN `+kin("$2")+` AND CAST($1 AS BIGINT) IN (0, community_id)
			UNION ALL SELECT CAST(-1 AS BIGINT), CAST($3 AS BIGINT) WHERE CAST($3 AS BIGINT) > 0
		) AS best CROSS JOIN (VALUES `+strings.Join(changes, ", ")+`) AS ever CROSS JOIN (VALUES (0), (1), (2), (3)) AS top
		WHERE best.community_id > 0 OR ever.column8 = 1`+addScore, args...)
}

// Scorers returns those who earned something with right answers to a round, with their points
// of all time in its community, the most first. Of people who are no members, and so on no
// board, the days are summed up.
func (tx *Tx) Scorers(r Round) ([]Standing, error) {
	return List[Standing](tx, "list who earned", `
		SELECT p.id, p.name, p.key, COALESCE(
			(SELECT b.points FROM boards b WHERE `+onBoard+` AND b.player_id IN `+kin("p.id")+`),
			(SELECT SUM(s.points) FROM scores s WHERE s.community_id IN (0, $1) AND s.player_id IN `+kin("p.id")+` AND s.game = $3), 0) AS points, 0
		FROM (SELECT player_id, MIN(id) AS id FROM answers WHERE round_id = $4 AND outcome = 'right' AND points > 0 GROUP BY player_id) AS best
			CROSS JOIN players p WHERE p.id = best.player_id ORDER BY points DESC, best.id`, Board{CommunityID: r.CommunityID}.args(r.ID)...)
}

// figures are what a player has done in a game, or a change of it.
type figures struct {
	Game                                          string
	Answers, Wrong, Rights, Hints, Solved, Points int
	First                                         bool // Rights count if the round has no right answer of the person's yet
}

// count adds to a player's figures in the game of a round.
func (tx *Tx) count(roundID, playerID int64, f figures) error {
	if f == (figures{}) {
		return nil
	}
	return errors.Join(tx.LockPlayers(playerID), tx.Exec("count figures", `
		INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
		SELECT CAST($1 AS BIGINT), game, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CASE WHEN $9 = 1 AND EXISTS (
				SELECT 1 FROM answers WHERE player_id IN `+kin("$1")+` AND round_id = $8 AND outcome = 'right') THEN 0 ELSE CAST($4 AS BIGINT) END,
			CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM rounds WHERE id = $8
		ON CONFLICT (player_id, game) DO UPDATE SET
			answers = figures.answers + excluded.answers, wrong = figures.wrong + excluded.wrong,
			rights = figures.rights + excluded.rights, hints = figures.hints + excluded.hints,
			solved = figures.solved + excluded.solved, points = figures.points + excluded.points`,
		playerID, f.Answers, f.Wrong, f.Rights, f.Hints, f.Solved, f.Points, roundID, f.First))
}
