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
	solve     sync.Once
	solutions study
	rate      sync.Once
	rating    engine.Rating
}

// study returns the solutions found within studySteps.
func (p *Puzzle) study() study {
	p.solve.Do(func() { p.solutions = p.solveWithin(context.Background(), studySteps) })
	return p.solutions
}

// solveWithin returns the solutions of h found in that many steps. For a hand of many cards it
// returns one solution.
func (h hand) solveWithin(ctx context.Context, steps int) study {
	if h.inOrder {
		return h.searchInOrder()
	}
	if h.isLarge() {
		return h.seekOne(ctx, steps)
	}
	return h.search(newLibrary(ctx, steps))
}

// form returns the normal form of a right answer: the least form of its solution.
func (p *Puzzle) form(n *expr.Node) string {
	s := p.study()
	return s.classes.least(formsOf(signedNode(n).node, 1)[0])
}

// Face shows the cards in the order of the hand.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{
		Tiles:   engine.Tiles(p.cards),
		Goal:    strconv.FormatInt(p.goal, 10),
		InOrder: p.inOrder,
	}
}

// Solve finds all distinct solutions or, if there are seven cards or more, a plain one. Hands of up
// to four cards take less than a millisecond, those of six a few hundredths of a second.
func (p *Puzzle) Solve(ctx context.Context) engine.Solution {
	s := p.study()
	isDone := s.complete || p.isLarge() && len(s.solutions) > 0
	if !isDone {
		s = p.solveWithin(ctx, solveSteps)
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

// Hint gives facts about the most natural solution whose form is not in found, as a person comes to it
// (engine.Approach). The facts are those of engine.StepHint, but if cards cancel each other the first is
// "core", with Args n, how many cards make the goal without them, and goal. A last step that changes
// nothing, such as *1, is skipped.
func (p *Puzzle) Hint(n int, found []string) engine.Hint {
	solutions := p.study().solutions
	i := slices.IndexFunc(solutions, func(s solution) bool {
		return len(found) == 0 || !slices.Contains(found, p.form(s.expr))
	})
	if i < 0 {
		return engine.Hint{}
	}
	e := solutions[i].expr
	if p.inOrder {
		// What regroups a solution would put its cards in another order.
		return engine.StepHint(n, e, lastChange(e))
	}
	if grouped := engine.Regroup(e); grouped != nil {
		if n <= 1 {
			core := len(grouped.X.Numbers())
			return engine.Hint{Code: "core", Args: engine.Args{"n": core, "goal": strconv.FormatInt(p.goal, 10)}}
		}
		e = grouped
	} else {
		e = approach(e)
	}
	return engine.StepHint(n, e, lastChange(e))
}

// lastChange returns the last step of e that changes the value: in 4*3*2*1 that is the one that multiplies by 2. If
// no step does, it returns e.
func lastChange(e *expr.Node) *expr.Node {
	for m := e; m.Op != expr.Num; {
		switch {
		case m.Mixed() == m.X.Mixed():
			m = m.X
		case m.Mixed() == m.Y.Mixed():
			m = m.Y
		default:
			return m
		}
	}
	return e
}

// approach writes a solution as a person comes to it; steps that change nothing stay the last ones.
func approach(e *expr.Node) *expr.Node {
	isIdle := e.Op != expr.Num && e.Y != nil && e.Mixed() == e.X.Mixed()
	if isIdle {
		return expr.New(e.Op, approach(e.X), e.Y)
	}
	return engine.Approach(e)
}
