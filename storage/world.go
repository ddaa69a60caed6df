package storage

import (
	"time"
)

// On a day of the world count one's dailies and one's best community. Dealt rounds
// of private communities do not: nobody gets there by playing alone.

// worldScores sums that up, in a table of scores.
func worldScores(of string) string {
	return `SELECT COALESCE(SUM(points), 0), COALESCE(SUM(solved), 0) FROM (` + of + `) AS best`
}

// inWorld returns the player under whom a person is on the boards of the world, 0 if
// they do not wish to be there: the first of theirs.
func (tx *Tx) inWorld(playerID int64) (int64, error) {
	return get(tx, "find who is in the world", one[int64], `
		SELECT COALESCE(MIN(player_id), 0) FROM communities WHERE player_id IN `+kin(1)+` AND worldwide = 1`, playerID)
}

// InWorld tells whether a person wishes to be on the boards of the world.
func (tx *Tx) InWorld(playerID int64) (bool, error) {
	id, err := tx.inWorld(playerID)
	return id != 0, err
}

// scoreWorld counts an award's day on the boards of the world, in all games and in
// its own, if the person is there.
func (tx *Tx) scoreWorld(a Award, game string) error {
	shown, err := tx.inWorld(a.PlayerID)
	if err != nil || shown == 0 {
		return err
	}
	for _, g := range []string{"", game} {
		if err := tx.scoreWorldDay(shown, a.Day, g, a.At); err != nil {
			return err
		}
	}
	return nil
}

// scoreWorldDay makes the score of a day in the world anew, and passes the
// difference on to its boards.
func (tx *Tx) scoreWorldDay(playerID int64, day int, game string, at time.Time) error {
	args := []any{playerID, day}
	table, inGame := "scores", ""
	if game != "" {
		table, inGame, args = "game_scores", "AND s.game = $3", append(args, game)
	}
	now, err := get(tx, "sum up day in the world", readScore, worldScores(`
		SELECT s.points, s.solved FROM `+table+` s WHERE s.community_id = 0 AND s.player_id IN `+kin(1)+` AND s.day = $2 `+inGame+`
		UNION ALL SELECT points, solved FROM (
			SELECT s.points, s.solved FROM members m CROSS JOIN communities c CROSS JOIN `+table+` s
			WHERE m.player_id IN `+kin(1)+` AND c.id = m.community_id AND c.private = 0
				AND s.community_id = m.community_id AND s.player_id = m.player_id AND s.day = $2 `+inGame+`
			ORDER BY s.points DESC, s.solved DESC LIMIT 1) AS top`), args...)
	if err != nil {
		return err
	}
	change, err := tx.setGameScore(World, playerID, day, game, now, at)
	if err != nil {
		return err
	}
	return tx.put("post on boards of the world", `
		INSERT INTO game_boards (community_id, player_id, game, period, points, solved, reached)
		SELECT -1, CAST($1 AS BIGINT), CAST($2 AS TEXT), ever.period, CAST($3 AS BIGINT), CAST($4 AS BIGINT), COALESCE(CAST($5 AS BIGINT), 0)
		FROM `+periodsOf(day)+` WHERE 1 = 1 `+addToGameBoards,
		playerID, game, change.points, change.solved, instant(reachedBy(now, at)))
}

// leaveWorld takes a player off the boards of the world.
func (tx *Tx) leaveWorld(playerID int64) error {
	for _, query := range []string{
		`DELETE FROM game_boards WHERE community_id = -1 AND player_id = $1`,
		`DELETE FROM game_scores WHERE community_id = -1 AND player_id = $1`,
	} {
		if err := tx.put("leave the world", query, playerID); err != nil {
			return err
		}
	}
	return nil
}

// ShowInWorld brings the boards of the world in line with whether a person wishes to
// be there: whoever does is there with all that they have.
func (tx *Tx) ShowInWorld(playerID int64) error {
	all, err := tx.Kin(playerID)
	if err != nil {
		return err
	}
	for _, p := range all {
		if err := tx.leaveWorld(p.ID); err != nil {
			return err
		}
	}
	shown, err := tx.inWorld(playerID)
	if err != nil || shown == 0 {
		return err
	}
	type day struct {
		day  int
		game string
		at   time.Time
	}
	days, err := list(tx, "list days of player", func(scan scan) (d day, err error) {
		err = scan(&d.day, &d.game, (*instant)(&d.at))
		return d, err
	}, `
		SELECT s.day, s.game, MAX(s.reached) FROM game_scores s
		WHERE s.community_id = 0 AND s.player_id IN `+kin(1)+` GROUP BY s.day, s.game
		UNION SELECT s.day, s.game, MAX(s.reached) FROM members m CROSS JOIN game_scores s
		WHERE m.player_id IN `+kin(1)+` AND s.community_id = m.community_id AND s.player_id = m.player_id GROUP BY s.day, s.game`, playerID)
	if err != nil {
		return err
	}
	done := map[day]bool{}
	for _, d := range days {
		for _, game := range []string{"", d.game} {
			key := day{day: d.day, game: game}
			if done[key] {
				continue
			}
			done[key] = true
			if err := tx.scoreWorldDay(shown, d.day, game, d.at); err != nil {
				return err
			}
		}
	}
	return nil
}

// PruneWorld takes some periods that have ended off the boards of the world, and
// tells how many rows.
func (tx *Tx) PruneWorld(now time.Time, limit int) (int64, error) {
	kept, err := tx.SeasonKept()
	if err != nil {
		return 0, err
	}
	return tx.exec("clear boards of the world", `
		DELETE FROM game_boards WHERE (community_id, player_id, game, period) IN (
			SELECT community_id, player_id, game, period FROM game_boards
			WHERE community_id = -1 AND period > 0 AND period < $1 AND (period % 4 <> 3 OR period <= $2) LIMIT $3)`,
		4*(dayOf(now)-endedDays), Month.period(kept), limit)
}
