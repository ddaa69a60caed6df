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
	s := newSearch(ctx, h.cards, steps)
	goal := whole(h.goal).abs()
	best := map[string]solution{} // by normal form
	for _, n := range s.nodes(uint8(1<<len(h.cards)-1), goal) {
		if h.goal < 0 && !n.canTurn() {
			continue
		}
		form, new := formOfNode(n), solution{node: n, cost: effort(n)}
		if old, ok := best[form]; !ok || compareSolution(new, old) < 0 {
			best[form] = new
		}
	}
	st := study{complete: !s.cut}
	for _, sol := range best {
		sol.expr = sol.node.express(h.goal < 0)
		sol.text = sol.expr.String()
		st.solutions = append(st.solutions, sol)
	}
	slices.SortFunc(st.solutions, compareSolution)
	return st
}

func compareSolution(a, b solution) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.node.key, b.node.key))
}

func (s study) solution() engine.Solution {
	out := engine.Solution{Solvable: len(s.solutions) > 0, Complete: s.complete}
	for _, sol := range s.solutions {
		out.All = append(out.All, sol.text)
	}
	if out.Solvable {
		out.Best = out.All[0]
	}
	return out
}
