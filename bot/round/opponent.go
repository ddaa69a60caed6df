package round

import "time"

// An Opponent is the other side in a puzzle of a match if that side is no person.
type Opponent struct {
	// After is how long it needs, in whole milliseconds.
	After time.Duration
	// Recorded reports whether a person once needed that long. Otherwise the time is computed.
	Recorded bool
	// PlayerID is that person; 0: there is none, or they are forgotten.
	PlayerID int64
	// Name, Network and Key are that person's, if they allow it.
	Name    string
	Network string
	Key     string
}
