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

func (f *Facts) columns() []any {
	return append(f.Round.columns(), &f.Attempt.Hints, &f.Attempt.GaveUpAt, &f.Attempt.AskedAt, &f.Attempt.TookPart,
		&f.Saved.Hints, &f.Saved.GaveUpAt, &f.Saved.AskedAt, &f.Saved.TookPart,
		&f.Award.CommunityID, &f.Award.Day, &f.Award.Points, &f.Award.Solved, &f.Award.Local, &f.Award.At,
		&f.Earned, &f.OpenedAt, &f.Seen, &f.SeenIn, &f.Locked)
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
	for _, a := range []*Attempt{&f.Attempt, &f.Saved} {
		a.RoundID, a.PlayerID = roundID, playerID
	}
	f.Award.RoundID, f.Award.PlayerID = roundID, playerID
	return f, err
}

var facts = `
	SELECT r.*, w.hints, w.gave_up_at, w.asked_at, w.took_part,
		COALESCE(t.hints, 0), t.gave_up_at, t.asked_at, COALESCE(t.took_part, 0),
		COALESCE(a.community_id, 0), COALESCE(a.day, 0), COALESCE(a.points, 0), COALESCE(a.solved, 0), COALESCE(a.local, 0), a.at,
		COALESCE((SELECT SUM(points) FROM awards WHERE ` + theirs + `), 0), (SELECT MIN(at) FROM openings WHERE ` + theirs + `),
		s.low IS NOT NULL, CASE WHEN s.low = s.high THEN s.low ELSE 0 END,
		EXISTS (SELECT 1 FROM locks WHERE person = $3 AND class = r.class AND until > $4)
	FROM (SELECT ` + roundColumns + ` FROM rounds WHERE id = $1) AS r
		LEFT JOIN attempts t ON t.round_id = $1 AND t.player_id = $2 LEFT JOIN awards a ON a.round_id = $1 AND a.player_id = $2
		LEFT JOIN (SELECT MIN(round_id) AS low, MAX(round_id) AS high FROM seen
			WHERE player_id IN ` + kin(2) + ` AND class = (SELECT class FROM rounds WHERE id = $1)) AS s ON 1 = 1
		LEFT JOIN (SELECT COALESCE(MAX(hints), 0) AS hints, MIN(gave_up_at) AS gave_up_at, MAX(asked_at) AS asked_at, COALESCE(MAX(took_part), 0) AS took_part
			FROM attempts WHERE ` + theirs + `) AS w ON 1 = 1`

// theirs are a person's rows of a round.
var theirs = `round_id = $1 AND player_id IN ` + kin(2)
