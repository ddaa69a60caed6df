package round

import (
	"time"

	"reckon/storage"
)

const answerColumns = `a.id, a.round_id, a.player_id, a.at, a.text, a.outcome, a.form,
	a.measure, a.hints, a.practice, a.open, a.taps, a.points, p.name, p.key`

// PlayerAnswers returns a person's answers to a round, oldest first.
func PlayerAnswers(tx *storage.Tx, roundID, playerID int64) ([]storage.Answer, error) {
	return storage.List[storage.Answer](tx, "list answers of player", playerAnswersQuery, roundID, playerID)
}

// For the CASTs in playerAnswersQuery see factsQuery.
var playerAnswersQuery = `
	SELECT ` + answerColumns + `, TRUE AS mine
	FROM answers a JOIN players p ON p.id = a.player_id
	WHERE a.round_id = CAST($1 AS BIGINT) AND a.player_id IN ` + storage.PersonPlayers("CAST($2 AS BIGINT)") + `
	ORDER BY a.id`

// queueShownAnswer asks whether a player's latest answers contain one that others could read and that has one
// of two outcomes. If game is not empty, only answers in that game count.
func queueShownAnswer(tx *storage.Tx, playerID int64, game, outcome, other string) *storage.Query[bool] {
	// latest is how many answers are looked through.
	const latest = 100
	return storage.Queue[bool](tx, "look for an open answer", `
		SELECT EXISTS (
			SELECT 1
			FROM (
				SELECT round_id, open, outcome FROM answers
				WHERE player_id = $1
				ORDER BY round_id DESC
				LIMIT $2) AS top
			WHERE open = 1 AND outcome IN ($3, $4) AND (
				$5 = '' OR EXISTS (SELECT 1 FROM rounds r WHERE r.id = top.round_id AND r.game = $5)))`,
		playerID, latest, outcome, other, game)
}

// lastAnswerAt returns the time of a round's last answer, or ErrNotFound.
func lastAnswerAt(tx *storage.Tx, roundID int64) (time.Time, error) {
	return storage.Get[time.Time](tx, "find last answer", `
		SELECT at FROM answers WHERE round_id = $1 ORDER BY id DESC LIMIT 1`, roundID)
}

// Answers returns the answers to a round that are right or near, oldest first. It sets Mine in those
// that the given person gave.
func Answers(tx *storage.Tx, roundID, playerID int64) ([]storage.Answer, error) {
	return storage.List[storage.Answer](tx, "list answers", allAnswersQuery, roundID, playerID)
}

var allAnswersQuery = `
	SELECT ` + answerColumns + `, a.player_id IN ` + storage.PersonPlayers("$2") + `
	FROM answers a JOIN players p ON p.id = a.player_id
	WHERE a.round_id = $1 AND a.outcome IN ('right', 'near')
	ORDER BY a.id`

// answersUnlessDailyQuery is allAnswersQuery for the round of a community. For a daily it returns
// no answers, and reads none.
var answersUnlessDailyQuery = `
	SELECT ` + answerColumns + `, a.player_id IN ` + storage.PersonPlayers("$2") + `
	FROM rounds own CROSS JOIN answers a CROSS JOIN players p
	WHERE own.id = $1 AND own.community_id IS NOT NULL
		AND a.round_id = own.id AND a.outcome IN ('right', 'near') AND p.id = a.player_id
	ORDER BY a.id`
