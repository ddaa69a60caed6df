package storage

import "time"

// Facts are what is stored of a round and of a person's part in it.
type Facts struct {
	Round    Round
	Attempt  Attempt   // of the person: what one of the players that they are has spent is spent
	Saved    Attempt   // of the player, as the last SaveAttempt stored it
	Award    Award     // of the player
	Earned   int       // by the person, as any of their players
	OpenedAt time.Time // when the person was first shown the puzzle of a daily; zero: not known
	Seen     bool      // the person has been shown a solution of the class
	SeenIn   int64     // in which round; 0: in none, or in several
	Locked   bool      // the class pays the person nothing: see Lock
}

// Facts returns what is stored of a round and of a player's part in it, as of a time. The
// person is known to Lock by a hash.
func (tx *Tx) Facts(roundID, playerID int64, hash string, now time.Time) (f Facts, err error) {
	if err := tx.lockPlayers(playerID); err != nil {
		return f, err
	}
	err = tx.readLocked(func() (int64, error) {
		f, err = get[Facts](tx, "find round and attempt", facts, roundID, playerID, hash, now)
		return f.Round.CommunityID, err
	})
	return f, err
}

var facts = `
	SELECT r.*, r.id, CAST($2 AS BIGINT), w.hints, w.gave_up_at, w.asked_at, w.took_part,
		r.id, CAST($2 AS BIGINT), t.hints, t.gave_up_at, t.asked_at, t.took_part,
		r.id, CAST($2 AS BIGINT), a.community_id, a.day, a.points, a.solved, a.local, a.at,
		(SELECT SUM(points) FROM awards WHERE ` + theirs + `), (SELECT MIN(at) FROM openings WHERE ` + theirs + `),
		s.low IS NOT NULL, CASE WHEN s.low = s.high THEN s.low ELSE 0 END,
		EXISTS (SELECT 1 FROM locks WHERE person = $3 AND class = r.class AND until > $4)
	FROM (SELECT ` + roundColumns + ` FROM rounds WHERE id = $1) AS r
		LEFT JOIN attempts t ON t.round_id = $1 AND t.player_id = $2 LEFT JOIN awards a ON a.round_id = $1 AND a.player_id = $2
		LEFT JOIN (SELECT MIN(round_id) AS low, MAX(round_id) AS high FROM seen
			WHERE player_id IN ` + kin(2) + ` AND class = (SELECT class FROM rounds WHERE id = $1)) AS s ON 1 = 1
		LEFT JOIN (SELECT MAX(hints) AS hints, MIN(gave_up_at) AS gave_up_at, MAX(asked_at) AS asked_at, MAX(took_part) AS took_part
			FROM attempts WHERE ` + theirs + `) AS w ON 1 = 1`

// theirs are a person's rows of a round.
var theirs = `round_id = $1 AND player_id IN ` + kin(2)
