package round

import (
	"fmt"
	"testing"

	"reckon/engine"
	"reckon/engine/games"
)

// No hand has more solutions than a day's most points allow for.
func TestMostSolutions(t *testing.T) {
	for _, g := range games.All() {
		if !g.Rules().Collect {
			continue
		}
		most := 0
		for a := 1; a <= 13; a++ {
			for b := a; b <= 13; b++ {
				for c := b; c <= 13; c++ {
					for d := c; d <= 13; d++ {
						puzzle, err := g.Parse(fmt.Sprintf("%d,%d,%d,%d", a, b, c, d))
						if err != nil || puzzle.Rating().Level < engine.MinLevel {
							continue
						}
						most = max(most, len(puzzle.Solve(t.Context()).All))
					}
				}
			}
		}
		if most != mostSolutions {
			t.Errorf("%s: a puzzle has %d solutions, want %d", g.Name(), most, mostSolutions)
		}
	}
}
