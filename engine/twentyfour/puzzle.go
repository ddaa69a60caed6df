package twentyfour

import (
	"context"
	"strconv"
	"sync"

	"reckon/engine"
)

// A Puzzle is a hand and its goal.
type Puzzle struct {
	hand
	once    sync.Once
	studied study
}

var _ engine.Puzzle = (*Puzzle)(nil)

// study returns the solutions found within studySteps.
func (p *Puzzle) study() study {
	p.once.Do(func() { p.studied = p.search(newLibrary(context.Background(), studySteps)) })
	return p.studied
}

// ID is "24:3,3,8,8", with the cards in ascending order so that a hand has one ID,
// and the goal after them, as in "=100", if it is not 24.
func (p *Puzzle) ID() string { return "24:" + p.desc() }

// Face shows the cards in ascending order.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: p.tiles(), Goal: strconv.FormatInt(p.goal, 10)}
}

// Solve finds all distinct solutions. Hands of up to four cards take less than
// a millisecond, of six a few hundredths of a second.
func (p *Puzzle) Solve(ctx context.Context) engine.Solution {
	s := p.study()
	if !s.complete {
		s = p.search(newLibrary(ctx, solveSteps))
	}
	out := engine.Solution{Solvable: len(s.solutions) > 0, Complete: s.complete}
	for _, sol := range s.solutions {
		out.All = append(out.All, sol.text)
	}
	if out.Solvable {
		out.Best = out.All[0]
	}
	return out
}
