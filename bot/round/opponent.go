package round

import "time"

// An Opponent is the other side in a puzzle of a match, if that side is no person.
type Opponent struct {
	// After is how long it needs, in whole milliseconds.
	After time.Duration
	// Recorded reports whether a person once needed that time and gave that answer. Otherwise both are computed.
	Recorded bool
	// PlayerID is that person; 0: there is none, or they are forgotten.
	PlayerID int64
	// Name, Network and Key are those of the person, if they allow that.
	Name    string
	Network string
	Key     string
	// Found reports whether it gives an answer. It gives none if its time is the clock of the puzzle: see
	// mode.Mode.OnItsClock.
	Found bool
	// Text is the answer; empty: it is unknown.
	Text string
	// Measure is how good the answer is, as the game measures.
	Measure int
}
