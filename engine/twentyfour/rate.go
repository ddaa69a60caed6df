package twentyfour

import (
	"math"

	"reckon/engine"
)

// effort is how hard a solution is to see, in units of the difficulty model.
func effort(n *node) float64 {
	e := 0.0
	for _, p := range n.parts {
		e += effort(p.node)
		switch {
		case n.kind == sum && !p.inv:
			e += 1
		case n.kind == sum:
			e += 1.5
		case !p.inv:
			e += 1.5
		default:
			e += 2.5
		}
		if !p.value.isWhole() {
			e += 4
		}
	}
	return e + math.Log1p(float64(n.value.num))/4
}

// Rating predicts how long people take.
func (p *Puzzle) Rating() engine.Rating {
	s := p.study()
	if len(s.solutions) == 0 {
		return engine.Rating{Level: engine.MaxLevel}
	}
	e := s.solutions[0].cost
	level := engine.Level(min(max(int(e/3)-1, 1), 5))
	return engine.Rating{Level: level, Seconds: 5 * math.Exp(e/6)}
}
