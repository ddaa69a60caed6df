package main

import (
	"fmt"
	"strings"

	"reckon/engine"
	"reckon/engine/games"
)

// puzzles finds the puzzle of an ID and the rules of its game.
type puzzles func(id string) (engine.Puzzle, engine.Rules, error)

// find finds a puzzle of the games there are.
func find(id string) (engine.Puzzle, engine.Rules, error) {
	p, err := games.Parse(id)
	if err != nil {
		return nil, engine.Rules{}, err
	}
	name, _, _ := strings.Cut(p.ID(), ":")
	g, ok := games.ByName(name)
	if !ok {
		return nil, engine.Rules{}, fmt.Errorf("puzzle %s names no game", p.ID())
	}
	return p, g.Rules(), nil
}
