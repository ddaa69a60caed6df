package play

import (
	"errors"
	"time"

	"reckon/storage"
)

// lockFor is how long a live puzzle stays locked to a forgotten person: no round and no
// daily is live longer.
const lockFor = 3 * 24 * time.Hour

// Forget removes the person who acts everywhere, with all their linked players, and the
// names by which they were challenged before they had acted. Only live puzzles that they
// took part in stay locked to them, under a keyed hash.
func (p *Play) Forget(tx *storage.Tx, a Act) error {
	first, _ := Live(a.At)
	all, err := tx.Kin(a.Person.ID)
	if err != nil {
		return err
	}
	if err := tx.ForgetRival(a.Person.Network, a.Handle); err != nil {
		return err
	}
	for _, x := range all {
		classes, err := tx.LiveClasses(x.ID, first)
		if err != nil {
			return err
		}
		for _, other := range all {
			if err := p.lock(tx, other, classes, a.At); err != nil {
				return err
			}
		}
	}
	for _, x := range all {
		if err := errors.Join(tx.ForgetRival(x.Network, keyMark+x.Key), tx.ForgetPlayer(x.ID)); err != nil {
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
