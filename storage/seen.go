package storage

import (
	"errors"
	"time"
)

// MarkSeen stores that a player has been shown a solution of a class of puzzles:
// in a round, by finding it or at its end, or otherwise (round 0). The first row
// stands.
func (tx *Tx) MarkSeen(playerID int64, class string, roundID int64) error {
	if err := tx.lockPlayers(playerID); err != nil {
		return err
	}
	return tx.put("mark as seen", `
		INSERT INTO seen (player_id, class, round_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, playerID, class, roundID)
}

// Payer makes a round the one that pays a person for a class of puzzles, unless
// another does, and returns which does.
func (tx *Tx) Payer(playerID int64, class string, roundID int64) (int64, error) {
	if err := tx.lockPlayers(playerID); err != nil {
		return 0, err
	}
	paid, err := get[int64](tx, "find paying round of kin", `
		SELECT paid FROM seen WHERE player_id IN `+kin(1)+` AND class = $2 AND paid <> 0 AND player_id <> $1 LIMIT 1`, playerID, class)
	if err == nil && paid != roundID {
		return paid, nil
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return 0, err
	}
	return get[int64](tx, "find paying round", `
		INSERT INTO seen (player_id, class, round_id, paid) VALUES ($1, $2, $3, $4)
		ON CONFLICT (player_id, class) DO UPDATE SET paid = CASE WHEN seen.paid = 0 THEN excluded.paid ELSE seen.paid END
		RETURNING paid`, playerID, class, roundID, roundID)
}

// Seen reports whether a person has been shown a solution of a class of puzzles, and
// returns in which round: 0 if in none, or in several.
func (tx *Tx) Seen(playerID int64, class string) (seen bool, roundID int64, err error) {
	all, err := list[int64](tx, "look for seen",
		`SELECT DISTINCT round_id FROM seen WHERE player_id IN `+kin(1)+` AND class = $2`, playerID, class)
	if len(all) == 1 {
		roundID = all[0]
	}
	return len(all) > 0, roundID, err
}

// Lock keeps a class of puzzles from paying a person until a time. The person is known by
// a hash.
func (tx *Tx) Lock(person, class string, until time.Time) error {
	return tx.put("lock", `
		INSERT INTO locks (person, class, until) VALUES ($1, $2, $3)
		ON CONFLICT (person, class) DO UPDATE SET until = excluded.until`, person, class, until)
}

// LockedUntil returns until when Lock holds, the zero Time if it does not.
func (tx *Tx) LockedUntil(person, class string, now time.Time) (time.Time, error) {
	until, err := get[time.Time](tx, "look for lock", `SELECT until FROM locks WHERE person = $1 AND class = $2 AND until > $3`, person, class, now)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return until, err
}

// LiveClasses returns the classes of the live puzzles that a player took part in, dailies
// from a number on and open rounds, and of the open rounds whose puzzle they have seen.
func (tx *Tx) LiveClasses(playerID int64, firstDaily int) ([]string, error) {
	return list[string](tx, "list live classes of player", `
		SELECT r.class FROM attempts t JOIN rounds r ON r.id = t.round_id
		WHERE t.player_id = $1 AND t.took_part = 1 AND r.class <> '' AND r.closed_at IS NULL AND (r.daily = 0 OR r.daily >= $2)
		UNION
		SELECT s.class FROM seen s
		WHERE s.player_id = $3 AND EXISTS (SELECT 1 FROM rounds r WHERE r.class = s.class AND r.closed_at IS NULL AND r.daily = 0)`,
		playerID, firstDaily, playerID)
}

// An Opening is when a player was first shown the puzzle of a daily.
type Opening struct {
	DailyClass
	At time.Time
}

func (o *Opening) columns() []any { return append(o.DailyClass.columns(), &o.At) }

// Openings returns when a player was first shown the dailies from a number on.
func (tx *Tx) Openings(playerID int64, firstDaily int) ([]Opening, error) {
	return list[Opening](tx, "list openings of player", `
		SELECT r.daily, r.class, o.at FROM openings o CROSS JOIN rounds r
		WHERE o.player_id = $1 AND r.id = o.round_id AND r.daily >= $2`, playerID, firstDaily)
}
