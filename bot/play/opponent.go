package play

import (
	"context"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// An Opponent is the other side in a puzzle of a match where that is no person.
type Opponent struct {
	// After is how long it needs, in whole milliseconds.
	After time.Duration
	// Recorded says that a person needed that long; else it is computed.
	Recorded bool
	// PlayerID is that person; 0: there is none, or they are forgotten.
	PlayerID int64
	// Name, Network and Key are that person's, if they allow it.
	Name    string
	Network string
	Key     string
}

// Opponents play the other side of the matches of a kind. What they know of it they store
// themselves.
type Opponents interface {
	// Draw draws the next puzzle of a match and the opponent in it. It runs outside of the
	// transaction that deals the puzzle.
	Draw(ctx context.Context, act Act, m Match) (Pick, Opponent, error)
	// Save stores the opponent in a round, in the transaction that deals it.
	Save(tx *storage.Tx, roundID int64, o Opponent) error
	// OfMatch returns the opponents in a match, by the ID of the round.
	OfMatch(tx *storage.Tx, matchID int64) (map[int64]Opponent, error)
}

// AddMatch adds a kind of match, with those who play its other side if no person does. It is
// called before anything is played.
func (p *Play) AddMatch(kind mode.Kind, opponents Opponents) {
	p.modes = append(p.modes, kind)
	if p.opponents == nil {
		p.opponents = map[string]Opponents{}
	}
	if opponents != nil {
		p.opponents[kind.Name] = opponents
	}
}

// Mode returns how the rounds of a match of a game are played in a place; kind is empty for rounds
// that belong to no match. It is empty if there is no such match in the game.
func (p *Play) Mode(kind string, where mode.Setting, g engine.Game) mode.Mode {
	return p.modes.Of(kind, where, g.Rules().Measure != "")
}
