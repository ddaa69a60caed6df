package round

import (
	"time"

	"reckon/storage"
)

// A Record is an answer that was better than any known before it.
type Record struct {
	Puzzle string
	Game   string
	// Measure is the measure of the answer. Less is better.
	Measure int
	// Was is the measure of the best answer known before.
	Was      int
	Text     string
	PlayerID int64
	At       time.Time

	// PlayerName and PlayerKey are set in a record that was just made. findRecord leaves them empty.
	PlayerName string
	PlayerKey  string
}

// findRecord returns the record of a puzzle.
func findRecord(tx *storage.Tx, puzzle string) (Record, error) {
	return storage.Get[Record](tx, "find record", `
		SELECT puzzle, game, measure, was, text, player_id, at, '', ''
		FROM records
		WHERE puzzle = $1`, puzzle)
}

// SaveRecord stores the record of a puzzle, unless the stored one is as good or better.
func SaveRecord(tx *storage.Tx, r Record) error {
	return tx.Exec("save record", `
		INSERT INTO records (puzzle, game, measure, was, text, player_id, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (puzzle) DO UPDATE SET
			measure = excluded.measure,
			was = excluded.was,
			text = excluded.text,
			player_id = excluded.player_id,
			at = excluded.at
		WHERE excluded.measure < records.measure`,
		r.Puzzle, r.Game, r.Measure, r.Was, r.Text, r.PlayerID, r.At)
}
