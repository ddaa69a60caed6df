package letters

import (
	"math"

	"reckon/engine"
	"reckon/engine/words"
)

// levelBounds are the difficulties at which the next level begins. They are
// judgement: easy is meant to be a draw of which most newcomers find a longest
// word in a minute, very hard one of which few do. Of draws as on television 4,
// 15, 28, 29 and 24 % are of the levels from very easy to very hard.
var levelBounds = [...]float64{13.5, 16.5, 19.5, 22.5}

// Rating goes by the longest known words. Seconds are not predicted.
func (p *Puzzle) Rating() engine.Rating {
	best := longest(p.study())
	if len(best) == 0 {
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel}
	}
	r := engine.Rating{Level: engine.MinLevel}
	d := difficulty(best)
	for _, bound := range levelBounds {
		if d >= bound {
			r.Level++
		}
	}
	for _, t := range []struct {
		code string
		has  bool
	}{
		{"rare", !best[0].Common()},
		{"lone", len(best) == 1},
		{"long", len(best[0].Text) >= drawn-1},
	} {
		if t.has {
			r.Reasons = append(r.Reasons, t.code)
		}
	}
	return r
}

// longest are the words found that are as long as the first, which are known if
// it is. They begin with the best known.
func longest(found []words.Word) []words.Word {
	n := 0
	for n < len(found) && len(found[n].Text) == len(found[0].Text) && found[n].Known() == found[0].Known() {
		n++
	}
	return found[:n]
}

// perLetter is by how many halves each letter of a word lessens the chance that
// it is found, perSize by how many its size does. Experiments with anagrams found
// that the length of a word and how common it is matter most; how much is
// judgement, as no times of people with such draws are public.
const perLetter = 2.5

var perSize = map[int]float64{10: 0, 20: 1, 35: 2, 40: 3, 50: 4, 55: 5, 60: 5, 70: 7, 80: 9}

// difficulty of finding one of the best words, in halves of the chance: that of
// a letter for each, less the doublings by their number, each counted by how
// common it is.
func difficulty(best []words.Word) float64 {
	chances := 0.0
	for _, w := range best {
		chances += math.Exp2(-perSize[w.Size])
	}
	return perLetter*float64(len(best[0].Text)) - math.Log2(chances)
}
