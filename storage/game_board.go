package storage

import (
	"errors"
	"time"
)

// anyNumber is a limit that is none.
const anyNumber = 1 << 30

// scoreGame makes the score of an award's game and day anew, and passes the
// difference on to the boards by game.
func (tx *Tx) scoreGame(a Award, game string) error {
	limit := BestOfDay
	if a.CommunityID == 0 {
		limit = anyNumber
	}
	now, err := get(tx, "sum up day in game", readScore, `
		SELECT COALESCE(SUM(points), 0), COALESCE(SUM(solved), 0) FROM (
			SELECT a.points, a.solved FROM awards a CROSS JOIN rounds r
			WHERE a.community_id = $1 AND a.player_id = $2 AND a.day = $3 AND r.id = a.round_id AND r.game = $4
			ORDER BY a.points DESC, a.at LIMIT $5
		) AS best`, a.CommunityID, a.PlayerID, a.Day, game, limit)
	if err != nil {
		return err
	}
	change, err := tx.setGameScore(a.CommunityID, a.PlayerID, a.Day, game, now, a.At)
	if err != nil {
		return err
	}
	return tx.postInGame(a, game, change, now)
}

// postInGame adds what a score in a game has changed to the boards it counts on.
func (tx *Tx) postInGame(a Award, game string, change, now score) error {
	return tx.put("post on boards of game", `
		INSERT INTO game_boards (community_id, player_id, game, period, points, solved, reached)
		SELECT m.community_id, m.player_id, CAST($1 AS TEXT), ever.period, CAST($2 AS BIGINT), CAST($3 AS BIGINT), COALESCE(CAST($4 AS BIGINT), 0)
		FROM members m CROSS JOIN `+periodsOf(a.Day)+` WHERE m.player_id IN `+kin(5)+` AND ($6 = 0 OR m.community_id = $6) `+addToGameBoards,
		game, change.points, change.solved, instant(reachedBy(now, a.At)), a.PlayerID, a.CommunityID)
}

const addToGameBoards = `ON CONFLICT (community_id, player_id, game, period) DO UPDATE SET
	points = game_boards.points + excluded.points, solved = game_boards.solved + excluded.solved,
	reached = CASE WHEN excluded.reached > game_boards.reached THEN excluded.reached ELSE game_boards.reached END`

// reachedBy is when points were reached; never if there are none.
func reachedBy(s score, at time.Time) time.Time {
	if s.points > 0 {
		return at
	}
	return time.Time{}
}

// setGameScore stores a score, and tells by how much it has changed.
func (tx *Tx) setGameScore(communityID, playerID int64, day int, game string, now score, at time.Time) (change score, err error) {
	before, err := get(tx, "find score in game", readScore, `
		SELECT points, solved FROM game_scores WHERE community_id = $1 AND player_id = $2 AND day = $3 AND game = $4`, communityID, playerID, day, game)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return score{}, err
	}
	err = tx.put("set score in game", `
		INSERT INTO game_scores (community_id, player_id, day, game, points, solved, reached) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = excluded.points, solved = excluded.solved,
			reached = CASE WHEN excluded.reached > game_scores.reached THEN excluded.reached ELSE game_scores.reached END`,
		communityID, playerID, day, game, now.points, now.solved, instant(at))
	return score{now.points - before.points, now.solved - before.solved}, err
}

// putOnGameBoards puts a new member on the boards by game of a community as of a
// moment, with what they have already.
func (tx *Tx) putOnGameBoards(communityID, playerID int64, at time.Time) error {
	periods := periodsAt(at)
	periods[0] = [2]int{0, anyNumber}
	for period, days := range periods {
		err := tx.put("put on boards of games", `
			INSERT INTO game_boards (community_id, player_id, game, period, points, solved, reached)
			SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), game, CAST($3 AS BIGINT), SUM(points), SUM(solved), MAX(CASE WHEN points > 0 THEN reached ELSE 0 END)
			FROM game_scores WHERE community_id IN (0, $1) AND player_id IN `+kin(2)+` AND day BETWEEN $4 AND $5 GROUP BY game`,
			communityID, playerID, period, days[0], days[1])
		if err != nil {
			return err
		}
	}
	return nil
}

// gameScoresAgain makes the scores by game of a community of its awards, and
// deletes those and the boards of another, whose hunts it takes over.
func (tx *Tx) gameScoresAgain(id, other int64) error {
	if err := tx.huntsTogether(id, other); err != nil {
		return err
	}
	if err := tx.put("sum up games again", `DELETE FROM game_scores WHERE community_id = $1 AND game <> $2`, id, Hunt); err != nil {
		return err
	}
	if err := tx.put("sum up games again", `DELETE FROM game_boards WHERE community_id IN ($1, $2)`, id, other); err != nil {
		return err
	}
	return tx.put("sum up games again", `
		INSERT INTO game_scores (community_id, player_id, day, game, points, solved, reached)
		SELECT community_id, player_id, day, game, SUM(points), SUM(solved), MAX(at) FROM (
			SELECT a.community_id, a.player_id, a.day, r.game, a.points, a.solved, a.at,
				ROW_NUMBER() OVER (PARTITION BY a.player_id, a.day, r.game ORDER BY a.points DESC, a.at) AS place
			FROM awards a JOIN rounds r ON r.id = a.round_id WHERE a.community_id = $1
		) best WHERE place <= $2 GROUP BY community_id, player_id, day, game`, id, BestOfDay)
}
