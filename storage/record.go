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
	Credited              bool // filled by queries: the person's name may stand beside it
}

var recordColumns = `r.puzzle, r.game, r.measure, r.was, r.text, r.player_id, p.name, p.key, r.at,
	EXISTS (SELECT 1 FROM communities c WHERE c.player_id IN ` + kin("r.player_id") + ` AND c.credited = 1)`

// Record returns the record of a puzzle.
func (tx *Tx) Record(puzzle string) (Record, error) {
	return Get[Record](tx, "find record",
		`SELECT `+recordColumns+` FROM records r JOIN players p ON p.id = r.player_id WHERE r.puzzle = $1`, puzzle)
}

// RecordsOf returns the records of some puzzles, in any order.
func (tx *Tx) RecordsOf(puzzles []string) ([]Record, error) {
	return List[Record](tx, "find records",
		`SELECT `+recordColumns+` FROM records r JOIN players p ON p.id = r.player_id WHERE r.puzzle IN (`+parameters(1, len(puzzles))+`)`, values(puzzles)...)
}

// values are texts as arguments.
func values(all []string) (out []any) {
	for _, s := range all {
		out = append(out, s)
	}
	return out
}

// SaveRecord stores a record in place of a worse one. One that is as good stays: it was
// there first.
func (tx *Tx) SaveRecord(r Record) error {
	return tx.Exec("save record", `
		INSERT INTO records (puzzle, game, measure, was, text, player_id, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (puzzle) DO UPDATE SET measure = excluded.measure, was = excluded.was,
			text = excluded.text, player_id = excluded.player_id, at = excluded.at
			WHERE excluded.measure < records.measure`,
		r.Puzzle, r.Game, r.Measure, r.Was, r.Text, r.PlayerID, r.At)
}

// Records returns the latest records, newest first, at most limit of them.
func (tx *Tx) Records(limit int) ([]Record, error) {
	return List[Record](tx, "list records",
		`SELECT `+recordColumns+` FROM records r JOIN players p ON p.id = r.player_id ORDER BY r.at DESC LIMIT $1`, limit)
}

// InPlay returns those of some classes of which a puzzle is a daily of the numbers from first
// to last, or open where people play together.
func (tx *Tx) InPlay(classes []string, first, last int) ([]string, error) {
	const numbers = 2 // arguments before the classes
	in := "(" + parameters(numbers+1, len(classes)) + ")"
	return List[string](tx, "find classes in play", `
		SELECT class FROM dailies WHERE class IN `+in+` AND number BETWEEN $1 AND $2
		UNION SELECT r.class FROM rounds r CROSS JOIN communities c
			WHERE r.class IN `+in+` AND r.closed_at IS NULL AND c.id = r.community_id AND c.private = 0`,
		append([]any{first, last}, values(classes)...)...)
}
