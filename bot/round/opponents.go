package round

import (
	"context"

	"reckon/storage"
)

// Opponents play the other side of the matches of a kind. A feature that implements it stores the
// opponents itself.
type Opponents interface {
	// Draw draws the next puzzle of a match, and the opponent for that puzzle. It runs before the
	// transaction that deals the puzzle.
	Draw(ctx context.Context, act Act, m Match) (Pick, Opponent, error)
	// Save stores the opponent of a round, in the transaction that deals the round.
	Save(tx *storage.Tx, roundID int64, o Opponent) error
	// OfMatch returns the opponents in a match, by the ID of the round.
	OfMatch(tx *storage.Tx, matchID int64) (map[int64]Opponent, error)
}
