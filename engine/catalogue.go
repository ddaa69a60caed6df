package engine

import "iter"

// A Catalogued is a Game that offers some of its puzzles as a table, for people who test or train programs.
type Catalogued interface {
	Game
	Catalogue() Catalogue
}

// A Catalogue is the puzzles of such a table.
type Catalogue struct {
	// Name is what the puzzles are called, such as "hands".
	Name string
	// Puzzles yields no puzzle twice. It yields the same puzzles in the same order each time.
	Puzzles iter.Seq[Puzzle]
}
