package engine

import "iter"

// A Catalogued is a Game that gives away some of its puzzles as a table, for people who test or train programs.
type Catalogued interface {
	Game
	Catalogue() Catalogue
}

// A Catalogue is the puzzles of such a table.
type Catalogue struct {
	// Name is what the puzzles are called: "hands".
	Name string
	// Puzzles are all different, and the same every time.
	Puzzles iter.Seq[Puzzle]
}
