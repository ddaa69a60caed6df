package twentyfour

import (
	"cmp"
	"slices"

	"reckon/engine/expr"
)

const (
	// solveSteps bounds the memory of Solve: a step is a node that may be kept.
	solveSteps = 4_000_000
	// studySteps bounds the search for Rating, Hint and the points of an answer.
	studySteps = 100_000
)

// A study is what is known about a hand's solutions.
type study struct {
	nodes     []*node    // all that make the goal
	solutions []solution // the distinct ones, the most natural first: without fractions, then the easiest
	classes   classes    // the nodes' forms
	ease      float64    // of all nodes together
	complete  bool
}

// A solution is all nodes of one normal form.
type solution struct {
	node     *node   // the one to show
	clutter  int     // of node
	nodeEase float64 // of node
	ease     float64 // of all its nodes together
	isWhole  bool    // some tree of node has no fraction
	expr     *expr.Node
	text     string
}

// search finds the solutions of h.
func (h hand) search(l *library) study {
	all := l.find(l.newGroup(h.cards), integer(h.goal).abs())
	st := study{nodes: make([]*node, 0, len(all)), classes: classes{}}
	members := make([]string, len(all)) // a form of each
	for i, n := range all {
		f := forms(n)
		members[i] = f[0]
		for _, other := range f[1:] {
			if a, b := st.classes.least(f[0]), st.classes.least(other); a != b {
				st.classes[max(a, b)] = min(a, b)
			}
		}
	}
	index := map[string]int{} // in st.solutions, by class
	for i, n := range all {
		if h.goal < 0 && !n.canTurn() {
			continue // it makes -goal only, though it may lead from one solution to another
		}
		st.nodes = append(st.nodes, n)
		class, ease, clutter := st.classes.least(members[i]), fold(n, true, easeAlgebra), n.clutter()
		st.ease += ease
		at, ok := index[class]
		if !ok {
			at = len(st.solutions)
			index[class] = at
			st.solutions = append(st.solutions, solution{})
		}
		s := &st.solutions[at]
		s.ease += ease
		if s.node == nil || cmp.Or(
			cmp.Compare(clutter, s.clutter), cmp.Compare(s.nodeEase, ease), cmp.Compare(n.key, s.node.key)) < 0 {
			s.node, s.clutter, s.nodeEase = n, clutter, ease
		}
	}
	for i := range st.solutions {
		s := &st.solutions[i]
		s.expr = s.node.express(h.goal < 0)
		s.text = s.expr.String()
		s.isWhole = fold(s.node, true, avoiding(step.hasFraction))
	}
	slices.SortFunc(st.solutions, func(a, b solution) int {
		return cmp.Or(cmp.Compare(is(b.isWhole), is(a.isWhole)), cmp.Compare(b.ease, a.ease), cmp.Compare(a.text, b.text))
	})
	st.complete = !l.cut
	return st
}

// clutter counts the divisions and brackets in n. The plainest way to write a
// solution is shown: A*1 rather than A/1, A+X-X rather than A*X/X.
func (n *node) clutter() int {
	count := 0
	for _, p := range n.parts {
		count += p.clutter()
		if n.kind != sum && p.inv {
			count++
		}
		if n.kind != sum && p.kind == sum {
			count++
		}
	}
	return count
}

func (s step) hasFraction() bool { return s.v.Den != 1 }

func (s step) isProduct() bool { return s.op == '*' || s.op == '/' }

// avoids reports whether some tree of some solution has no step that is bad.
func (s study) avoids(bad func(step) bool) bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool { return fold(n, true, avoiding(bad)) })
}

// avoiding computes whether some tree has no step that is bad.
func avoiding(bad func(step) bool) algebra[bool] {
	return algebra[bool]{
		card: true,
		step: func(s step, x, y bool) bool { return x && y && !bad(s) },
		or:   func(some, more bool) bool { return some || more },
	}
}
