package engine

import "context"

// An Analyzer is a Game that can study all its puzzles at once.
type Analyzer interface {
	Game
	// Analyze uses so many goroutines, at least one. progress, if not nil, is
	// told now and then how much of all is done, never by two goroutines at
	// once. The only error is that of ctx.
	Analyze(ctx context.Context, workers int, progress func(done, total int)) (Analysis, error)
}

// An Analysis is what such a study found. Its form in JSON is the game's own.
type Analysis interface {
	// Tables are the findings as figures, the most telling first.
	Tables() []Table
}

// A Table holds figures for the command line. Its words are terms of the field,
// as those of a Fault are.
type Table struct {
	Title string   // "hands with a solution, by target"
	Head  []string // name and unit of each column: "target", "hands"
	Rows  [][]string
	Chart bool // worth a picture: the second column, which holds numbers, over the first
}
