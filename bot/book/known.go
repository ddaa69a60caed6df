package book

import (
	"context"
	"slices"
	"time"

	"reckon/bot/round"
	"reckon/engine"
	"reckon/storage"
)

// A knownAnswer is the best known answer to a puzzle, as anybody may read it.
type knownAnswer struct {
	puzzle engine.Puzzle
	// isLocked reports whether people play the puzzle, or one with the same solutions. Then best and record
	// are empty.
	isLocked bool
	// best is the best known answer.
	best engine.Solution
	// record is the record of the player who found best; nil: the program found it.
	record *Record
}

// known returns the best known answers at a time to puzzles, in the order of the puzzles.
func (b book) known(ctx context.Context, at time.Time, puzzles []engine.Puzzle) ([]knownAnswer, error) {
	var ids, classes []string
	for _, puzzle := range puzzles {
		ids = append(ids, puzzle.ID())
		classes = append(classes, puzzle.Face().Class())
	}
	var inPlay []string
	var records []Record
	err := b.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		inPlay, err = round.InPlay(tx, classes, at)
		if err != nil {
			return err
		}
		records, err = recordsOf(tx, ids)
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []knownAnswer
	for i, puzzle := range puzzles {
		if slices.Contains(inPlay, classes[i]) {
			all = append(all, knownAnswer{puzzle: puzzle, isLocked: true})
			continue
		}
		known := knownAnswer{puzzle: puzzle, best: puzzle.Solve(ctx)}
		found := slices.IndexFunc(records, func(r Record) bool { return r.Puzzle == ids[i] })
		// Less is better. A newer version of the program may know an answer that is better than the record.
		if found >= 0 && records[found].Measure <= known.best.Measure {
			record := &records[found]
			known.record = record
			known.best = round.WithRecord(puzzle, known.best, record.Measure, record.Text)
		}
		all = append(all, known)
	}
	return all, nil
}
