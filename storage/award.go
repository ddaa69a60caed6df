package storage

import (
	"errors"
	"time"
)

// An Award is what a player has earned on a round.
type Award struct {
	RoundID, PlayerID int64
	CommunityID       int64 // on whose board it counts; 0: a daily, on that of every community of theirs
	Day               int   // days since 1970
	Points            int   // in all; not negative
	Solved            bool  // by a right answer
	At                time.Time
}

// Award returns what a player has earned on a round; nothing is no error.
func (tx *Tx) Award(roundID, playerID int64) (Award, error) {
	a, err := first(scan(tx, "find award", func(a *Award) []any {
		return []any{&a.CommunityID, &a.Day, &a.Points, &a.Solved, &a.At}
	}, `SELECT community_id, day, points, solved, at FROM awards WHERE round_id = $1 AND player_id = $2`, roundID, playerID))
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
