package storage

import (
	"errors"
	"fmt"
	"time"
)

// An Attempt is one player's work on one round.
type Attempt struct {
	RoundID, PlayerID int64
	Hints             int       // how many were taken
	Tries             int       // answers that were not right
	GaveUpAt          time.Time // zero: did not
}

// An Answer is one answer of a player to a round.
type Answer struct {
	ID, RoundID, PlayerID int64
	ChatID                int64     // where its points count; 0: nowhere
	At                    time.Time // must be set
	Text                  string    // as typed
	Outcome               string    // "right", "wrong", "invalid"
	Form                  string    // normal form: equal for equal solutions
	Measure               int       // what the game measures answers by; less is better
	Points                int       // not negative
	PlayerName, PlayerKey string    // filled by queries; empty if the player is forgotten
}

// A Standing is a row of a leaderboard.
type Standing struct {
	PlayerID        int64
	Name, PlayerKey string // empty if the player is forgotten
	Points          int
	Solved          int // rounds with a right answer
}

// Attempt returns a player's work on a round, which is zero before the first
// SaveAttempt.
func (tx *Tx) Attempt(roundID, playerID int64) (Attempt, error) {
	a, err := get(tx, "find attempt", func(scan scan) (a Attempt, err error) {
		err = scan(&a.Hints, &a.Tries, (*instant)(&a.GaveUpAt))
		return a, err
	}, `SELECT hints, tries, gave_up_at FROM attempts WHERE round_id = ? AND player_id = ?`, roundID, playerID)
	a.RoundID, a.PlayerID = roundID, playerID
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return a, err
}

// SaveAttempt stores a player's work on a round in place of what was there.
func (tx *Tx) SaveAttempt(a Attempt) error {
	_, err := tx.exec("save attempt", `
		INSERT INTO attempts (round_id, player_id, hints, tries, gave_up_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (round_id, player_id) DO UPDATE SET
			hints = excluded.hints, tries = excluded.tries, gave_up_at = excluded.gave_up_at`,
		a.RoundID, a.PlayerID, a.Hints, a.Tries, instant(a.GaveUpAt))
	return err
}

