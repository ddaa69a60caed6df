// This file is about matches whose puzzles are of several games, in which people choose in turn which kind of puzzle
// comes next.

package round

import (
	"cmp"
	"slices"

	"reckon/engine"
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

// nextWish returns the game of the next puzzle, and the Text of the engine.Wish for it.
func (p *Play) nextWish(m Match) (g engine.Game, text string) {
	return p.Game(m.NextGame()), cmp.Or(m.Choice, m.Option())
}

// BestScore returns the score of a person who gives the best answer to each puzzle of a match in which only the best
// answers count. It leaves out puzzles that are open, void ones, and those whose best answer is unknown.
func (m *Match) BestScore() int {
	score := 0
	for _, b := range m.Bouts {
		isKnown := b.Round.Best >= 0
		isCounted := !b.Round.ClosedAt.IsZero() && !b.IsVoid() && isKnown
		if isCounted {
			score += engine.Score(b.Round.Game, b.Round.Best)
		}
	}
	return score
}
