package twentyfour

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"reckon/engine"
	"reckon/engine/expr"
)

// A Puzzle is a hand and its goal.
type Puzzle struct {
	hand
	once    sync.Once
	studied study
	rate    sync.Once
	rating  engine.Rating
}

// study returns the solutions found within studySteps.
func (p *Puzzle) study() study {
	p.once.Do(func() { p.studied = p.within(context.Background(), studySteps) })
	return p.studied
}

// within returns the solutions of h, or of a hand of many cards one, found in so many steps.
func (h hand) within(ctx context.Context, steps int) study {
	if h.isLarge() {
		return h.seek(ctx, steps)
	}
	return h.search(newLibrary(ctx, steps))
}

// form returns the normal form of a right answer: the least form of its solution.
func (p *Puzzle) form(n *expr.Node) string {
	s := p.study()
	return s.classes.least(formsOf(signedNode(n).node, 1)[0])
}

// Face shows the cards in ascending order.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: engine.Tiles(p.cards), Goal: strconv.FormatInt(p.goal, 10)}
}

// Solve finds all distinct solutions, of seven cards or more a plain one. Hands of up to
// four cards take less than a millisecond, of six a few hundredths of a second.
func (p *Puzzle) Solve(ctx context.Context) engine.Solution {
	s := p.study()
	if !s.complete && !(p.isLarge() && len(s.solutions) > 0) {
		s = p.within(ctx, solveSteps)
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

// Hint gives facts about the most natural solution whose form is not in found: 1
// the last operation, 2 the two values it joins, 3 the solution with a pair of
// cards hidden (of three cards one, of two, where the second hint says all, none). A last step
// that changes nothing, such as *1, is skipped.
func (p *Puzzle) Hint(n int, found []string) engine.Hint {
	solutions := p.study().solutions
	i := slices.IndexFunc(solutions, func(s solution) bool {
		return len(found) == 0 || !slices.Contains(found, p.form(s.expr))
	})
	if i < 0 {
		return engine.Hint{}
	}
	e := solutions[i].expr
	last := e // the last step that changes the value: of 4*3*2*1 the second
	for n := e; n.Op != expr.Num; n = n.X {
		if n.Mixed() != n.X.Mixed() {
			last = n
			break
		}
	}
	return engine.StepHint(n, e, last)
}
