package feedback

import (
	"time"

	"reckon/storage"
)

// add stores that a person has sent a message, but not the message.
func add(tx *storage.Tx, playerID int64, at time.Time) error {
	return tx.Exec("add feedback", `
		INSERT INTO feedback (player_id, at) VALUES ($1, $2) ON CONFLICT (player_id, at) DO NOTHING`, playerID, at)
}

// countSince returns how many messages a person has sent since a time.
func countSince(tx *storage.Tx, playerID int64, since time.Time) (int, error) {
	return storage.Get[int](tx, "count feedback", `
		SELECT COUNT(*) FROM feedback WHERE player_id IN `+storage.PersonPlayers("$1")+` AND at > $2`, playerID, since)
}
