package storage

import "time"

// A Record is an answer better than any that was known.
type Record struct {
	Puzzle, Game          string
	Measure, Was          int // of the answer, and of the best known before; less is better
	Text                  string
	PlayerID              int64
	PlayerName, PlayerKey string // filled by queries
	At                    time.Time
}

const recordColumns = `r.puzzle, r.game, r.measure, r.was, r.text, r.player_id, p.name, p.key, r.at`

// Record returns the record of a puzzle.
func (tx *Tx) Record(puzzle string) (Record, error) {
	return get[Record](tx, "find record",
		`SELECT `+recordColumns+` FROM records r JOIN players p ON p.id = r.player_id WHERE r.puzzle = $1`, puzzle)
}

// SaveRecord stores a record in place of a worse one. One that is as good stays: it was
// there first.
func (tx *Tx) SaveRecord(r Record) error {
	return tx.put("save record", `
		INSERT INTO records (puzzle, game, measure, was, text, player_id, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (puzzle) DO UPDATE SET measure = excluded.measure, was = excluded.was,
			text = excluded.text, player_id = excluded.player_id, at = excluded.at
			WHERE excluded.measure < records.measure`,
		r.Puzzle, r.Game, r.Measure, r.Was, r.Text, r.PlayerID, r.At)
}

// Records returns the latest records, newest first, at most limit of them.
func (tx *Tx) Records(limit int) ([]Record, error) {
	return list[Record](tx, "list records",
		`SELECT `+recordColumns+` FROM records r JOIN players p ON p.id = r.player_id ORDER BY r.at DESC LIMIT $1`, limit)
}
