// Package games is the list of games: the only place that names them all. It
// must never know a rule of any of them.
package games

import (
	"strings"

	"reckon/engine"
	"reckon/engine/countdown"
	"reckon/engine/letters"
	"reckon/engine/tchisla"
	"reckon/engine/twentyfour"
)

// All returns every game, in the order in which people are shown them.
func All() []engine.Game {
	return []engine.Game{
		twentyfour.Game{},
		tchisla.Game{},
		countdown.Game{},
		letters.Draw,
		letters.Conundrum,
	}
}

// ByName returns the game of that name.
func ByName(name string) (engine.Game, bool) {
	for _, g := range All() {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}

// Parse returns the puzzle of an ID, "24:3,3,8,8". The error is an *engine.Fault:
// "id.form" if there is no "name:", "id.game" with Args "name" if there is no such
// game, or otherwise the game's own Fault, whose place is then one in id.
func Parse(id string) (engine.Puzzle, error) {
	name, desc, ok := strings.Cut(strings.TrimSpace(id), ":")
	if !ok {
		return nil, &engine.Fault{Code: "id.form"}
	}
	g, ok := ByName(name)
	if !ok {
		return nil, &engine.Fault{Code: "id.game", Args: engine.Args{"name": name}}
	}
	p, err := g.Parse(desc)
	return p, engine.MoveFault(err, strings.Index(id, ":")+1)
}
