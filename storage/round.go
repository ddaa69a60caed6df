package storage

import "time"

// A Round is a puzzle dealt in a community, or a daily that everyone shares.
type Round struct {
	ID int64
	// CommunityID is 0 for a daily, which belongs to no community.
	CommunityID int64
	// Channel is the channel of the community where the round was dealt; empty: the only channel.
	Channel string
	Game    string
	// Puzzle is the puzzle's ID, opaque.
	Puzzle string
	// Class is equal for puzzles that share their solutions, opaque.
	Class string
	// Daily is the number of the daily; 0: the round is no daily.
	Daily int
	// AskerID is the player who asked for the round; 0: nobody did.
	AskerID int64
	// Custom reports whether a person chose the puzzle's numbers.
	Custom bool
	// Wish is the level and the option that the asker wished for, opaque. The next round has the same.
	Wish string
	// DealtAt must be set.
	DealtAt time.Time
	// Lasts is how long the clock runs once the puzzle is delivered; 0: there is no clock.
	Lasts time.Duration
	// EndsAt is when the clock runs out; zero: there is no clock, or it does not run yet.
	EndsAt time.Time
	// SolvedAt is when the first right answer came; zero: there is none.
	SolvedAt time.Time
	// ClosedAt is zero while the round is open.
	ClosedAt time.Time
	// Reason is why the round was closed, opaque.
	Reason string
	// Message is the network's ID of the message that shows the puzzle; empty: unknown.
	Message string
	// Level is how hard the puzzle is for people, 1 to 5, as rated when it was dealt; 0: unknown.
	Level int
	// Seconds is the mean time to solve the puzzle, as predicted when it was dealt; 0: unknown.
	Seconds float64
	// Base is how many points a right answer without hints is worth; 0: that depends on the level.
	Base int
	// Best is the measure of the best answer that was known when the round ended; -1: unknown. It is
	// set when a round of a match ends, and not by AddRound.
	Best int
	// MatchID is the match that the round belongs to; 0: none.
	MatchID int64
	// AskerLocale is the language of the asker. Queries fill it.
	AskerLocale string
	// AskerName is the name of the asker; empty: nobody asked, or they are forgotten. Queries fill it.
	AskerName string
}

// RoundColumns are the columns of a Round.
const RoundColumns = `id, community_id, channel, game, puzzle, class, daily, asker_id, own, wish,
	dealt_at, lasts, ends_at, solved_at, closed_at, reason, message, level, seconds, base, best, match_id,
	(SELECT locale FROM players WHERE players.id = asker_id) AS asker_locale,
	(SELECT name FROM players WHERE players.id = asker_id) AS asker_name`

// AddRound stores a new round and returns its ID. It ignores r.ID. A second round for the same daily and
// game is an error.
func (tx *Tx) AddRound(r Round) (int64, error) {
	tx.Touch(TouchCommunity, r.CommunityID)
	return tx.Insert("add round", `
		INSERT INTO rounds (community_id, channel, game, puzzle, class, daily, asker_id, own, wish,
			dealt_at, lasts, ends_at, solved_at, closed_at, reason, message, level, seconds, base, match_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
		Reference(r.CommunityID), r.Channel, r.Game, r.Puzzle, r.Class, r.Daily, Reference(r.AskerID), r.Custom, r.Wish,
		r.DealtAt, r.Lasts, r.EndsAt, r.SolvedAt, r.ClosedAt,
		r.Reason, r.Message, r.Level, r.Seconds, r.Base, Reference(r.MatchID))
}

// RoundByID returns a round.
func (tx *Tx) RoundByID(id int64) (Round, error) {
	var r Round
	err := tx.ReadLocked(func() (communityID int64, err error) {
		r, err = Get[Round](tx, "find round", `SELECT `+RoundColumns+` FROM rounds WHERE id = $1`, id)
		return r.CommunityID, err
	})
	return r, err
}

// ReadLocked reads a row under the lock of the row's community. Only the row says which community that is. So
// ReadLocked calls the function read, which reads the row and returns the ID of the community. If the transaction
// has no lock of that community, ReadLocked takes the lock and calls read again, because the row may have changed
// before.
func (tx *Tx) ReadLocked(read func() (communityID int64, err error)) error {
	for {
		id, err := read()
		if err != nil {
			return err
		}
		if tx.IsAlone() {
			return nil
		}
		before := len(tx.locks.keys)
		if err := tx.lockCommunities(id); err != nil {
			return err
		}
		wasLocked := len(tx.locks.keys) == before
		if wasLocked {
			return nil
		}
	}
}

// SaveRound stores the clock, the times, the end and the message of the round with r's ID.
func (tx *Tx) SaveRound(r Round) error {
	tx.Touch(TouchRound, r.ID)
	tx.Touch(TouchCommunity, r.CommunityID)
	if r.ClosedAt.IsZero() {
		// A statement that sets closed_at writes all indexes of open rounds again.
		return tx.Exec("save open round", `
			UPDATE rounds SET lasts = $1, ends_at = $2, solved_at = $3, message = $4
			WHERE id = $5`,
			r.Lasts, r.EndsAt, r.SolvedAt, r.Message, r.ID)
	}
	return tx.Exec("save round", `
		UPDATE rounds SET
			lasts = $1,
			ends_at = $2,
			solved_at = $3,
			closed_at = $4,
			reason = $5,
			message = $6
		WHERE id = $7`,
		r.Lasts, r.EndsAt, r.SolvedAt, r.ClosedAt, r.Reason, r.Message, r.ID)
}

// AddMessage stores that a message in a community is about a round. The argument message is the
// network's ID of the message.
func (tx *Tx) AddMessage(communityID int64, message string, roundID int64, at time.Time) error {
	return tx.Exec("add message", `
		INSERT INTO messages (community_id, message, round_id, at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (community_id, message) DO UPDATE SET round_id = excluded.round_id, at = excluded.at`,
		communityID, message, roundID, at)
}

// RoundOfMessage returns the round that a message is about.
func (tx *Tx) RoundOfMessage(communityID int64, message string) (int64, error) {
	return Get[int64](tx, "find round of message", `
		SELECT round_id FROM messages WHERE community_id = $1 AND message = $2`, communityID, message)
}

// SetCurrent makes a round the current one at a place: for everyone there (playerID 0), or for one
// person. See Candidates.
func (tx *Tx) SetCurrent(communityID int64, channel string, playerID, roundID int64, at time.Time) error {
	if playerID == 0 {
		tx.Touch(TouchCommunity, communityID)
	} else {
		tx.Touch(TouchPlayer, playerID)
	}
	return tx.Exec("set current round", `
		INSERT INTO currents (community_id, channel, player_id, round_id, at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (community_id, channel, player_id) DO UPDATE SET round_id = excluded.round_id, at = excluded.at`,
		communityID, channel, playerID, roundID, at)
}

// LastPressAt returns when somebody at a round's place last made it their current round, or
// ErrNotFound.
func (tx *Tx) LastPressAt(r Round) (time.Time, error) {
	return Get[time.Time](tx, "find last press", `
		SELECT at FROM currents
		WHERE community_id = $1 AND channel = $2 AND round_id = $3
		ORDER BY at DESC
		LIMIT 1`, r.CommunityID, r.Channel, r.ID)
}
