package storage

import (
	"errors"
	"time"
)

// Hunt stands for a game on boards, where points are distinct solutions found, and
// solved the puzzles of which somebody found the last.
const Hunt = "hunt"

// AddFound counts solutions that a player has found on a day, and puzzles of which they
// found the last: in a community, or, if it is 0, in dailies.
func (tx *Tx) AddFound(communityID, playerID int64, day, found, last int, at time.Time) error {
	had, err := get(tx, "find score of hunt", readScore, `
		SELECT points, solved FROM game_scores WHERE community_id = $1 AND player_id = $2 AND day = $3 AND game = $4`,
		communityID, playerID, day, Hunt)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	now := score{had.points + found, had.solved + last}
	a := Award{CommunityID: communityID, PlayerID: playerID, Day: day, At: at}
	change, err := tx.setGameScore(communityID, playerID, day, Hunt, now, at)
	if err != nil {
		return err
	}
	if err := tx.postInGame(a, Hunt, change, now); err != nil {
		return err
	}
	shown, err := tx.inWorld(playerID)
	if err != nil || shown == 0 {
		return err
	}
	return tx.scoreWorldDay(shown, day, Hunt, at)
}

// huntsTogether gives a community what was found in another.
func (tx *Tx) huntsTogether(id, other int64) error {
	err := tx.put("hunt together", `
		INSERT INTO game_scores (community_id, player_id, day, game, points, solved, reached)
		SELECT CAST($1 AS BIGINT), player_id, day, game, points, solved, reached FROM game_scores WHERE community_id = $2 AND game = $3
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = game_scores.points + excluded.points, solved = game_scores.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > game_scores.reached THEN excluded.reached ELSE game_scores.reached END`, id, other, Hunt)
	if err != nil {
		return err
	}
	return tx.put("hunt together", `DELETE FROM game_scores WHERE community_id = $1`, other)
}
