package play

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A mode is a way to play a round.
type mode interface {
	// take counts an answer that takes part.
	take(tx *storage.Tx, p *Play, t *try) error
	// award makes the awards of a round at its end, of its answers alone, so that
	// it can be done again.
	award(tx *storage.Tx, p *Play, r Round, best engine.Solution) error
	// ends is why and when a round without a clock ends if nothing more happens.
	ends(tx *storage.Tx, r Round, best engine.Solution) (reason string, at time.Time, err error)
}

// modeOf is how a round is played: as its match has it, or each alone in private
// chats and dailies, for the best answer where answers are measured, else for the
// first right one.
func modeOf(r Round) mode {
	switch {
	case r.IsDuel():
		return duel{}
	case r.Match != nil:
		return series{}
	case !r.Shared():
		return alone{}
	case r.Hidden():
		return best{}
	}
	return race{}
}
