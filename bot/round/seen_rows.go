package round

import (
	"time"

	"reckon/storage"
)

// MarkSeen stores that a player has been shown a solution of a class of puzzles. roundID is the round in
// which they found the solution, or saw it at the end; 0: it was not in a round. If there is a row for the
// class already, that row stays.
func MarkSeen(tx *storage.Tx, playerID int64, class string, roundID int64) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	return tx.Exec("mark as seen", `
		INSERT INTO seen (player_id, class, round_id)
		VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, playerID, class, roundID)
}

// hasSeenAll reports whether a person has been shown solutions of all of some classes.
func hasSeenAll(tx *storage.Tx, playerID int64, classes []string) (bool, error) {
	in, args := listed(classes, playerID)
	seen, err := storage.Get[int](tx, "count what was seen", `
		SELECT COUNT(DISTINCT class) FROM seen
		WHERE player_id IN `+storage.PersonPlayers("$1")+` AND class IN `+in, args...)
	return seen == len(classes), err
}

// markParticipants stores that everyone who took part in a round has been shown a solution
// of its class.
func markParticipants(tx *storage.Tx, roundID int64) error {
	err := tx.LockPlayersOf(`SELECT player_id FROM attempts WHERE round_id = $1 AND took_part = 1`, roundID)
	if err != nil {
		return err
	}
	return tx.Exec("mark participants", `
		INSERT INTO seen (player_id, class, round_id)
		SELECT player_id, (SELECT class FROM rounds WHERE id = $1), round_id
		FROM attempts
		WHERE round_id = $1 AND took_part = 1
		ON CONFLICT DO NOTHING`, roundID)
}

// claimPayment makes a round the one that pays a person for a class of puzzles, unless another round
// pays them already. It reports whether the given round is the one that pays.
func claimPayment(tx *storage.Tx, playerID int64, class string, roundID int64) (bool, error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return false, err
	}
	// If a round pays one of the person's other players, the statement does nothing and returns no row.
	// Otherwise it adds the player's row for the class or, if no round pays the player yet, sets the row's
	// column paid.
	paid, found, err := storage.Found(storage.Get[int64](tx, "find paying round", `
		INSERT INTO seen (player_id, class, round_id, paid)
		SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($3 AS BIGINT)
		WHERE NOT EXISTS (
			SELECT 1 FROM seen
			WHERE player_id IN `+storage.PersonPlayers("$1")+` AND player_id <> $1 AND class = $2
				AND paid NOT IN (0, $3))
		ON CONFLICT (player_id, class) DO UPDATE SET
			paid = CASE WHEN seen.paid = 0 THEN excluded.paid ELSE seen.paid END
		RETURNING paid`, playerID, class, roundID))
	if err != nil {
		return false, err
	}
	return found && paid == roundID, nil
}

// setPaying is claimPayment for a caller whose Facts say that no other round pays the person.
func setPaying(tx *storage.Tx, playerID int64, class string, roundID int64) error {
	return tx.Exec("set paying round", `
		INSERT INTO seen (player_id, class, round_id, paid)
		VALUES ($1, $2, $3, $3)
		ON CONFLICT (player_id, class) DO UPDATE SET paid = excluded.paid`, playerID, class, roundID)
}

// lockClass keeps a class of puzzles from paying a person until a time. person is a hash.
func lockClass(tx *storage.Tx, person, class string, until time.Time) error {
	return tx.Exec("lock", `
		INSERT INTO locks (person, class, until)
		VALUES ($1, $2, $3)
		ON CONFLICT (person, class) DO UPDATE SET until = excluded.until`, person, class, until)
}

// classLockedUntil returns when the lock of a class to a person ends; zero if it is not locked.
func classLockedUntil(tx *storage.Tx, person, class string, now time.Time) (time.Time, error) {
	until, _, err := storage.Found(storage.Get[time.Time](tx, "look for lock", `
		SELECT until FROM locks WHERE person = $1 AND class = $2 AND until > $3`, person, class, now))
	return until, err
}

// countDone returns how many answers and hints a player has had.
func countDone(tx *storage.Tx, playerID int64) (int, error) {
	return storage.Get[int](tx, "count what a player did", `
		SELECT COALESCE(SUM(answers + hints), 0) FROM figures WHERE player_id = $1`, playerID)
}

// liveClassesOf returns the classes of the live puzzles that a player has met. The first SELECT finds the
// rounds that the player took part in: dailies from a number on, and other open rounds. The second SELECT
// finds the classes that have an open round, if the player has seen a solution of the class.
func liveClassesOf(tx *storage.Tx, playerID int64, firstDaily int) ([]string, error) {
	return storage.List[string](tx, "list live classes of player", `
		SELECT r.class
		FROM attempts t JOIN rounds r ON r.id = t.round_id
		WHERE t.player_id = $1 AND t.took_part = 1 AND r.class <> ''
			AND r.closed_at IS NULL AND (r.daily = 0 OR r.daily >= $2)
		UNION
		SELECT s.class
		FROM seen s
		WHERE s.player_id = $3 AND EXISTS (
			SELECT 1 FROM rounds r WHERE r.class = s.class AND r.closed_at IS NULL AND r.daily = 0)`,
		playerID, firstDaily, playerID)
}
