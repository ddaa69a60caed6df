package storage

import "time"

// A Round is a puzzle dealt in a community, or a daily that everyone shares.
type Round struct {
	ID          int64
	CommunityID int64  // 0: a daily, of no community
	Channel     string // where in the community; empty: its one place
	Game        string
	Puzzle      string        // the puzzle's ID, opaque
	Class       string        // equal for puzzles that share their solutions, opaque
	Daily       int           // number of the daily; 0: none
	AskerID     int64         // the player who asked for it; 0: nobody
	Own         bool          // it is of numbers that the asker typed
	Wish        string        // the level and option it was dealt by, for the next one, opaque
	DealtAt     time.Time     // must be set
	Lasts       time.Duration // how long the clock runs once the puzzle is delivered; 0: no clock
	EndsAt      time.Time     // when the clock runs out; zero: no clock, or it does not run yet
	SolvedAt    time.Time     // the first right answer; zero: none
	ClosedAt    time.Time     // zero: open
	Reason      string        // why it was closed, opaque
	Message     string        // the network's ID of the message that shows it; empty: unknown
	Level       int           // how hard it is for people, 1 to 5, as rated when it was dealt; 0: unknown
	Seconds     float64       // mean time to solve it, as predicted when it was dealt; 0: unknown
	MatchID     int64         // the match it belongs to; 0: none
	AskerLocale string        // of the asker; filled by queries
}

const roundColumns = `id, community_id, channel, game, puzzle, class, daily, asker_id, own, wish,
	dealt_at, lasts, ends_at, solved_at, closed_at, reason, message, level, seconds, match_id,
	(SELECT locale FROM players WHERE players.id = asker_id) AS asker_locale`

// AddRound stores a new round, whatever r.ID is, and returns its ID. A second
// round of no community for the same daily and game is an error.
func (tx *Tx) AddRound(r Round) (int64, error) {
	tx.Touch(TouchCommunity, r.CommunityID)
	const insert = `
		INSERT INTO rounds (community_id, channel, game, puzzle, class, daily, asker_id, own, wish,
			dealt_at, lasts, ends_at, solved_at, closed_at, reason, message, level, seconds, match_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`
	args := []any{
		Reference(r.CommunityID), r.Channel, r.Game, r.Puzzle, r.Class, r.Daily, Reference(r.AskerID), r.Own, r.Wish,
		r.DealtAt, r.Lasts, r.EndsAt, r.SolvedAt, r.ClosedAt,
		r.Reason, r.Message, r.Level, r.Seconds, Reference(r.MatchID),
	}
	return tx.Insert("add round", insert, args...)
}

// RoundByID returns a round.
func (tx *Tx) RoundByID(id int64) (r Round, err error) {
	err = tx.readLocked(func() (int64, error) {
		r, err = Get[Round](tx, "find round", `SELECT `+roundColumns+` FROM rounds WHERE id = $1`, id)
		return r.CommunityID, err
	})
	return r, err
}

// readLocked reads something that belongs to a community, whose ID read returns: again if
// the lock of the community is new, since it may have changed.
func (tx *Tx) readLocked(read func() (int64, error)) error {
	for {
		id, err := read()
		if err != nil || tx.locks == nil {
			return err
		}
		before := len(tx.locks.keys)
		if err := tx.lockCommunities(id); err != nil || len(tx.locks.keys) == before {
			return err
		}
	}
}

// OpenRounds returns the open rounds of a community's channel, oldest first, at
// most limit of them.
func (tx *Tx) OpenRounds(communityID int64, channel string, limit int) ([]Round, error) {
	return List[Round](tx, "list open rounds", openRounds, communityID, channel, limit)
}

const openRounds = `
	SELECT ` + roundColumns + ` FROM rounds
	WHERE community_id = $1 AND channel = $2 AND closed_at IS NULL ORDER BY id LIMIT $3`

