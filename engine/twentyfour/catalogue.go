package twentyfour

import "reckon/engine"

var _ engine.Catalogued = Game{}

// Catalogue has every hand of four cards 1..13 that makes 24, in order.
func (Game) Catalogue() engine.Catalogue {
	return engine.Catalogue{Name: "hands", Puzzles: yieldSolvable}
}

func yieldSolvable(yield func(engine.Puzzle) bool) {
	for _, h := range classicDeck() {
		p := &Puzzle{hand: h.hand}
		if p.Rating().Solvability != engine.Solvable {
			continue
		}
		if !yield(p) {
			return
		}
	}
}
