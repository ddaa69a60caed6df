package round

import "time"

// An Opponent is the other side in a puzzle of a match, if that side is no person.
type Opponent struct {
	// After is how long it needs, in whole milliseconds.
	After time.Duration
	// Recorded reports whether the time is one that a person once needed. Otherwise it is computed.
	Recorded bool
	// PlayerID is that person; 0: there is none, or they are forgotten.
	PlayerID int64
	// Name, Network and Key are those of the person, if they allow that.
	Name    string
	Network string
	Key     string
}
