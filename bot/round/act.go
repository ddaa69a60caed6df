package round

import (
	"slices"
	"time"

	"reckon/storage"
)

// An Act says who acts, where and when.
type Act struct {
	// Key is the key of the request.
	Key       string
	Person    storage.Player
	Community storage.Community
	Channel   string
	// At is the network's own time.
	At time.Time
	// Admin reports whether the person administers the community.
	Admin bool
	// Ephemeral reports whether nobody else reads the reply: see OthersRead.
	Ephemeral bool
	// Apart reports whether the reply is shown somewhere else than at the place.
	Apart bool
	// Delay returns how long a message at the place would be held back now; nil: not at all.
	Delay func() time.Duration
	// Sealed reports whether nobody else reads what the person sent.
	Sealed bool
	// Taps is how many taps an answer took on the page; 0: it was typed.
	Taps int
	// Handle is another name that the network knows the person by; empty: none.
	Handle string
	// Present are the keys of all who are known to be at the place now; empty: nobody can know that.
	Present []string
	// Candidates has the rounds that the request may be about, as they were when it was read.
	Candidates storage.Candidates
	// Live are the person's live puzzles, if they were read before the transaction; nil: they were not.
	Live *LivePuzzles
}

// waitsForNobody reports whether everybody who is known to be at the place is among some people. It is false if
// nobody can know who is there.
func (a Act) waitsForNobody(done []string) bool {
	isMissing := func(key string) bool { return !slices.Contains(done, key) }
	return len(a.Present) > 0 && !slices.ContainsFunc(a.Present, isMissing)
}

// OthersRead reports whether others at the place read the reply.
func (a Act) OthersRead() bool { return !a.Ephemeral }
