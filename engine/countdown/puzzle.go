package countdown

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/expr"
)

// A Puzzle is six tiles and a target. It is studied once.
type Puzzle struct {
	// tiles are in the order given, by custom the large ones first.
	tiles  []int
	target int

	once sync.Once
	// result is set once, by study.
	result study
}

// ID is "countdown:75,50,2,3,8,7=812". The tiles keep the order in which they were
// dealt or typed, because that is how the board is shown; the same tiles in another
// order have another ID.
func (p *Puzzle) ID() string {
	return "countdown:" + strings.Join(engine.Tiles(p.tiles), ",") + "=" + strconv.Itoa(p.target)
}

// Face shows the tiles in the order of the ID.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{
		Tiles: engine.Tiles(p.tiles),
		Goal:  strconv.Itoa(p.target),
	}
}

// Solve finds every distinct solution. If the target cannot be made, the puzzle is
// not Solvable and All is empty, but Best is the most natural way to the nearest
// number that can be made, and Measure its distance. Solve takes a fraction of a
// millisecond and ignores ctx.
func (p *Puzzle) Solve(context.Context) engine.Solution {
	s := p.study()
	out := engine.Solution{
		Solvable: s.distance == 0,
		Best:     s.node(s.ways[0].form).String(),
		Complete: true,
		Measure:  s.distance,
		Proven:   true,
	}
	if out.Solvable {
		for _, w := range s.ways {
			out.All = append(out.All, s.node(w.form).String())
		}
	}
	return out
}

func (p *Puzzle) study() *study {
	p.once.Do(func() {
		q := newSearch(p.tiles)
		forms, distance := q.nearest(p.target)
		p.result = study{arena: q.arena, distance: distance}
		for _, f := range forms {
			w := way{form: f}
			p.result.weigh(f, &w)
			p.result.ways = append(p.result.ways, w)
		}
		slices.SortFunc(p.result.ways, func(a, b way) int {
			return cmp.Or(cmp.Compare(a.effort, b.effort), q.compare(a.form, b.form))
		})
	})
	return &p.result
}

// Rating rates a puzzle by its effort. Seconds are not predicted.
func (p *Puzzle) Rating() engine.Rating {
	s := p.study()
	if s.distance > 0 {
		return engine.Rating{
			Solvability: engine.Unsolvable,
			Level:       engine.MaxLevel,
			Reasons:     []string{"impossible"},
		}
	}
	return engine.Rating{
		Level:   engine.LevelOf(s.effort(), levelBounds),
		Reasons: s.reasons(),
	}
}

// GuessedSeconds is how many seconds people take to make the target, by our judgement; 0 if it cannot be made.
func (p *Puzzle) GuessedSeconds() float64 {
	s := p.study()
	if s.distance > 0 {
		return 0
	}
	return levelOneSeconds * math.Exp((s.effort()-levelBounds[0])/effortOfFactor)
}

// effort returns the effort of all solutions together: that of an imagined puzzle with one solution, which people find
// as soon as they find any solution of this one. Solutions much harder than the easiest hardly count.
func (s *study) effort() float64 {
	least := s.ways[0].effort
	ease := 0.0
	for _, w := range s.ways {
		ease += math.Exp(float64(least-w.effort) / distinctEase)
	}
	return float64(least) - distinctEase*math.Log(ease)
}

// reasons returns what all solutions have in common, the most telling first.
func (s *study) reasons() (codes []string) {
	big := true
	division := true
	operations := true
	for _, w := range s.ways {
		big = big && w.big
		division = division && w.division
		operations = operations && w.steps == boardSize-1
	}
	if big {
		codes = append(codes, "big")
	}
	if division {
		codes = append(codes, "division")
	}
	if operations {
		codes = append(codes, "operations")
	}
	if len(s.ways) <= 3 {
		codes = append(codes, "few")
	}
	return codes
}

// Hint gives facts about the most natural solution, as a person comes to it
// (engine.Approach), or about the most natural way to the nearest number if the target
// cannot be made.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	s := p.study()
	best := s.ways[0].form
	f := s.arena[best]
	isTile := f.op == 0
	missesTarget := s.distance > 0
	if isTile || missesTarget && n <= 1 {
		return engine.Hint{
			Code: "nearest",
			Args: engine.Args{
				"value":    expr.Number(int64(f.value)).String(),
				"distance": s.distance,
			},
		}
	}
	solution := engine.Approach(s.node(best))
	return engine.StepHint(n, solution, solution)
}
