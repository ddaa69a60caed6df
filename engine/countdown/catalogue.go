package countdown

import (
	"math/rand/v2"

	"reckon/engine"
)

var _ engine.Catalogued = Game{}

const (
	// catalogued is how many games are in the catalogue.
	catalogued = 10_000
	// catalogueSeed begins the draw of these games.
	catalogueSeed = 2026
)

// Catalogue has games that are drawn from the whole bag, where chance decides how many tiles are large. In one
// of sixteen the target cannot be made.
func (Game) Catalogue() engine.Catalogue {
	return engine.Catalogue{Name: "games", Puzzles: yieldDrawn}
}

// yieldDrawn draws the games of the catalogue. It leaves out a game that has been drawn before.
func yieldDrawn(yield func(engine.Puzzle) bool) {
	r := rand.New(rand.NewPCG(catalogueSeed, catalogued))
	drawn := map[string]bool{}
	for len(drawn) < catalogued {
		p := drawBoard(r, anyLarge)
		class := p.Face().Class()
		if drawn[class] {
			continue
		}
		drawn[class] = true
		if !yield(p) {
			return
		}
	}
}
