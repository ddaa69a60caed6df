package round

import (
	"context"
	"slices"

	"reckon/engine"
	"reckon/storage"
)

// noteShown notes that a person is shown solutions of some puzzles by something that only reads, and that they may
// look at again and again. It does so in a transaction of its own. If all is noted already, it only reads. A person
// who is not stored yet has nothing to be noted.
func (p *Play) noteShown(ctx context.Context, a Act, puzzles []engine.Puzzle) error {
	if len(puzzles) == 0 || a.Person.ID == 0 {
		return nil
	}
	areNoted := false
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		areNoted, err = isNoted(tx, a, puzzles)
		return err
	})
	if err != nil || areNoted {
		return err
	}
	return p.store.Commit(ctx, func(tx *storage.Tx) error {
		for _, puzzle := range puzzles {
			if err := p.MarkShown(tx, a, puzzle); err != nil {
				return err
			}
		}
		return nil
	})
}

// isNoted reports whether it is stored that a person was shown solutions of some puzzles, also for each open round
// of their classes.
func isNoted(tx *storage.Tx, a Act, puzzles []engine.Puzzle) (bool, error) {
	var classes []string
	for _, puzzle := range puzzles {
		classes = append(classes, classesShown(puzzle)...)
	}
	slices.Sort(classes)
	classes = slices.Compact(classes)
	if len(classes) == 0 {
		return true, nil
	}
	hasSeen, err := hasSeenAll(tx, a.Person.ID, classes)
	if err != nil || !hasSeen {
		return false, err
	}
	isUnmarked, err := isAnyUnmarked(tx, classes, a.Person.ID)
	return !isUnmarked, err
}

// ShowAnswer notes that a person looks at an answer under the message of a round that is over: they know a solution of
// the round, though they may not have found it. If others play its puzzle, the answer is not shown to them, and
// ShowAnswer returns that puzzle; nil: the answer is shown. While the round is open, what others may read of it costs
// nobody anything.
func (p *Play) ShowAnswer(tx *storage.Tx, a Act, roundID int64) (played engine.Puzzle, err error) {
	r, isThere, err := storage.Found(p.Round(tx, roundID))
	if err != nil || !isThere || r.ClosedAt.IsZero() {
		return nil, err
	}
	mine, err := PlayerAnswers(tx, r.ID, a.Person.ID)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(mine, isRight) {
		return nil, nil
	}
	isPlayed, err := isPlayedElsewhere(tx, a, r)
	if err != nil || isPlayed {
		return r.Puzzle, err
	}
	return nil, p.MarkShown(tx, a, r.Puzzle)
}
