package round

import (
	"time"

	"reckon/storage"
)

// A Wait is a person who is told when a puzzle is over.
type Wait struct {
	ID          int64
	PlayerID    int64
	CommunityID int64
	Channel     string
	// Puzzle is its ID.
	Puzzle string
	// Class is that of the puzzle in play that is waited for.
	Class string
}

// Untouched is the reason of a round in a private chat that nobody touched. No message says so.
const Untouched = "untouched"

const waitColumns = `id, player_id, community_id, channel, puzzle, class`

// saveWait stores that a person waits for a puzzle, and returns the ID of the row. There is one row
// even if they ask again: they are told where they asked last.
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

// untouchedRounds returns the IDs of open rounds in private chats that nobody has touched since a
// time: they were dealt before it, and nobody has answered them or turned to them since. Dailies and
// the rounds of matches are not among them. It returns at most limit, the oldest first.
func untouchedRounds(tx *storage.Tx, since time.Time, limit int) ([]int64, error) {
	return storage.List[int64](tx, "list untouched rounds", `
		SELECT r.id FROM rounds r CROSS JOIN communities c
		WHERE r.closed_at IS NULL AND r.daily = 0 AND r.dealt_at < $1
			AND r.match_id IS NULL AND c.id = r.community_id AND c.private = 1
			AND NOT EXISTS (SELECT 1 FROM answers a WHERE a.round_id = r.id AND a.at >= $1)
			AND NOT EXISTS (
				SELECT 1 FROM currents t
				WHERE t.community_id = r.community_id AND t.channel = r.channel AND t.round_id = r.id AND t.at >= $1)
		ORDER BY r.dealt_at
		LIMIT $2`, since, limit)
}

// closeUntouched closes a round that nobody touched. Nobody is told, so nobody counts as having seen a
// solution.
func closeUntouched(tx *storage.Tx, id int64, at time.Time) error {
	tx.Touch(storage.TouchRound, id)
	return tx.Exec("close untouched round", `
		UPDATE rounds SET closed_at = $1, reason = $2 WHERE id = $3 AND closed_at IS NULL`, at, Untouched, id)
}
