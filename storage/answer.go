package storage

import "time"

// An Attempt is one player's work on one round. A player without one took no part.
type Attempt struct {
	RoundID  int64
	PlayerID int64
	// Hints is how many were delivered.
	Hints int
	// GaveUpAt is zero if the player did not give up.
	GaveUpAt time.Time
	// AskedAt is when they were asked to confirm giving up, if that was the last thing; zero: never.
	AskedAt time.Time
	// TookPart reports whether they answered anything, were shown a hint, or gave up.
	TookPart bool
}

// An Answer is one answer of a player to a round.
type Answer struct {
	ID       int64
	RoundID  int64
	PlayerID int64
	// At must be set.
	At time.Time
	// Text is the answer as the judge printed it, or else as it was typed.
	Text string
	// Outcome is "right", "wrong", "near" or "invalid".
	Outcome string
	// Form is the normal form: equal for equal solutions.
	Form string
	// Measure is what the game measures answers by; less is better.
	Measure int
	// Hints is how many the player had when they answered.
	Hints int
	// Practice reports whether the answer pays nothing.
	Practice bool
	// Open reports whether others could read the answer when it was given.
	Open bool
	// Points are what the answer earned. They are not negative.
	Points int
	// PlayerName and PlayerKey are empty if the player is forgotten. Queries fill them.
	PlayerName string
	PlayerKey  string
	// Own reports whether the answer is by the person in question. Answers and PlayerAnswers fill it.
	Own bool
}

// SaveAttempt stores a player's work on a round and replaces what was stored. newHints is how many
// of the hints are new.
func (tx *Tx) SaveAttempt(a Attempt, newHints int) error {
	tx.Touch(TouchPlayer, a.PlayerID)
	if err := tx.LockPlayers(a.PlayerID); err != nil {
		return err
	}
	if err := tx.count(a.RoundID, a.PlayerID, figures{Hints: newHints}); err != nil {
		return err
	}
	return tx.Exec("save attempt", `
		INSERT INTO attempts (round_id, player_id, hints, gave_up_at, asked_at, took_part)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (round_id, player_id) DO UPDATE SET
			hints = excluded.hints,
			gave_up_at = excluded.gave_up_at,
			asked_at = excluded.asked_at,
			took_part = excluded.took_part`,
		a.RoundID, a.PlayerID, a.Hints, a.GaveUpAt, a.AskedAt, a.TookPart)
}

// AddAnswer stores a new answer, whatever a.ID is, and what it earns (nil: nothing). It returns the
// answer's ID, or 0 if the answer is wrong or invalid. Only the first right answer of a person to a
// round is counted.
func (tx *Tx) AddAnswer(a Answer, p *Payment) (id int64, err error) {
	tx.Touch(TouchRound, a.RoundID)
	tx.Touch(TouchPlayer, a.PlayerID)
	if err := tx.LockPlayers(a.PlayerID); err != nil {
		return 0, err
	}
	const insert = `
		INSERT INTO answers (round_id, player_id, at, text, outcome, form, measure, hints, practice, open, points)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	args := []any{
		a.RoundID, a.PlayerID, a.At, a.Text, a.Outcome, a.Form,
		a.Measure, a.Hints, a.Practice, a.Open, a.Points,
	}
	f := figures{Answers: 1}
	switch a.Outcome {
	case "wrong":
		f.Wrong = 1
	case "right":
		f.Rights = 1
		f.First = true
	}
	if a.Outcome == "wrong" || a.Outcome == "invalid" {
		if err := tx.Exec("add answer", insert, args...); err != nil {
			return 0, err
		}
		return 0, tx.count(a.RoundID, a.PlayerID, f)
	}
	// The figures come before the answer: it counts as right if the person has no right answer yet.
	if p == nil {
		err = tx.count(a.RoundID, a.PlayerID, f)
	} else {
		err = tx.storeAward(*p, f)
	}
	if err != nil {
		return 0, err
	}
	// The answer travels with what counts the award.
	added := Queue[int64](tx, "add answer", insert+` RETURNING id`, args...)
	if p != nil {
		if err := tx.countAward(*p, a.At); err != nil {
			return 0, err
		}
	}
	return added.Get()
}

const answerColumns = `a.id, a.round_id, a.player_id, a.at, a.text, a.outcome, a.form,
	a.measure, a.hints, a.practice, a.open, a.points, p.name, p.key`

// PlayerAnswers returns a person's answers to a round, oldest first.
func (tx *Tx) PlayerAnswers(roundID, playerID int64) ([]Answer, error) {
	return List[Answer](tx, "list answers of player", playerAnswers, roundID, playerID)
}

var playerAnswers = `
	SELECT ` + answerColumns + `, TRUE
	FROM answers a JOIN players p ON p.id = a.player_id
	WHERE a.round_id = $1 AND a.player_id IN ` + kin("$2") + `
	ORDER BY a.id`

// HasShown reports whether one of a player's latest answers, in a game or in any (empty), had one
// of two outcomes, and others could read it.
func (tx *Tx) HasShown(playerID int64, game, outcome, other string) *Query[bool] {
	// How many answers are looked through.
	const latest = 100
	return Queue[bool](tx, "look for an open answer", `
		SELECT EXISTS (
			SELECT 1
			FROM (
				SELECT round_id, open, outcome FROM answers
				WHERE player_id = $1
				ORDER BY round_id DESC
				LIMIT $2) AS best
			WHERE open = 1 AND outcome IN ($3, $4) AND (
				$5 = '' OR EXISTS (SELECT 1 FROM rounds r WHERE r.id = best.round_id AND r.game = $5)))`,
		playerID, latest, outcome, other, game)
}

// LastAnswerAt returns when the answer to a round that arrived last was given, or ErrNotFound.
func (tx *Tx) LastAnswerAt(roundID int64) (time.Time, error) {
	return Get[time.Time](tx, "find last answer", `
		SELECT at FROM answers WHERE round_id = $1 ORDER BY id DESC LIMIT 1`, roundID)
}

// Answers returns the answers to a round that are right or near, oldest first. Own are those of a
// person.
func (tx *Tx) Answers(roundID, playerID int64) ([]Answer, error) {
	return List[Answer](tx, "list answers", allAnswers, roundID, playerID)
}

var allAnswers = `
	SELECT ` + answerColumns + `, a.player_id IN ` + kin("$2") + `
	FROM answers a JOIN players p ON p.id = a.player_id
	WHERE a.round_id = $1 AND a.outcome IN ('right', 'near')
	ORDER BY a.id`

// MarkSeen stores that a player has been shown a solution of a class of puzzles: in a round, by
// finding it or at its end, or otherwise (round 0). If that is stored already, it stays.
func (tx *Tx) MarkSeen(playerID int64, class string, roundID int64) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	return tx.Exec("mark as seen", `
		INSERT INTO seen (player_id, class, round_id)
		VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, playerID, class, roundID)
}

