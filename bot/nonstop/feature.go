// Package nonstop lets people play puzzle after puzzle of a game without asking for the next. It is a match that
// nobody has to join: the first right answer ends a puzzle, and the next one comes by itself. The score stands above
// each puzzle. It goes on until somebody stops it, or nobody answers any more.
//
// A person who plays alone has nobody to beat, so only the puzzles that they solve are counted.
package nonstop

import (
	"reckon/bot/feature"
	"reckon/bot/round/mode"
)

// Feature returns the feature: a word behind the name of a game.
func Feature() feature.Feature {
	kind := mode.Kind{
		Name: name,
		Mode: newMode,
		Word: name,
	}
	return feature.Feature{
		Name:    name,
		Matches: []feature.Match{{Kind: kind}},
	}
}
