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
	tiles   []int // in the order given: by custom the large ones first
	target  int
	once    sync.Once
	studied study
}

// ID is "countdown:75,50,2,3,8,7=812". The tiles keep the order in which they were
// dealt or typed, because that is how the board is shown; the same tiles in another
// order have another ID.
func (p *Puzzle) ID() string {
	return "countdown:" + strings.Join(engine.Tiles(p.tiles), ",") + "=" + strconv.Itoa(p.target)
}

// Face shows the tiles in the order of the ID.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: engine.Tiles(p.tiles), Goal: strconv.Itoa(p.target)}
}

// Solve finds every distinct solution. If the target cannot be made, the puzzle is
// not Solvable and All is empty, but Best is the most natural way to the nearest
// number that can be made, and Measure its distance. Solve takes a fraction of a
// millisecond and ignores ctx.
func (p *Puzzle) Solve(context.Context) engine.Solution {
	s := p.study()
	text := func(w way) string { return s.node(w.form).String() }
	out := engine.Solution{Solvable: s.distance == 0, Best: text(s.ways[0]), Complete: true, Measure: s.distance, Proven: true}
	if out.Solvable {
		for _, w := range s.ways {
			out.All = append(out.All, text(w))
		}
	}
	return out
}

func (p *Puzzle) study() *study {
	p.once.Do(func() {
		q := newSearch(p.tiles)
		forms, distance := q.nearest(p.target)
		p.studied = study{arena: q.arena, distance: distance}
		for _, f := range forms {
			w := way{form: f}
			p.studied.weigh(f, &w)
			p.studied.ways = append(p.studied.ways, w)
		}
		slices.SortFunc(p.studied.ways, func(a, b way) int {
			return cmp.Or(cmp.Compare(a.effort, b.effort), q.compare(a.form, b.form))
		})
	})
	return &p.studied
}

// Rating goes by the effort of a single solution that people would find as soon as any
// of these: solutions much harder than the easiest hardly count. Seconds are not
// predicted.
func (p *Puzzle) Rating() engine.Rating {
	s := p.study()
	if s.distance > 0 {
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel, Reasons: []string{"impossible"}}
	}
	least, ease := s.ways[0].effort, 0.0
	for _, w := range s.ways {
		ease += math.Exp(float64(least-w.effort) / distinctEase)
	}
	r := engine.Rating{Level: engine.LevelOf(float64(least)-distinctEase*math.Log(ease), levelBounds)}
	reason := func(code string, needed func(way) bool) {
		if !slices.ContainsFunc(s.ways, func(w way) bool { return !needed(w) }) {
			r.Reasons = append(r.Reasons, code)
		}
	}
	reason("big", func(w way) bool { return w.big })
	reason("division", func(w way) bool { return w.division })
	reason("operations", func(w way) bool { return w.steps == boardSize-1 })
	reason("few", func(way) bool { return len(s.ways) <= 3 })
	return r
}

// Hint gives facts about the most natural solution, or about the most natural way to
// the nearest number if the target cannot be made.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	s := p.study()
	top := s.ways[0].form
	f, e := s.arena[top], s.node(top)
	if f.op == 0 || s.distance > 0 && n <= 1 {
		return engine.Hint{Code: "nearest", Args: engine.Args{"value": expr.Number(int64(f.value)).String(), "distance": s.distance}}
	}
	return engine.StepHint(n, e, e)
}
