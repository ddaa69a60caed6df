package round

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A Learnt is a value that was learnt from attempts, in ln of seconds. Before the first attempt
// nothing is stored.
type Learnt struct {
	Value float64
	// Prior is the standard deviation before the first attempt.
	Prior    float64
	Attempts int
}

// A RatedAttempt is an attempt that something was learnt from.
type RatedAttempt struct {
	// ID grows in the order of learning.
	ID       int64
	PlayerID int64
	RoundID  int64
	Game     string
	Class    string
	// At is when the attempt ended.
	At time.Time
	// Solved reports whether it ended with a solution.
	Solved bool
	// After is how long it took, in whole milliseconds.
	After time.Duration
	// Predicted is how many seconds the game expected for the puzzle then.
	Predicted float64
	// Deviation is the standard deviation of ln Predicted; 0: unknown.
	Deviation        float64
	DifficultyBefore float64
	AbilityBefore    float64
	// Difficulty and Ability are the values after the attempt. Queries fill only their Value.
	Difficulty Learnt
	Ability    Learnt
}

// Learning is what is known before something is learnt from an attempt.
type Learning struct {
	// Difficulty is the difficulty of the class. It has no attempts if nothing was learnt about it.
	Difficulty Learnt
	// Ability is the ability of the player in the game.
	Ability Learnt
	// Rated reports whether an earlier attempt of the person at a puzzle of the class is stored, by any of
	// their players.
	Rated bool
	// Checked reports whether the person is suspected of having a program: see storage.Check.
	Checked bool
}

// LearningOf reads what is known before something is learnt from an attempt.
func LearningOf(tx *storage.Tx, r RatedAttempt) (*storage.Query[Learning], error) {
	if err := tx.LockName("difficulty", r.Game, r.Class); err != nil {
		return nil, err
	}
	return storage.Queue[Learning](tx, "find what was learnt", `
		SELECT d.value, d.prior, d.attempts, a.value, a.prior, a.attempts,
			EXISTS (
				SELECT 1 FROM rated
				WHERE player_id IN `+storage.PersonPlayers("$1")+` AND game = $2 AND class = $3
					AND ($4 = 0 OR id < $4)),
			`+storage.IsChecked("$1")+`
		FROM (SELECT 1 AS one) AS best
			LEFT JOIN difficulties d ON d.game = $2 AND d.class = $3
			LEFT JOIN abilities a ON a.player_id = $1 AND a.game = $2`,
		r.PlayerID, r.Game, r.Class, r.ID), nil
}

// findAbility returns what was learnt of a player in a game, or ErrNotFound.
func findAbility(tx *storage.Tx, playerID int64, game string) (Learnt, error) {
	return storage.Get[Learnt](tx, "find ability", `
		SELECT value, prior, attempts FROM abilities WHERE player_id = $1 AND game = $2`, playerID, game)
}

