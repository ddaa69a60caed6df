package storage

import "time"

// An Attempt is all that one player did on one round. A player without an Attempt took no part.
type Attempt struct {
	RoundID  int64
	PlayerID int64
	// Hints is how many hints were delivered.
	Hints int
	// GaveUpAt is zero if the player did not give up.
	GaveUpAt time.Time
	// AskedAt is when the player was asked to confirm giving up; zero: never, or they did something else
	// since.
	AskedAt time.Time
	// TookPart reports whether the player answered anything, was shown a hint, or gave up.
	TookPart bool
}

// An Answer is one answer of a player to a round.
type Answer struct {
	ID       int64
	RoundID  int64
	PlayerID int64
	// At must be set.
	At time.Time
	// Text is the answer as the game prints it or, if the game cannot read it, as it was typed.
	Text string
	// Outcome is "right", "wrong", "near" or "invalid". An answer is near if it is not right, but may be
	// worth something.
	Outcome string
	// Form is the normal form, which is the same for equal solutions.
	Form string
	// Measure is the game's measure of the answer: the less, the better.
	Measure int
	// Hints is how many hints the player had when they answered.
	Hints int
	// Practice reports whether the answer can earn nothing.
	Practice bool
	// Public reports whether others could read the answer when it was given.
	Public bool
	// Taps is how many taps it took on the page; 0: it was typed.
	Taps int
	// Points are what the answer earned. They are not negative.
	Points int
	// PlayerName and PlayerKey are empty if the player is forgotten. Queries fill them.
	PlayerName string
	PlayerKey  string
	// Mine reports whether the answer is by the person that a query is about. Such queries fill it.
	Mine bool
}

// SaveAttempt stores a player's attempt at a round, and replaces what was stored. newHints is how
// many of the hints are new.
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

// AddAnswer stores a new answer, and the payment p for it; p is nil if the answer earns nothing. It
// ignores a.ID, and returns the answer's ID, or 0 if the answer is wrong or invalid. It sets Raised of
// the payment. The figures count only the first right answer of a person to a round.
func (tx *Tx) AddAnswer(a Answer, p *Payment) (id int64, err error) {
	tx.Touch(TouchRound, a.RoundID)
	tx.Touch(TouchPlayer, a.PlayerID)
	if err := tx.LockPlayers(a.PlayerID); err != nil {
		return 0, err
	}
	const insert = `
		INSERT INTO answers (round_id, player_id, at, text, outcome, form, measure, hints, practice, open, taps, points)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
	args := []any{
		a.RoundID, a.PlayerID, a.At, a.Text, a.Outcome, a.Form,
		a.Measure, a.Hints, a.Practice, a.Public, a.Taps, a.Points,
	}
	f := figuresOf(a.Outcome)
	isRefused := a.Outcome == "wrong" || a.Outcome == "invalid"
	if isRefused {
		if err := tx.Exec("add answer", insert, args...); err != nil {
			return 0, err
		}
		return 0, tx.count(a.RoundID, a.PlayerID, f)
	}
	// The figures come before the answer, because they look for an earlier right answer.
	if p == nil {
		err = tx.count(a.RoundID, a.PlayerID, f)
	} else {
		err = tx.storeAward(*p, f)
	}
	if err != nil {
		return 0, err
	}
	// The INSERT is queued: it travels with the statements that count the award.
	added := Queue[int64](tx, "add answer", insert+` RETURNING id`, args...)
	if p != nil {
		p.Raised, err = tx.countAward(*p, a.At)
		if err != nil {
			return 0, err
		}
	}
	return added.Get()
}

// figuresOf returns what an answer with an outcome adds to the player's figures.
func figuresOf(outcome string) figures {
	f := figures{Answers: 1}
	switch outcome {
	case "wrong":
		f.Wrong = 1
	case "right":
		f.Rights = 1
		f.RightsOnce = true
	}
	return f
}
