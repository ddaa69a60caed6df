package play

import (
	"context"
	"slices"

	"reckon/engine"
	"reckon/storage"
)

// Published is what everybody may read of a puzzle in a book.
type Published struct {
	Puzzle engine.Puzzle
	// Locked is true while people play the puzzle, or one like it. What follows is then empty.
	Locked bool
	// Best is the best solution known.
	Best engine.Solution
	// Record says who found Best; nil if the program knew it before anybody.
	Record *storage.Record
}

// Published returns what everybody may read of puzzles in a book, in their order.
func (p *Play) Published(ctx context.Context, a Act, puzzles []engine.Puzzle) ([]Published, error) {
	var ids, classes []string
	for _, puzzle := range puzzles {
		ids = append(ids, puzzle.ID())
		classes = append(classes, puzzle.Face().Class())
	}
	var out []Published
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		first, last := anywhere(a.At)
		played, err := tx.InPlay(classes, first, last)
		if err != nil {
			return err
		}
		found, err := tx.RecordsOf(ids)
		if err != nil {
			return err
		}
		records := map[string]storage.Record{}
		for _, r := range found {
			records[r.Puzzle] = r
		}
		for i, puzzle := range puzzles {
			if slices.Contains(played, classes[i]) {
				out = append(out, Published{Puzzle: puzzle, Locked: true})
				continue
			}
			x := Published{Puzzle: puzzle, Best: puzzle.Solve(ctx)}
			r, isFound := records[ids[i]]
			if isFound && r.Measure <= x.Best.Measure {
				x.Record = &r
				x.Best = beaten(puzzle, x.Best, r)
			}
			out = append(out, x)
		}
		return nil
	})
	return out, err
}
