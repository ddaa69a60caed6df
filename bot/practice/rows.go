package practice

import (
	"time"

	"reckon/storage"
)

// A dealtPuzzle is the class of a puzzle that was dealt in a community, and when.
type dealtPuzzle struct {
	Class string
	At    time.Time
}

// lastDealt returns the puzzles of a game's last rounds in a community, newest first.
func lastDealt(tx *storage.Tx, communityID int64, game string, limit int) ([]dealtPuzzle, error) {
	return storage.List[dealtPuzzle](tx, "list last rounds", `
		SELECT class, dealt_at FROM rounds
		WHERE community_id = $1 AND game = $2
		ORDER BY id DESC LIMIT $3`, communityID, game, limit)
}
