package storage

import "time"

// AddMessage notes that a message of the network's, in a community, speaks of a
// round.
func (tx *Tx) AddMessage(communityID int64, message string, roundID int64, at time.Time) error {
	return tx.put("add message", `
		INSERT INTO messages (community_id, message, round_id, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (community_id, message) DO UPDATE SET round_id = excluded.round_id`,
		communityID, message, roundID, at)
}

// RoundOfMessage returns the round that a message speaks of.
func (tx *Tx) RoundOfMessage(communityID int64, message string) (int64, error) {
	return get[int64](tx, "find round of message",
		`SELECT round_id FROM messages WHERE community_id = $1 AND message = $2`, communityID, message)
}