// AddRated stores an attempt that nothing is learnt from yet.
func AddRated(tx *storage.Tx, r RatedAttempt) error {
	return tx.Exec("add rated attempt", `
		INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted, deviation,
			difficulty_before, difficulty_after, ability_before, ability_after)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		r.PlayerID, r.Game, r.Class, r.RoundID, r.At, r.Solved, r.After, r.Predicted, r.Deviation,
		r.DifficultyBefore, r.Difficulty.Value, r.AbilityBefore, r.Ability.Value)
}

// SaveRated stores an attempt, which is new if r.ID is 0, with what was learnt from it. A second
// attempt of a player at a class in a game is an error.
func SaveRated(tx *storage.Tx, r RatedAttempt) error {
	if err := saveRatedAttempt(tx, r); err != nil {
		return err
	}
	if err := setAbility(tx, r.PlayerID, r.Game, r.Ability); err != nil {
		return err
	}
	return tx.Exec("set difficulty", `
		INSERT INTO difficulties (game, class, value, prior, attempts)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (game, class) DO UPDATE SET
			value = excluded.value,
			prior = excluded.prior,
			attempts = excluded.attempts`,
		r.Game, r.Class, r.Difficulty.Value, r.Difficulty.Prior, r.Difficulty.Attempts)
}

// saveRatedAttempt is SaveRated without what was learnt.
func saveRatedAttempt(tx *storage.Tx, r RatedAttempt) error {
	if r.ID == 0 {
		return AddRated(tx, r)
	}
	return tx.Exec("relearn", `
		UPDATE rated SET
			difficulty_before = $1,
			difficulty_after = $2,
			ability_before = $3,
			ability_after = $4
		WHERE id = $5`, r.DifficultyBefore, r.Difficulty.Value, r.AbilityBefore, r.Ability.Value, r.ID)
}

// setAbility stores what was learnt of a person in a game.
func setAbility(tx *storage.Tx, playerID int64, game string, l Learnt) error {
	return tx.Exec("set ability", `
		INSERT INTO abilities (player_id, game, value, prior, attempts)
		SELECT id, CAST($2 AS TEXT), CAST($3 AS DOUBLE PRECISION), CAST($4 AS DOUBLE PRECISION), CAST($5 AS BIGINT)
		FROM players
		WHERE id IN `+storage.PersonPlayers("$1")+`
		ON CONFLICT (player_id, game) DO UPDATE SET
			value = excluded.value,
			prior = excluded.prior,
			attempts = excluded.attempts`,
		playerID, game, l.Value, l.Prior, l.Attempts)
}

// forgetAbilities deletes what was learnt of a person.
func forgetAbilities(tx *storage.Tx, playerID int64) error {
	return tx.Exec("forget abilities of player", `DELETE FROM abilities
		WHERE player_id IN `+storage.PersonPlayers("$1"), playerID)
}

const ratedColumns = `id, player_id, round_id, game, class, at, solved, millis, predicted, deviation,
	difficulty_before, ability_before, difficulty_after, NULL, NULL, ability_after`

// lastRatedOf returns the ID of a person's last rated attempt; 0: there is none. It looks up the last one
// in each game that a player of the person has figures for.
func lastRatedOf(tx *storage.Tx, playerID int64) (int64, error) {
	return storage.Get[int64](tx, "find last rated attempt of player", `
		SELECT COALESCE(MAX(last), 0) FROM (
			SELECT (SELECT MAX(r.id) FROM rated r WHERE r.player_id = p.id AND r.game = f.game) AS last
			FROM players p CROSS JOIN figures f
			WHERE p.id IN `+storage.PersonPlayers("$1")+` AND f.player_id IN `+storage.PersonPlayers("$1")+`) AS best`, playerID)
}

// ratedOf returns the rated attempts of a person in the order of learning.
func ratedOf(tx *storage.Tx, playerID int64) ([]RatedAttempt, error) {
	return storage.List[RatedAttempt](tx, "list rated attempts of player", `
		SELECT `+ratedColumns+` FROM rated WHERE player_id IN `+storage.PersonPlayers("$1")+` ORDER BY id`, playerID)
}

// A PuzzleAttempt is a rated attempt with its puzzle.
type PuzzleAttempt struct {
	// Puzzle is its ID.
	Puzzle string
	RatedAttempt
}

// LastRated returns the last n rated attempts of a person in a game, in the order of learning.
func LastRated(tx *storage.Tx, playerID int64, game string, n int) ([]PuzzleAttempt, error) {
	return storage.List[PuzzleAttempt](tx, "list last rated attempts", `
		SELECT (SELECT puzzle FROM rounds WHERE id = best.round_id), `+ratedColumns+`
		FROM (
			SELECT * FROM rated
			WHERE player_id IN `+storage.PersonPlayers("$1")+` AND game = $2
			ORDER BY id DESC
			LIMIT $3) AS best
		ORDER BY id`, playerID, game, n)
}

// countFast returns how many fast answers are among a person's last fifty rated attempts in the game of a
// round. It counts those since a time, at puzzles of a level or a higher one. It counts neither dailies
// nor the round itself.
func countFast(tx *storage.Tx, r Round, playerID int64, since time.Time, level int) (int, error) {
	return storage.Get[int](tx, "count fast answers", `
		SELECT count(*)
		FROM (
			SELECT * FROM rated
			WHERE player_id IN `+storage.PersonPlayers("$1")+` AND game = $2
			ORDER BY id DESC
			LIMIT 50) AS best
		JOIN rounds ON rounds.id = best.round_id
		WHERE best.at >= $3
			AND best.round_id <> $4
			AND best.solved = 1
			AND best.millis < rounds.seconds * 1000
			AND rounds.level >= $5
			AND rounds.daily = 0`, playerID, r.Round.Game, since, r.ID, level)
}

// RatedAfter returns the rated attempts that come after the one of an ID in the order of learning, at
// most limit of them.
func RatedAfter(tx *storage.Tx, id int64, limit int) ([]RatedAttempt, error) {
	return storage.List[RatedAttempt](tx, "list rated attempts", `
		SELECT `+ratedColumns+` FROM rated WHERE id > $1 ORDER BY id LIMIT $2`, id, limit)
}

// A levelAttempt is what a rated attempt says about the level of its puzzle.
type levelAttempt struct {
	ID        int64
	Game      string
	Level     engine.Level
	Solved    bool
	After     time.Duration
	Predicted float64
	// Ability is that of the person before the attempt.
	Ability float64
}

// levelAttemptsAfter returns the rated attempts that come after the one of an ID in the order of learning, at most
// limit of them.
func levelAttemptsAfter(tx *storage.Tx, id int64, limit int) ([]levelAttempt, error) {
	return storage.List[levelAttempt](tx, "list attempts by level", `
		SELECT x.id, x.game, r.level, x.solved, x.millis, x.predicted, x.ability_before
		FROM rated x JOIN rounds r ON r.id = x.round_id
		WHERE x.id > $1 ORDER BY x.id LIMIT $2`, id, limit)
}

// forgetLearnt deletes everything that was learnt, but not the attempts it was learnt from.
func forgetLearnt(tx *storage.Tx) error {
	if !tx.IsAlone() {
		// Nobody may learn from forgotten values.
		err := tx.Exec("lock ratings", `LOCK TABLE rated, difficulties, abilities IN ACCESS EXCLUSIVE MODE`)
		if err != nil {
			return err
		}
	}
	if err := tx.Exec("forget difficulties", `DELETE FROM difficulties`); err != nil {
		return err
	}
	return tx.Exec("forget abilities", `DELETE FROM abilities`)
}