// AddAnswer stores a new answer, whatever a.ID is, counts it, and returns its
// ID.
func (tx *Tx) AddAnswer(a Answer) (int64, error) {
	t := total{points: a.Points}
	if a.Outcome == "right" && a.ChatID != 0 {
		solved, err := get(tx, "look for right answer", one[bool], `
			SELECT EXISTS (SELECT 1 FROM answers
				WHERE round_id = ? AND player_id = ? AND chat_id = ? AND outcome = 'right')`,
			a.RoundID, a.PlayerID, a.ChatID)
		if err != nil {
			return 0, err
		}
		if !solved {
			t.solved = 1
		}
	}
	id, err := get(tx, "add answer", one[int64], `
		INSERT INTO answers (round_id, player_id, chat_id, at, text, outcome, form, measure, points)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		a.RoundID, a.PlayerID, reference(a.ChatID), instant(a.At), a.Text, a.Outcome, a.Form, a.Measure, a.Points)
	if err != nil {
		return 0, err
	}
	return id, tx.count(a, t)
}

// A total is what one answer adds to what its player has in its chat.
type total struct{ points, solved int }

// count adds to a player's points and solved rounds in the chat of an answer.
func (tx *Tx) count(a Answer, t total) error {
	if a.ChatID == 0 || t == (total{}) {
		return nil
	}
	var reached int64
	if a.Points > 0 {
		reached = a.At.UnixMilli()
	}
	_, err := tx.exec("count answer", `
		INSERT INTO totals (chat_id, player_id, points, solved, reached) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (chat_id, player_id) DO UPDATE SET
			points = totals.points + excluded.points, solved = totals.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > totals.reached THEN excluded.reached ELSE totals.reached END`,
		a.ChatID, a.PlayerID, t.points, t.solved, reached)
	return err
}

const answerColumns = `a.id, a.round_id, a.player_id, a.chat_id, a.at, a.text, a.outcome, a.form,
	a.measure, a.points, p.name, COALESCE(p.key, '')`

func readAnswer(scan scan) (a Answer, err error) {
	err = scan(&a.ID, &a.RoundID, &a.PlayerID, (*reference)(&a.ChatID), (*instant)(&a.At), &a.Text, &a.Outcome,
		&a.Form, &a.Measure, &a.Points, &a.PlayerName, &a.PlayerKey)
	return a, err
}

// RightAnswers returns a round's right answers, oldest first.
func (tx *Tx) RightAnswers(roundID int64) ([]Answer, error) {
	return list(tx, "list right answers", readAnswer, `
		SELECT `+answerColumns+` FROM answers a JOIN players p ON p.id = a.player_id
		WHERE a.round_id = ? AND a.outcome = 'right' ORDER BY a.id`, roundID)
}

// Award sets the points of an answer, at least 1, which are known only when its
// round ends. It returns ErrNotFound if there is no such answer.
func (tx *Tx) Award(answerID int64, points int) error {
	if points < 1 {
		return fmt.Errorf("award %d points: want at least 1", points)
	}
	a, err := get(tx, "find answer", readAnswer, `
		SELECT `+answerColumns+` FROM answers a JOIN players p ON p.id = a.player_id WHERE a.id = ?`, answerID)
	if err != nil {
		return err
	}
	if _, err := tx.exec("award points", `UPDATE answers SET points = ? WHERE id = ?`, points, answerID); err != nil {
		return err
	}
	more := total{points: points - a.Points}
	a.Points = points
	return tx.count(a, more)
}

// BestAnswers returns the best answer of each player of a round, best first: a
// right one before one that came near, then by least measure, then the
// earliest.
func (tx *Tx) BestAnswers(roundID int64) ([]Answer, error) {
	return list(tx, "list best answers", readAnswer, `
		SELECT `+answerColumns+`
		FROM (
			SELECT id, CASE WHEN outcome = 'right' THEN 0 ELSE 1 END AS rank,
				ROW_NUMBER() OVER (PARTITION BY player_id
					ORDER BY CASE WHEN outcome = 'right' THEN 0 ELSE 1 END, measure, id) AS place
			FROM answers WHERE round_id = ? AND outcome IN ('right', 'near')
		) best
		JOIN answers a ON a.id = best.id JOIN players p ON p.id = a.player_id
		WHERE best.place = 1 ORDER BY best.rank, a.measure, a.id`, roundID)
}

// PlayerAnswers returns a player's answers to a round, oldest first.
func (tx *Tx) PlayerAnswers(roundID, playerID int64) ([]Answer, error) {
	return list(tx, "list answers of player", readAnswer, `
		SELECT `+answerColumns+` FROM answers a JOIN players p ON p.id = a.player_id
		WHERE a.round_id = ? AND a.player_id = ? ORDER BY a.id`, roundID, playerID)
}

func readStanding(scan scan) (s Standing, err error) {
	err = scan(&s.PlayerID, &s.Name, &s.PlayerKey, &s.Points, &s.Solved)
	return s, err
}

// Leaderboard returns the players who have points in a chat since a time (zero:
// ever): by most points, then most rounds solved, then whose last points are
// the oldest. At most limit of them. The time it takes grows with the answers
// since then; for ever it does not.
func (tx *Tx) Leaderboard(chatID int64, since time.Time, limit int) ([]Standing, error) {
	if since.IsZero() {
		return list(tx, "make leaderboard of all time", readStanding, `
			SELECT t.player_id, p.name, COALESCE(p.key, ''), t.points, t.solved
			FROM totals t JOIN players p ON p.id = t.player_id
			WHERE t.chat_id = ? AND t.points > 0
			ORDER BY t.points DESC, t.solved DESC, t.reached, t.player_id LIMIT ?`, chatID, limit)
	}
	return list(tx, "make leaderboard", readStanding, `
		SELECT s.player_id, p.name, COALESCE(p.key, ''), s.points, s.solved
		FROM (
			SELECT player_id, SUM(points) AS points,
				COUNT(DISTINCT CASE WHEN outcome = 'right' THEN round_id END) AS solved,
				MAX(CASE WHEN points > 0 THEN at END) AS reached
			FROM answers WHERE chat_id = ? AND at >= ?
			GROUP BY player_id HAVING SUM(points) > 0
		) s JOIN players p ON p.id = s.player_id
		ORDER BY s.points DESC, s.solved DESC, s.reached, s.player_id LIMIT ?`,
		chatID, instant(since), limit)
}

// RoundStandings returns the points of all time in a chat of those players who
// have points in this round there; order as for Leaderboard.
func (tx *Tx) RoundStandings(chatID int64, roundID int64) ([]Standing, error) {
	// COALESCE leaves the planner the index of rounds; with that of chats it
	// would read all of a chat's answers.
	return list(tx, "make standings of round", readStanding, `
		SELECT t.player_id, p.name, COALESCE(p.key, ''), t.points, t.solved
		FROM (
			SELECT DISTINCT player_id FROM answers
			WHERE round_id = ? AND COALESCE(chat_id, 0) = ? AND points > 0
		) s
		JOIN totals t ON t.chat_id = ? AND t.player_id = s.player_id
		JOIN players p ON p.id = t.player_id
		ORDER BY t.points DESC, t.solved DESC, t.reached, t.player_id`, roundID, chatID, chatID)
}
