package round

import (
	"time"

	"reckon/storage"
)

// Untouched is the reason of the end of a round in a private chat that nobody touched for long. No message tells people of
// this end.
const Untouched = "untouched"

// untouchedRounds returns the IDs of open rounds in private chats that nobody has touched since a time.
// Such a round was dealt before that time. Since then nobody has answered it or made it their current
// round. Dailies and the rounds of matches are not among them. It returns at most limit, the oldest first.
func untouchedRounds(tx *storage.Tx, since time.Time, limit int) ([]int64, error) {
	return storage.List[int64](tx, "list untouched rounds", `
		SELECT r.id FROM rounds r CROSS JOIN communities c
		WHERE r.closed_at IS NULL AND r.daily < 1 AND r.dealt_at < $1
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
