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
		a.CommunityID, a.Day = before.CommunityID, before.Day
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
	return tx.score(a.CommunityID, a.PlayerID, at, `
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

// anyNumber is a limit that is none.
const anyNumber = 1 << 30

// addScore is the end of a statement that adds rows to boards.
const addScore = ` ON CONFLICT (community_id, player_id, game, period) DO UPDATE SET
	points = boards.points + excluded.points, solved = boards.solved + excluded.solved,
	reached = CASE WHEN excluded.reached > boards.reached THEN excluded.reached ELSE boards.reached END`

// A score is what counts of a player's day in a game, empty for all games.
type score struct {
	Day                                    int
	Game                                   string
	Points, Solved, MorePoints, MoreSolved int
	Shown                                  int64 // the player under whom they are in the World; 0: none
	IsNew                                  bool  // nothing was stored
	League, Place                          int   // of dailies: the week of the league that goes on, and the last in which the person has a place; 0: none
}

// score stores scores of a player: in a community, in dailies (community 0) or in the World. A
// query returns them; its first parameters are the community and the player. What has changed
// is added to the boards: of the World, of the community or, of dailies, of all communities
// that the person is a member of; and to the World if they are there.
func (tx *Tx) score(communityID, playerID int64, at time.Time, query string, args ...any) error {
	all, err := List[score](tx, "sum up day", `
		SELECT best.day, best.game, best.points, best.solved, best.points - COALESCE(s.points, 0), best.solved - COALESCE(s.solved, 0),
			`+inWorld("$2")+`,
			s.day IS NULL, CASE CAST($1 AS BIGINT) WHEN 0 THEN (SELECT MAX(week) FROM league_weeks) END,
			CASE CAST($1 AS BIGINT) WHEN 0 THEN (SELECT MAX(l.week) FROM league l WHERE l.player_id IN `+kin("$2")+` AND l.rests = 0) END
		FROM (`+query+`) AS best LEFT JOIN scores s ON s.community_id = $1 AND s.player_id = $2 AND s.day = best.day AND s.game = best.game`,
		append([]any{communityID, playerID}, args...)...)
	if err != nil || len(all) == 0 {
		return err
	}
	var rows, changes []string
	set, add := []any{communityID, playerID, at}, []any{communityID, playerID}
	for _, s := range all {
		rows = append(rows, "($1, $2, $3, "+parameters(len(set)+1, 4)+")")
		set = append(set, s.Day, s.Game, s.Points, s.Solved)
		var reached int64 // 0: never
		if s.Points > 0 {
			reached = at.UnixMilli()
		}
		changes = append(changes, fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT))",
			len(add)+1, len(add)+2, len(add)+3, len(add)+4, len(add)+5, len(add)+6, len(add)+7))
		add = append(add, s.Game, s.MorePoints, s.MoreSolved, reached, Day.period(s.Day), Week.period(s.Day), Month.period(s.Day))
	}
	if err := tx.Exec("set scores", `
		INSERT INTO scores (community_id, player_id, reached, day, game, points, solved) VALUES `+strings.Join(rows, ", ")+`
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = excluded.points, solved = excluded.solved,
			reached = CASE WHEN excluded.reached > scores.reached THEN excluded.reached ELSE scores.reached END`, set...); err != nil {
		return err
	}
	boards := `SELECT community_id, player_id FROM members WHERE player_id IN ` + kin("$2") + ` AND CAST($1 AS BIGINT) IN (0, community_id)`
	if communityID == World {
		boards = `SELECT CAST($1 AS BIGINT) AS community_id, CAST($2 AS BIGINT) AS player_id`
	}
	if err := tx.Exec("add to boards", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
		SELECT best.community_id, best.player_id, ever.column1,
			CASE top.column1 WHEN 0 THEN 0 WHEN 1 THEN ever.column5 WHEN 2 THEN ever.column6 ELSE ever.column7 END, ever.column2, ever.column3, ever.column4
		FROM (`+boards+`) AS best CROSS JOIN (VALUES `+strings.Join(changes, ", ")+`) AS ever CROSS JOIN (VALUES (0), (1), (2), (3)) AS top WHERE 1 = 1`+addScore,
		add...); err != nil {
		return err
	}
	for _, s := range all {
		if communityID == World || s.Shown == 0 {
			break
		}
		if err := tx.scoreWorld(s.Shown, s.Game, s.Day, at); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(all, func(s score) bool { return s.Game == "" })
	switch {
	case i < 0 || all[i].Points == 0:
	case communityID > 0 && all[i].IsNew:
		return tx.third(communityID, playerID, all[i].Day)
	case communityID == 0 && all[i].Shown != 0:
		if _, week := Week.days(all[i].Day); week >= all[i].League && (all[i].Place == 0 || all[i].Place < all[i].League) {
			return tx.enterLeague(all[i].Shown, week)
		}
	}
	return nil
}

