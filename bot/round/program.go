// This file is about matches whose puzzles are of several games, in which people choose in turn which kind of puzzle
// comes next.

package round

import (
	"cmp"
	"context"
	"slices"

	"reckon/storage"
)

// turnsOf returns the people who choose in turn in a match: those who have joined it, the two who play it or, if one
// person plays alone, that person.
func turnsOf(tx *storage.Tx, m Match, pair []storage.Player) ([]storage.Player, error) {
	switch {
	case len(m.Program) == 0:
		return nil, nil
	case m.Mode.Gather > 0:
		return joinersOf(tx, m.ID)
	case pair != nil:
		// An opponent that is no person has no ID, and never chooses.
		return slices.DeleteFunc(slices.Clone(pair), func(p storage.Player) bool { return p.ID == 0 }), nil
	}
	asker, isThere, err := storage.Found(tx.PlayerByID(m.AskerID))
	if err != nil || !isThere {
		return nil, err
	}
	return []storage.Player{asker}, nil
}

// DrawNext draws the next puzzle of a match: of the game whose turn it is, and of the kind that was chosen. If it can,
// DrawNext avoids puzzles that the person or others have seen.
func (p *Play) DrawNext(ctx context.Context, a Act, m Match, others ...int64) (Pick, error) {
	return p.Draw(ctx, a, p.Game(m.NextGame()), m.Level(), cmp.Or(m.Choice, m.Option()), others...)
}
