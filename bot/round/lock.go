package round

import (
	"fmt"
	"time"

	"reckon/storage"
)

// A lock is for a player and a class of puzzles. It is stored under a keyed hash of the player, so that
// it still holds when they come back after they were forgotten. There are two sorts:
//
//   - A lock of a class of puzzles keeps a live puzzle from paying the player.
//   - A lock of the class of a single day (ofDay) stores when the player's clock for that daily began.
//     It ends lockFor after that, and does not keep anything from paying.

// lockFor is how long a lock lasts. No round and no daily is live for longer.
const lockFor = 3 * 24 * time.Hour

// ofDay returns a class that contains only the puzzle of one day. It is used for payments and clocks of a
// daily, so that the same puzzle pays again on another day.
func ofDay(number int, class string) string { return fmt.Sprintf("#%d %s", number, class) }

// lock locks a class of puzzles to a player. The lock lasts for lockFor, counted from since.
func (p *Play) lock(tx *storage.Tx, player storage.Player, class string, since time.Time) error {
	return lockClass(tx, p.Hash(player.Network, player.Key), class, since.Add(lockFor))
}

// keptClock returns when a player's clock for a daily began, if a lock keeps it; otherwise zero.
func (p *Play) keptClock(tx *storage.Tx, player storage.Player, r Round, now time.Time) (time.Time, error) {
	until, err := classLockedUntil(tx, p.Hash(player.Network, player.Key), ofDay(r.Daily, r.Class), now)
	if err != nil || until.IsZero() {
		return time.Time{}, err
	}
	return until.Add(-lockFor), nil
}
