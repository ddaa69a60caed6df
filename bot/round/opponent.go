package round

import "time"

// An Opponent is the other side in a puzzle of a match, if that side is no person.
type Opponent struct {
	// After is how long it needs, in whole milliseconds.
	After time.Duration
	// Recorded reports whether a person once did so. Otherwise it is computed.
	Recorded bool
	// PlayerID is that person; 0: there is none, or they are forgotten.
	PlayerID int64
	// Name, Network and Key are those of the person, if they allow that.
	Name    string
	Network string
	Key     string
	// Found reports whether it gives an answer in time. In modes that are OnItsClock it gives none.
	Found bool
	// Text is the answer; empty: there is none, or it is unknown.
	Text string
	// Measure is how good the answer is, as the game measures.
	Measure int
}