// third makes the weeks of a community in the World anew in which a player is the third to
// earn something there, on a day that is their first in them: what the two others earned in
// them counts from then on. Such a week ends on that day or, if the answer was read late, on a
// later one on which somebody earned.
func (tx *Tx) third(communityID, playerID int64, day int) error {
	for end, next := day, 0; ; end = next {
		all, err := List[struct {
			ID    int64 // 0: none
			Later int   // the next day on which somebody earned; 0: none
		}](tx, "list who earned", `
			SELECT player_id, 0 AS later FROM (SELECT w.player_id FROM `+earners("$1", "$2")+` AND NOT EXISTS (
				SELECT 1 FROM scores x WHERE x.community_id = $1 AND x.player_id = $3 AND x.game = '' AND x.day BETWEEN $2 - 6 AND $2 AND x.day <> $4)
				LIMIT 4) AS best
			UNION ALL SELECT 0, COALESCE(MIN(x.day), 0) FROM `+lately("$1")+` CROSS JOIN scores x
			WHERE x.community_id = $1 AND x.player_id = w.player_id AND x.game = '' AND x.day BETWEEN $2 + 1 AND $4 + 6`, communityID, end, playerID, day)
		if err != nil {
			return err
		}
		var three []int64
		for _, e := range all {
			if e.ID != 0 {
				three = append(three, e.ID)
			} else {
				next = e.Later
			}
		}
		if len(three) == 3 {
			if err := tx.LockPlayers(three...); err != nil {
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
				if err := tx.sumWorld(shown, `SELECT day, game, reached FROM scores WHERE community_id = $1 AND player_id = $2 AND day BETWEEN $3 - 6 AND $3`,
					communityID, id, end); err != nil {
					return err
				}
			}
		}
		if next == 0 {
			return nil
		}
	}
}

// lately is a table w of the members of a community who did something there last.
func lately(community string) string {
	return `(SELECT player_id FROM members WHERE community_id = ` + community + ` ORDER BY at DESC LIMIT 100) AS w`
}

// earners is a table w, with a condition, of the members of a community who earned
// something in the week up to a day.
func earners(community, day string) string {
	return lately(community) + `
		WHERE EXISTS (SELECT 1 FROM scores x WHERE x.community_id = ` + community + ` AND x.player_id = w.player_id
			AND x.game = '' AND x.day BETWEEN ` + day + ` - 6 AND ` + day + `)`
}

// scoreWorld makes the score of a person's day in the World anew: their dailies and
// their best community count, of those where three people at least have earned something
// in a week with that day in it. Private communities do not: nobody gets there by playing
// alone. Local awards are taken off.
func (tx *Tx) scoreWorld(playerID int64, game string, day int, at time.Time) error {
	return tx.score(World, playerID, at, `
		SELECT CAST($3 AS BIGINT) AS day, CAST($4 AS TEXT) AS game, COALESCE(SUM(points), 0) AS points, COALESCE(SUM(solved), 0) AS solved
		FROM `+worldDay("$2", "$3", "$4"), day, game)
}

// worldDay is a table w of what a player's person has of a day in a game in the World.
func worldDay(player, day, game string) string {
	return `(
		SELECT ` + worldly("points") + `, ` + worldly("solved") + ` FROM scores s WHERE s.community_id = 0 AND s.player_id IN ` + kin(player) + ` AND s.day = ` + day + ` AND s.game = ` + game + `
		UNION ALL SELECT points, solved FROM (
			SELECT ` + worldly("points") + `, ` + worldly("solved") + ` FROM members m CROSS JOIN communities c CROSS JOIN scores s
			WHERE m.player_id IN ` + kin(player) + ` AND c.id = m.community_id AND c.private = 0
				AND s.community_id = m.community_id AND s.player_id = m.player_id AND s.day = ` + day + ` AND s.game = ` + game + `
				AND EXISTS (SELECT 1 FROM (VALUES (0), (1), (2), (3), (4), (5), (6)) AS week
					WHERE (SELECT COUNT(*) FROM (SELECT 1 AS one FROM ` + earners("c.id", day+" + week.column1") + ` LIMIT 3) AS best) = 3)
			ORDER BY 1 DESC, 2 DESC LIMIT 1) AS top) AS w`
}

// ShowInWorld makes a person's part of the boards of the World anew: all that they have
// earned, or nothing if they do not wish to be there or are checked; and so is their place in the
// league.
func (tx *Tx) ShowInWorld(playerID int64) error {
	if err := tx.putAll("leave the world", []any{playerID},
		`DELETE FROM boards WHERE community_id = -1 AND player_id IN `+kin("$1"),
		`DELETE FROM scores WHERE community_id = -1 AND player_id IN `+kin("$1"),
	); err != nil {
		return err
	}
	shown, err := tx.InWorld(playerID)
	if err != nil {
		return err
	}
	if err := tx.keepPlace(playerID, shown); err != nil || shown == 0 {
		return err
	}
	return tx.sumWorld(shown, `
		SELECT day, game, MAX(reached) FROM (
			SELECT s.day, s.game, s.reached FROM scores s WHERE s.community_id = 0 AND s.player_id IN `+kin("$1")+`
			UNION ALL SELECT s.day, s.game, s.reached FROM members m CROSS JOIN scores s
			WHERE m.player_id IN `+kin("$1")+` AND s.community_id = m.community_id AND s.player_id = m.player_id
		) AS best GROUP BY day, game ORDER BY day, game`, playerID)
}

// sumWorld makes scores of a person in the World anew: those whose day, game and time a
// query returns.
func (tx *Tx) sumWorld(shown int64, query string, args ...any) error {
	all, err := List[struct {
		Day  int
		Game string
		At   time.Time
	}](tx, "list days of player", query, args...)
	if err != nil {
		return err
	}
	for _, s := range all {
		if err := tx.scoreWorld(shown, s.Game, s.Day, s.At); err != nil {
			return err
		}
	}
	return nil
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
