package games

import (
	"math/rand/v2"
	"testing"

	"reckon/engine"
)

// If a time is predicted for puzzles, they have skills, whose chances are never 0. A wish for a
// skill is met by a puzzle that needs it.
func TestSkills(t *testing.T) {
	const looked = 200
	for _, g := range All() {
		of := map[string]int{}
		for seed := range uint64(looked) {
			p, err := g.New(rand.New(rand.NewPCG(seed, 3)), engine.Wish{})
			if err != nil {
				t.Fatal(err)
			}
			r := p.Rating()
			if (r.Seconds > 0) != (r.Skills != nil) {
				t.Fatalf("%s has skills %v and %v seconds", p.ID(), r.Skills, r.Seconds)
			}
			for code, share := range r.Skills {
				if share <= 0 || share > 1 {
					t.Errorf("%s needs %s with a chance of %v", p.ID(), code, share)
				}
				if share >= engine.Likely {
					of[code]++
				}
			}
		}
		for code, n := range of {
			if n == looked {
				t.Errorf("%s: all puzzles need %s", g.Name(), code)
			}
			p, err := g.New(rand.New(rand.NewPCG(1, 4)), engine.Wish{Skill: code})
			if err != nil || p.Rating().Skills[code] < engine.Likely {
				t.Errorf("a wish for %s got %s: %v", code, p.ID(), err)
			}
		}
	}
}
