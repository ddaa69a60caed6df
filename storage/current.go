package storage

import "time"

// SetCurrent stores which round a plain answer in a community's channel is meant
// for: that of everyone there (playerID 0), or that of one person.
func (tx *Tx) SetCurrent(communityID int64, channel string, playerID, roundID int64, at time.Time) error {
	return tx.put("set current round", `
		INSERT INTO currents (community_id, channel, player_id, round_id, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (community_id, channel, player_id) DO UPDATE SET round_id = excluded.round_id, at = excluded.at`,
		communityID, channel, playerID, roundID, at)
}

// Current returns the round a person is at in a channel: their own or everyone's,
// whichever was set later; ErrNotFound if there is none.
func (tx *Tx) Current(communityID int64, channel string, playerID int64) (roundID int64, err error) {
	return get[int64](tx, "find current round", `
		SELECT round_id FROM currents WHERE community_id = $1 AND channel = $2 AND player_id IN (0, $3)
		ORDER BY at DESC, player_id DESC LIMIT 1`, communityID, channel, playerID)
}
