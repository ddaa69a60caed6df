package storage

import (
	"errors"
	"fmt"
)

// BestOfDay is how many rounds of a player's day count in a community.
const BestOfDay = 20

// SetAward stores what a player has earned on a round in place of what was
// stored, and counts it. The community and the day of the first stand.
func (tx *Tx) SetAward(a Award) error {
	if a.Points < 0 {
		return fmt.Errorf("award of %d points", a.Points)
	}
	if err := tx.lockPlayers(a.PlayerID); err != nil {
		return err
	}
	before, err := tx.Award(a.RoundID, a.PlayerID)
	if err != nil {
		return err
	}
	err = tx.put("set award", `
		INSERT INTO awards (round_id, player_id, community_id, day, points, solved, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (round_id, player_id) DO UPDATE SET points = excluded.points, solved = excluded.solved, at = excluded.at`,
		a.RoundID, a.PlayerID, a.CommunityID, a.Day, a.Points, a.Solved, instant(a.At))
	if err != nil {
		return err
	}
	if a, err = tx.Award(a.RoundID, a.PlayerID); err != nil {
		return err
	}
	if err := tx.countAward(before, a); err != nil {
		return err
	}
	return tx.score(a)
}

// countAward counts what an award has changed for the player's figures, and a
// daily solved for those who look.
func (tx *Tx) countAward(before, a Award) error {
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
	if a.CommunityID != 0 || solved != 1 {
		return nil
	}
	return tx.addSolver(a)
}

// score makes the score of an award's day anew, and passes the difference on to
// the total.
func (tx *Tx) score(a Award) error {
	limit := BestOfDay
	if a.CommunityID == 0 {
		limit = anyNumber // a day has few dailies, and all count
	}
	now, err := get(tx, "sum up day", readScore, `
		SELECT COALESCE(SUM(points), 0), COALESCE(SUM(solved), 0) FROM (
			SELECT points, solved FROM awards WHERE community_id = $1 AND player_id = $2 AND day = $3
			ORDER BY points DESC, at LIMIT $4
		) AS best`, a.CommunityID, a.PlayerID, a.Day, limit)
	if err != nil {
		return err
	}
	before, err := get(tx, "find score", readScore, `
		SELECT points, solved FROM scores WHERE community_id = $1 AND player_id = $2 AND day = $3`, a.CommunityID, a.PlayerID, a.Day)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err := tx.put("set score", `
		INSERT INTO scores (community_id, player_id, day, points, solved, reached) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (community_id, player_id, day) DO UPDATE SET
			points = excluded.points, solved = excluded.solved,
			reached = CASE WHEN excluded.reached > scores.reached THEN excluded.reached ELSE scores.reached END`,
		a.CommunityID, a.PlayerID, a.Day, now.points, now.solved, instant(a.At)); err != nil {
		return err
	}
	change := score{now.points - before.points, now.solved - before.solved}
	err = tx.put("count score", `
		INSERT INTO totals (community_id, player_id, points, solved, reached) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (community_id, player_id) DO UPDATE SET
			points = totals.points + excluded.points, solved = totals.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > totals.reached THEN excluded.reached ELSE totals.reached END`,
		a.CommunityID, a.PlayerID, change.points, change.solved, instant(a.At))
	if err != nil {
		return err
	}
	if err := tx.post(a, change, reachedBy(now, a.At)); err != nil {
		return err
	}
	game, err := get(tx, "find game", one[string], `SELECT game FROM rounds WHERE id = $1`, a.RoundID)
	if err != nil {
		return err
	}
	if err := tx.scoreGame(a, game); err != nil {
		return err
	}
	return tx.scoreWorld(a, game)
}

func readScore(scan scan) (s score, err error) {
	err = scan(&s.points, &s.solved)
	return s, err
}
