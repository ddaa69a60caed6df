package round

import (
	"context"
	"slices"

	"reckon/engine"
	"reckon/storage"
)

// noteShown notes that a person is shown solutions of some rounds. It is for what only reads, and may be asked for again
// and again, such as View: it takes a transaction of its own, but only if something is not noted yet. A person who is
// not stored yet has nothing to be noted.
func (p *Play) noteShown(ctx context.Context, a Act, rounds []Round) error {
	if len(rounds) == 0 || a.Person.ID == 0 {
		return nil
	}
	var puzzles []engine.Puzzle
	for _, r := range rounds {
		puzzles = append(puzzles, r.Puzzle)
	}
	allNoted := false
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		allNoted, err = arePuzzlesNoted(tx, a, puzzles)
		return err
	})
	if err != nil || allNoted {
		return err
	}
	return p.store.Commit(ctx, func(tx *storage.Tx) error {
		for _, r := range rounds {
			if err := p.markRoundShown(tx, a, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// arePuzzlesNoted reports whether it is stored that a person was shown solutions of some puzzles: their classes are marked
// as seen, and so are all open rounds that these solutions give away.
func arePuzzlesNoted(tx *storage.Tx, a Act, puzzles []engine.Puzzle) (bool, error) {
	var classes, givenAway []string
	for _, puzzle := range puzzles {
		classes = append(classes, classesShown(puzzle)...)
		givenAway = append(givenAway, classesGivenAway(puzzle)...)
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
	isUnmarked, err := isAnyUnmarked(tx, givenAway, a.Person.ID)
	return !isUnmarked, err
}

// MarkAnswerSeen notes that a person is shown an answer under the message of a round that is over: they know a solution
// of the round, though they may not have found it. If others play its puzzle, it notes nothing and returns the puzzle,
// and the answer must not be shown. While the round is open, what others may read of it costs nobody anything.
func (p *Play) MarkAnswerSeen(tx *storage.Tx, a Act, roundID int64) (played engine.Puzzle, err error) {
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
	if err != nil {
		return nil, err
	}
	if isPlayed {
		return r.Puzzle, nil
	}
	return nil, p.markRoundShown(tx, a, r)
}