// IsOpen reports whether a puzzle of the class is open where people play together, anywhere
// but in the round of the ID except.
func (tx *Tx) IsOpen(class string, except int64) (bool, error) {
	return Get[bool](tx, "look for open puzzle", `
		SELECT EXISTS (SELECT 1 FROM rounds r
			WHERE r.class = $1 AND r.closed_at IS NULL AND r.id <> $2 AND (SELECT c.private FROM communities c WHERE c.id = r.community_id) = 0)`,
		class, except)
}

// SaveRound stores the clock, the times, the end and the message of the round with r's ID.
func (tx *Tx) SaveRound(r Round) error {
	tx.Touch(TouchRound, r.ID)
	tx.Touch(TouchCommunity, r.CommunityID)
	return tx.Exec("save round", `
		UPDATE rounds SET lasts = $1, ends_at = $2, solved_at = $3, closed_at = $4, reason = $5, message = $6 WHERE id = $7`,
		r.Lasts, r.EndsAt, r.SolvedAt, r.ClosedAt, r.Reason, r.Message, r.ID)
}

// Lately are the last rounds of a game in a community, and what was learnt of a player in it.
type Lately struct {
	Ability Learnt
	Puzzles []string // newest first; one that was dealt twice is there twice
	Paid    int      // how many of the rounds have paid somebody
}

// Lately returns the last n rounds of a game in a community, and what was learnt of a player.
func (tx *Tx) Lately(communityID, playerID int64, game string, n int) (l Lately, err error) {
	all, err := List[struct {
		Ability Learnt
		Puzzle  string // empty: there are no rounds
		Paid    bool
	}](tx, "list recent puzzles", `
		SELECT a.value, a.prior, a.attempts, top.puzzle, EXISTS (SELECT 1 FROM awards p WHERE p.round_id = top.id AND p.points > 0)
		FROM (SELECT 1 AS one) AS best LEFT JOIN abilities a ON a.player_id = $2 AND a.game = $3
			LEFT JOIN (SELECT id, puzzle FROM rounds WHERE community_id = $1 AND game = $3 ORDER BY id DESC LIMIT $4) AS top ON 1 = 1
		ORDER BY top.id DESC`, communityID, playerID, game, n)
	for _, row := range all {
		if l.Ability = row.Ability; row.Puzzle != "" {
			l.Puzzles = append(l.Puzzles, row.Puzzle)
		}
		if row.Paid {
			l.Paid++
		}
	}
	return l, err
}

// AddMessage notes that a message of the network's, in a community, speaks of a
// round.
func (tx *Tx) AddMessage(communityID int64, message string, roundID int64, at time.Time) error {
	return tx.Exec("add message", `
		INSERT INTO messages (community_id, message, round_id, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (community_id, message) DO UPDATE SET round_id = excluded.round_id`,
		communityID, message, roundID, at)
}

// RoundOfMessage returns the round that a message speaks of.
func (tx *Tx) RoundOfMessage(communityID int64, message string) (int64, error) {
	return Get[int64](tx, "find round of message",
		`SELECT round_id FROM messages WHERE community_id = $1 AND message = $2`, communityID, message)
}

// SetCurrent stores which round a plain answer in a community's channel is meant
// for: that of everyone there (playerID 0), or that of one person.
func (tx *Tx) SetCurrent(communityID int64, channel string, playerID, roundID int64, at time.Time) error {
	if playerID == 0 {
		tx.Touch(TouchCommunity, communityID)
	} else {
		tx.Touch(TouchPlayer, playerID)
	}
	return tx.Exec("set current round", `
		INSERT INTO currents (community_id, channel, player_id, round_id, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (community_id, channel, player_id) DO UPDATE SET round_id = excluded.round_id, at = excluded.at`,
		communityID, channel, playerID, roundID, at)
}

// LastPressAt returns when somebody at a round's place last turned to it, or ErrNotFound.
func (tx *Tx) LastPressAt(r Round) (time.Time, error) {
	return Get[time.Time](tx, "find last press", `
		SELECT at FROM currents WHERE community_id = $1 AND channel = $2 AND round_id = $3 ORDER BY at DESC LIMIT 1`,
		r.CommunityID, r.Channel, r.ID)
}
