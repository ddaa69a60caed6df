// Package mode describes the ways to play a round, and the matches that rounds belong to,
// as data: what a mode allows, pays and shows are fields, so that nobody asks which mode
// it is. Package play carries them out. The sentences of a match have its name in their keys.
package mode

import "time"

// A Mode is a way to play.
type Mode struct {
	Name    string // names its match in storage and in keys of sentences; empty: rounds belong to no match
	Variant string // ends the keys of its sentences, where it has sentences of its own

	Shared bool // people play together at a place
	Hidden bool // nobody reads the answers of others while the round is open
	Pay    Pay
	Hints  Hints
	GiveUp GiveUp
	Edits  bool // a changed message may be an answer

	// The rest is about matches.

	Pair       bool          // the person who asked for it plays one whom they challenge, or a ghost
	Ghost      bool          // the other is a recording, whose time is the clock of a puzzle, told to nobody
	Length     int           // how many puzzles it has at most unless another number is asked for
	OpenFor    time.Duration // how long a puzzle stays open after its first right answer
	EndsEarly  bool          // a puzzle ends with a right answer or, where answers are measured, with a best possible one
	Pause      time.Duration // before the next puzzle
	AskerStops bool          // the person who asked for the match may stop it, not only administrators

	// Score returns the points in the match for a place among so many.
	Score func(place, of int) int
	// Decided reports whether a match of so many puzzles is over before all are played; nil: it
	// never is.
	Decided func(puzzles Placed, length int) bool
	// Players returns who may answer the next puzzle; nil: anyone may. pair are the two people
	// of a Pair, before returns the places in the puzzles until now.
	Players func(pair []int64, before func() (Placed, error)) ([]int64, error)
}

// Placed are the people who have a place in each puzzle of a match, the best first; 0 is a ghost.
type Placed [][]int64

// Pay says what is paid.
type Pay int

const (
	PayOwn    Pay = iota // each person by their own answers, at once
	PayFirst             // the first right answer in full, further distinct solutions a part, at once
	PayBest              // each person's best answer by its quality, at the end
	PayPlaces            // right answers by their place, at the end
)

// Hints says when hints open.
type Hints int

const (
	NoHints  Hints = iota
	AnyTime        // whenever a person asks, but on a clock
	OneByOne       // in a race: after some time each
)

// GiveUp says what giving up does.
type GiveUp int

const (
	NoGiveUp    GiveUp = iota // it is refused: the round ends by itself
	QuitAlone                 // the person is shown a solution, the round goes on
	QuitAsker                 // it ends the round for all if the person may do so, else as QuitAlone
	QuitEnds                  // it ends the round
	QuitResigns               // one of the two loses the puzzle
)

// Setting is where a round is played.
type Setting int

const (
	Together Setting = iota // at a place where people talk
	Private                 // in a person's own conversation
	Daily                   // a daily, wherever it is answered
)
