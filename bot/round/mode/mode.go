// Package mode describes the ways to play a round, alone or as part of a match, as data. What a mode
// allows, pays and shows are fields, so that no rule asks for a mode's name. Package round applies them.
// The message keys of a match begin with its name.
package mode

import "time"

// A Mode is a way to play.
type Mode struct {
	// Name is the name of the match, in storage and in the keys of its sentences; empty if rounds
	// belong to no match.
	Name string
	// Variant is the end of the keys of sentences that only this mode of a match has.
	Variant string

	// Shared is true if people play together at a place.
	Shared bool
	// Hidden is true if nobody reads the answers of others while the round is open.
	Hidden bool
	Pay    Pay
	Hints  Hints
	GiveUp GiveUp
	// Edits is true if an edited message may be an answer.
	Edits bool

	// The fields below are about matches.

	// Pair is true if two play: the person who asked for the match, and the person whom they challenge,
	// or an opponent.
	Pair bool
	// Opponent is true if the other side is no person.
	Opponent bool
	// OnItsClock is true if the time that the Opponent needs is the clock of a puzzle, which is kept secret. Otherwise
	// the Opponent gives an answer, which counts like a person's.
	OnItsClock bool
	// Length is how many puzzles the match has at most, unless another number is asked for.
	Length int
	// Endless is true if people play until they have had enough, not until a last puzzle. The Length only bounds
	// what a match costs. Each puzzle has a button that stops the match.
	Endless bool
	// OpenFor is how long a puzzle stays open after its first right answer.
	OpenFor time.Duration
	// EndsEarly is true if a right answer ends a puzzle. If answers are measured, only a best
	// possible answer ends it.
	EndsEarly bool
	// Pause is the time before the next puzzle.
	Pause time.Duration
	// Gather is how long people may join before the first puzzle; 0: nobody is waited for, and the first puzzle
	// comes after a Pause.
	Gather time.Duration
	// AskerStops is true if the person who asked for the match may stop it, not only
	// administrators.
	AskerStops bool

	// CountsKnown is true if a right answer has a rank even if the person knew the puzzle, and is paid
	// nothing on the board.
	CountsKnown bool
	// Score returns the points in the match for a rank in a puzzle. The first rank is 1, and count people
	// have a rank. If Score is nil, an answer counts what it is worth.
	Score func(rank, count int) int
	// Decided reports whether nobody can catch up any more in a match of that length. Then it ends
	// before all puzzles are played. If Decided is nil, all puzzles are played.
	Decided func(puzzles Rankings, length int) bool
	// BestOnly is true if only the best answer to a puzzle counts, or several that are equally good. It counts
	// what the game gives for it in a show: see engine.Score. In games that are not measured, the first right
	// answer is the best.
	BestOnly bool
	// ChooseFor is how long a person may choose which kind of puzzle comes next, if that is to be chosen. It
	// takes the place of the Pause.
	ChooseFor time.Duration
	// Rates is true if each puzzle moves the ratings of the two people of a Pair once the match is played to its
	// end, or stopped.
	Rates bool
	// Players returns who may answer the next puzzle; if Players is nil, anyone may. pair are the two people
	// of a Pair.
	Players func(pair []int64) []int64
}

// IsAlone reports whether one person plays, against nobody.
func (m Mode) IsAlone() bool { return !m.Shared && !m.Opponent }

// Rankings has for each puzzle of a match the people with a rank in it, the best first. An opponent is
// 0.
type Rankings [][]int64

// Pay says who is paid for what.
type Pay int

const (
	// PayOwn pays each person for their own answers at once.
	PayOwn Pay = iota
	// PayFirst pays at once: the first right answer in full, and other solutions in part.
	PayFirst
	// PayBest pays each person's best answer by its quality at the end.
	PayBest
	// PayByRank pays right answers by their rank at the end.
	PayByRank
)

// Hints says when hints open.
type Hints int

const (
	NoHints Hints = iota
	// AnyTime gives hints whenever a person asks, except on a clock.
	AnyTime
	// OneByOne opens each hint of a race after some time.
	OneByOne
)

// GiveUp says what giving up does.
type GiveUp int

const (
	// NoGiveUp refuses to give up: the round ends by itself.
	NoGiveUp GiveUp = iota
	// QuitAlone shows the person a solution, and the round goes on.
	QuitAlone
	// QuitAsker ends the round for all if the person may end it, for example because they asked for it.
	// Otherwise it has the effect of QuitAlone.
	QuitAsker
	// QuitEnds ends the round.
	QuitEnds
	// QuitResigns lets the other one of two people win the puzzle.
	QuitResigns
)

// Setting is where a round is played.
type Setting int

const (
	// Together is a place where people talk.
	Together Setting = iota
	// Private is a person's own conversation.
	Private
	// Daily is a daily, wherever it is answered.
	Daily
)
