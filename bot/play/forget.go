package play

import (
	"time"

	"reckon/storage"
)

// lockFor is for how long a live puzzle stays locked to a person who is
// forgotten: no round and no daily is live longer.
const lockFor = 3 * 24 * time.Hour

// Forget removes a person everywhere. Only live puzzles they have had to do with
// stay locked to them, under a keyed hash.
func (p *Play) Forget(tx *storage.Tx, who storage.Player, at time.Time) error {
	first, _ := Live(at)
	classes, err := tx.LiveClasses(who.ID, first)
	if err != nil {
		return err
	}
	for _, class := range classes {
		if err := tx.Lock(p.hash(who), class, at.Add(lockFor)); err != nil {
			return err
		}
	}
	return tx.ForgetPlayer(who.ID)
}
