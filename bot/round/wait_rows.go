package round

import (
	"time"

	"reckon/storage"
)

// A Wait stores that a person wants to be told when a puzzle is over.
type Wait struct {
	ID          int64
	PlayerID    int64
	CommunityID int64
	Channel     string
	// Puzzle is the ID of the puzzle.
	Puzzle string
	// Class is the class of the puzzle in play that the person waits for. It may be another class than that
	// of Puzzle: see classesGivenAway.
	Class string
}

const waitColumns = `id, player_id, community_id, channel, puzzle, class`

// saveWait stores that a person waits for a puzzle, and returns the ID of the row. If the person has asked
// before, their row is changed, so that they are told where they asked last.
func saveWait(tx *storage.Tx, w Wait, at time.Time) (int64, error) {
	return storage.Get[int64](tx, "save wait", `
		INSERT INTO waits (player_id, community_id, channel, puzzle, class, at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (player_id, puzzle) DO UPDATE SET
			community_id = excluded.community_id,
			channel = excluded.channel,
			class = excluded.class
		RETURNING id`, w.PlayerID, w.CommunityID, w.Channel, w.Puzzle, w.Class, at)
}

// waitOf returns the wait with an ID, or storage.ErrNotFound.
func waitOf(tx *storage.Tx, id int64) (Wait, error) {
	return storage.Get[Wait](tx, "find wait", `SELECT `+waitColumns+` FROM waits WHERE id = $1`, id)
}

// waitsFor returns the IDs of the waits for puzzles of a class.
func waitsFor(tx *storage.Tx, class string) ([]int64, error) {
	return storage.List[int64](tx, "list waits", `SELECT id FROM waits WHERE class = $1 ORDER BY id`, class)
}

func setWaitClass(tx *storage.Tx, id int64, class string) error {
	return tx.Exec("set class of wait", `UPDATE waits SET class = $1 WHERE id = $2`, class, id)
}

func deleteWait(tx *storage.Tx, id int64) error {
	return tx.Exec("delete wait", `DELETE FROM waits WHERE id = $1`, id)
}
