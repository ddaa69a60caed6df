package round

import (
	"context"
	"time"

	"reckon/storage"
)

// LivePuzzles are the classes of the live puzzles that a person has met. Finding them takes long, since it
// reads all that the person has ever done. So it is done before a transaction.
type LivePuzzles struct {
	players map[int64]liveClasses
}

// liveClasses are the classes of one player.
type liveClasses struct {
	classes []string
	// done is how many answers and hints the player had when the classes were read.
	done int
}

// ReadLive reads the live puzzles of a person, for a transaction that unlinks or forgets them.
func (p *Play) ReadLive(ctx context.Context, playerID int64, at time.Time) (*LivePuzzles, error) {
	live := &LivePuzzles{players: map[int64]liveClasses{}}
	first, _ := liveNumbers(at)
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		players, err := tx.PersonPlayers(playerID)
		if err != nil {
			return err
		}
		for _, player := range players {
			done, err := countDone(tx, player.ID)
			if err != nil {
				return err
			}
			classes, err := liveClassesOf(tx, player.ID, first)
			if err != nil {
				return err
			}
			live.players[player.ID] = liveClasses{classes: classes, done: done}
		}
		return nil
	})
	return live, err
}

// of returns the classes of a player. It reads them again if the player has done something since.
func (l *LivePuzzles) of(tx *storage.Tx, playerID int64, at time.Time) ([]string, error) {
	if l != nil {
		known, isKnown := l.players[playerID]
		done, err := countDone(tx, playerID)
		if err != nil {
			return nil, err
		}
		if isKnown && known.done == done {
			return known.classes, nil
		}
	}
	first, _ := liveNumbers(at)
	return liveClassesOf(tx, playerID, first)
}
