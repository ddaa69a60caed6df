package play

import (
	"time"

	"reckon/storage"
)

// lockFor is how long a live puzzle stays locked to a forgotten person: no round and no
// daily is live longer.
const lockFor = 3 * 24 * time.Hour

// Forget removes a person everywhere, with all their linked players. Only live puzzles that
// they took part in stay locked to them, under a keyed hash.
func (p *Play) Forget(tx *storage.Tx, who storage.Player, at time.Time) error {
	first, _ := Live(at)
	all, err := tx.Kin(who.ID)
	if err != nil {
		return err
	}
	for _, x := range all {
		classes, err := tx.LiveClasses(x.ID, first)
		if err != nil {
			return err
		}
		for _, other := range all {
			if err := p.lock(tx, other, classes, at); err != nil {
				return err
			}
		}
	}
	for _, x := range all {
		if err := tx.ForgetPlayer(x.ID); err != nil {
			return err
		}
	}
	return nil
}

// lock locks live puzzles to a person.
func (p *Play) lock(tx *storage.Tx, who storage.Player, classes []string, at time.Time) error {
	for _, class := range classes {
		if err := tx.Lock(p.hash(who), class, at.Add(lockFor)); err != nil {
			return err
		}
	}
	return nil
}
