package storage

import (
	"errors"
	"time"
)

// HasRequest reports whether the key of an event is stored.
func (tx *Tx) HasRequest(key string) (bool, error) {
	return get[bool](tx, "find request", `SELECT EXISTS (SELECT 1 FROM requests WHERE key = $1)`, key)
}

// ErrRepeated says that the key of an event is stored already.
var ErrRepeated = errors.New("carried out before")

// SaveRequest stores the key of an event, or returns ErrRepeated, with which the
// transaction of a repeated event fails as a whole.
func (tx *Tx) SaveRequest(key string, at time.Time) error {
	n, err := tx.exec("save request", `INSERT INTO requests (key, at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`, key, at)
	if err == nil && n == 0 {
		err = ErrRepeated
	}
	return err
}

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

// LastPressAt returns when somebody at a round's place last turned to it, or ErrNotFound.
func (tx *Tx) LastPressAt(r Round) (time.Time, error) {
	return get[time.Time](tx, "find last press", `
		SELECT at FROM currents WHERE community_id = $1 AND channel = $2 AND round_id = $3 ORDER BY at DESC LIMIT 1`,
		r.CommunityID, r.Channel, r.ID)
}
