package storage

// Daily returns the puzzle of a game chosen for the daily of a number.
func (tx *Tx) Daily(number int, game string) (puzzle string, err error) {
	return get(tx, "find daily", one[string],
		`SELECT puzzle FROM dailies WHERE number = ? AND game = ?`, number, game)
}

// AddDaily chooses a puzzle for a daily. One chosen before is kept.
func (tx *Tx) AddDaily(number int, game, puzzle string) error {
	_, err := tx.exec("add daily", `
		INSERT INTO dailies (number, game, puzzle) VALUES (?, ?, ?) ON CONFLICT (number, game) DO NOTHING`,
		number, game, puzzle)
	return err
}

// DailyRound returns the round of a daily that all chats share.
func (tx *Tx) DailyRound(number int, game string) (Round, error) {
	return get(tx, "find round of daily", readRound, `
		SELECT `+roundColumns+` FROM rounds WHERE daily = ? AND game = ? AND chat_id IS NULL`, number, game)
}

// IsDailyPuzzle tells whether a puzzle is one of the dailies of a number.
func (tx *Tx) IsDailyPuzzle(puzzle string, number int) (bool, error) {
	return get(tx, "look for puzzle in dailies", one[bool],
		`SELECT EXISTS (SELECT 1 FROM dailies WHERE number = ? AND puzzle = ?)`, number, puzzle)
}

// DailySolvers returns the first right answer to a round of each player, oldest
// first, of those that count in the chat, or of all if chatID is 0.
func (tx *Tx) DailySolvers(roundID int64, chatID int64) ([]Answer, error) {
	return list(tx, "list solvers of daily", readAnswer, `
		SELECT `+answerColumns+`
		FROM (
			SELECT MIN(id) AS id FROM answers
			WHERE round_id = ? AND outcome = 'right' AND (? = 0 OR chat_id = ?)
			GROUP BY player_id
		) first
		JOIN answers a ON a.id = first.id JOIN players p ON p.id = a.player_id
		ORDER BY a.id`, roundID, chatID, chatID)
}
