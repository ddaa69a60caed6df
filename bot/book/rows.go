package book

import (
	"fmt"
	"strings"
	"time"

	"reckon/storage"
)

// A Record is an answer that was better than any known before.
type Record struct {
	Puzzle string
	Game   string
	// Measure is the measure of the answer. Less is better.
	Measure int
	// Was is the measure of the best answer known before.
	Was        int
	Text       string
	PlayerName string
	PlayerKey  string
	At         time.Time
	// Credited reports whether the player allows others to read their name.
	Credited bool
}

var selectRecords = `
	SELECT r.puzzle, r.game, r.measure, r.was, r.text, p.name, p.key, r.at,
		` + credit.IsOnFor("r.player_id") + `
	FROM records r JOIN players p ON p.id = r.player_id`

// ListRecords returns the latest records, newest first, at most limit of them.
func ListRecords(tx *storage.Tx, limit int) ([]Record, error) {
	return storage.List[Record](tx, "list records", selectRecords+` ORDER BY r.at DESC LIMIT $1`, limit)
}

// recordsOf returns the records of some puzzles, in any order.
func recordsOf(tx *storage.Tx, puzzles []string) ([]Record, error) {
	var parameters []string
	var args []any
	for i, puzzle := range puzzles {
		parameters = append(parameters, fmt.Sprintf("$%d", i+1))
		args = append(args, puzzle)
	}
	in := strings.Join(parameters, ", ")
	return storage.List[Record](tx, "find records", selectRecords+` WHERE r.puzzle IN (`+in+`)`, args...)
}
