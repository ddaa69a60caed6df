package play

import (
	"reckon/engine"
	"reckon/storage"
)

// MayShow reports whether the solutions of a puzzle may be shown to a person: not while it
// is one of a live daily, or open anywhere.
func (p *Play) MayShow(tx *storage.Tx, a Act, puzzle engine.Puzzle) (bool, error) {
	first, last := Live(a.At)
	daily, err := tx.IsDaily(puzzle.Class(), first, last)
	if err != nil || daily {
		return false, err
	}
	open, err := tx.IsOpen(puzzle.Class(), 0)
	return !open, err
}

// Shown notes that a person has seen the solutions of a puzzle.
func (p *Play) Shown(tx *storage.Tx, a Act, puzzle engine.Puzzle) error {
	return tx.MarkSeen(a.Person.ID, puzzle.Class(), 0)
}
