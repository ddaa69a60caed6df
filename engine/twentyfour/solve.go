package twentyfour

import (
	"cmp"
	"context"
	"slices"

	"reckon/engine"
	"reckon/engine/expr"
)

// solveSteps bounds the memory of Solve: a step is a node that may be kept.
const solveSteps = 4_000_000

// A study is what is known about a hand's solutions.
type study struct {
	solutions []solution // distinct, the most natural first
	complete  bool
}

type solution struct {
	node *node
	expr *expr.Node
	text string
	cost float64 // what the difficulty model makes of it
}

// search finds the solutions of h, the cheapest writing of each.
func (h hand) search(ctx context.Context, steps int) study {
	return h.searchIn(newLibrary(ctx, steps))
}

func (h hand) searchIn(l *library) study {
	var st study
	place := map[string]int{} // in st.solutions, by normal form
	for _, n := range l.find(l.newGroup(h.cards), whole(h.goal).abs()) {
		if h.goal < 0 && !n.canTurn() {
			continue
		}
		form, sol := formOfNode(n), solution{node: n, cost: effort(n)}
		if i, ok := place[form]; !ok {
			place[form] = len(st.solutions)
			st.solutions = append(st.solutions, sol)
		} else if compareSolution(sol, st.solutions[i]) < 0 {
			st.solutions[i] = sol
		}
	}
	for i := range st.solutions {
		sol := &st.solutions[i]
		sol.expr = sol.node.express(h.goal < 0)
		sol.text = sol.expr.String()
	}
	slices.SortFunc(st.solutions, compareSolution)
	st.complete = !l.cut
	return st
}

func compareSolution(a, b solution) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.node.key, b.node.key))
}

func (s study) solution() engine.Solution {
	out := engine.Solution{Solvable: len(s.solutions) > 0, Complete: s.complete}
	out.All = make([]string, 0, len(s.solutions))
	for _, sol := range s.solutions {
		out.All = append(out.All, sol.text)
	}
	if out.Solvable {
		out.Best = out.All[0]
	}
	return out
}
