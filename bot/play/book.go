package play

import (
	"context"

	"reckon/engine"
	"reckon/storage"
)

// Published is what all may read of a puzzle in a book.
type Published struct {
	Puzzle engine.Puzzle
	Locked bool            // people play it, or one like it: the rest is left out
	Best   engine.Solution // the best known
	Record *storage.Record // of the player who found it; nil: the book had it first
}

// Published returns what all may read of puzzles in a book, in their order.
func (p *Play) Published(ctx context.Context, a Act, puzzles []engine.Puzzle) ([]Published, error) {
	var out []Published
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var ids, classes []string
		for _, puzzle := range puzzles {
			ids, classes = append(ids, puzzle.ID()), append(classes, puzzle.Face().Class())
		}
		first, last := anywhere(a.At)
		played, err := tx.InPlay(classes, first, last)
		if err != nil {
			return err
		}
		found, err := tx.RecordsOf(ids)
		if err != nil {
			return err
		}
		locked, records := map[string]bool{}, map[string]storage.Record{}
		for _, class := range played {
			locked[class] = true
		}
		for _, r := range found {
			records[r.Puzzle] = r
		}
		for i, puzzle := range puzzles {
			x := Published{Puzzle: puzzle, Locked: locked[classes[i]]}
			if !x.Locked {
				x.Best = puzzle.Solve(ctx)
				if r, is := records[ids[i]]; is && r.Measure <= x.Best.Measure {
					x.Record = &r
					x.Best = beaten(puzzle, x.Best, r)
				}
			}
			out = append(out, x)
		}
		return nil
	})
	return out, err
}