// MarkParticipants stores that everyone who took part in a round has been shown a solution
// of its class.
func (tx *Tx) MarkParticipants(roundID int64) error {
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

// Pays makes a round the one that pays a person for a class of puzzles, unless another
// does, and reports whether it is.
func (tx *Tx) Pays(playerID int64, class string, roundID int64) (bool, error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return false, err
	}
	// No row is found if another round has paid a player who is one person with them.
	paid, found, err := Found(Get[int64](tx, "find paying round", `
		INSERT INTO seen (player_id, class, round_id, paid)
		SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($3 AS BIGINT)
		WHERE NOT EXISTS (
			SELECT 1 FROM seen
			WHERE player_id IN `+kin("$1")+` AND player_id <> $1 AND class = $2 AND paid NOT IN (0, $3))
		ON CONFLICT (player_id, class) DO UPDATE SET
			paid = CASE WHEN seen.paid = 0 THEN excluded.paid ELSE seen.paid END
		RETURNING paid`, playerID, class, roundID))
	if err != nil {
		return false, err
	}
	return found && paid == roundID, nil
}

// SetPays is Pays for when Facts say that no other round does.
func (tx *Tx) SetPays(playerID int64, class string, roundID int64) error {
	return tx.Exec("set paying round", `
		INSERT INTO seen (player_id, class, round_id, paid)
		VALUES ($1, $2, $3, $3)
		ON CONFLICT (player_id, class) DO UPDATE SET paid = excluded.paid`, playerID, class, roundID)
}

// Lock keeps a class of puzzles from paying a person until a time. The person is known by
// a hash.
func (tx *Tx) Lock(person, class string, until time.Time) error {
	return tx.Exec("lock", `
		INSERT INTO locks (person, class, until)
		VALUES ($1, $2, $3)
		ON CONFLICT (person, class) DO UPDATE SET until = excluded.until`, person, class, until)
}

// LockedUntil returns until when Lock holds, the zero Time if it does not.
func (tx *Tx) LockedUntil(person, class string, now time.Time) (time.Time, error) {
	until, _, err := Found(Get[time.Time](tx, "look for lock", `
		SELECT until FROM locks WHERE person = $1 AND class = $2 AND until > $3`, person, class, now))
	return until, err
}

// LiveClasses returns the classes of the live puzzles that a player took part in, dailies
// from a number on and open rounds, and of the open rounds whose puzzle they have seen.
func (tx *Tx) LiveClasses(playerID int64, firstDaily int) ([]string, error) {
	return List[string](tx, "list live classes of player", `
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
