package twentyfour

import (
	"cmp"
	"iter"
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
	// nodes are all that make the goal. If the cards are used in their order, there is one for each solution.
	nodes []*node
	// expressions are all that make the goal of a hand whose cards are used in their order; nil for other hands.
	expressions []*expression
	// solutions are the distinct solutions, the most natural first: those without fractions come
	// first, and then the easier ones.
	solutions []solution
	// classes are the classes of the nodes' forms.
	classes classes
	// ease is the ease of all nodes together.
	ease float64
	// complete means that no solution is missing.
	complete bool
}

// A solution is all nodes of one normal form.
type solution struct {
	// node is the plainest node. If the cards are used in their order, it is the first one found, and expr is
	// the plainest expression.
	node *node
	// clutter and nodeEase are those of what is shown.
	clutter  int
	nodeEase float64
	// ease is the ease of all nodes of the solution together, or of all its expressions.
	ease float64
	// isWhole means that some tree of node, or some expression, has no fraction.
	isWhole bool
	// expr and text are what is shown.
	expr *expr.Node
	text string
}

// search finds the solutions of h.
func (h hand) search(l *library) study {
	all := l.find(l.newGroup(h.cards), integer(h.goal).abs())
	st := study{nodes: make([]*node, 0, len(all)), classes: classes{}}
	firstForms := make([]string, len(all))
	for i, n := range all {
		f := forms(n)
		firstForms[i] = f[0]
		for _, other := range f[1:] {
			st.classes.join(f[0], other)
		}
	}
	// index has the index in st.solutions of each class's solution.
	index := map[string]int{}
	for i, n := range all {
		if h.goal < 0 && !n.canTurn() {
			// The node makes only -goal. It was needed above, because it may lead from one solution
			// to another.
			continue
		}
		st.nodes = append(st.nodes, n)
		ease := fold(n, true, easeAlgebra)
		st.ease += ease
		class := st.classes.least(firstForms[i])
		place, ok := index[class]
		if !ok {
			place = len(st.solutions)
			index[class] = place
			st.solutions = append(st.solutions, solution{})
		}
		st.solutions[place].add(n, ease)
	}
	avoidsFractions := avoiding(step.hasFraction)
	for i := range st.solutions {
		s := &st.solutions[i]
		s.expr = s.node.express(h.goal < 0)
		s.text = s.expr.String()
		s.isWhole = fold(s.node, true, avoidsFractions)
	}
	slices.SortFunc(st.solutions, compareSolutions)
	st.complete = !l.cut
	return st
}

// add adds a node with its ease to a solution, and shows it if it is the plainest so far.
func (s *solution) add(n *node, ease float64) {
	s.ease += ease
	clutter := n.clutter()
	isPlainest := s.node == nil || cmp.Or(
		cmp.Compare(clutter, s.clutter),
		cmp.Compare(s.nodeEase, ease),
		cmp.Compare(n.key, s.node.key),
	) < 0
	if isPlainest {
		s.node = n
		s.clutter = clutter
		s.nodeEase = ease
	}
}

// compareSolutions orders solutions, the most natural first.
func compareSolutions(a, b solution) int {
	return cmp.Or(
		cmp.Compare(is(b.isWhole), is(a.isWhole)),
		cmp.Compare(b.ease, a.ease),
		cmp.Compare(a.text, b.text),
	)
}

// clutter counts the divisions and brackets in n. The node of a solution that has
// the fewest is shown: A*1 rather than A/1, A+X-X rather than A*X/X.
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

func (s step) isDivision() bool { return s.op == '/' }

func (s step) isProduct() bool { return s.op == '*' || s.op == '/' }

// canAvoid reports whether some tree of some solution has no step for which bad is true.
func (s study) canAvoid(bad func(step) bool) bool {
	for isGood := range folds(s, avoiding(bad)) {
		if isGood {
			return true
		}
	}
	return false
}

// folds has what an algebra computes over the trees of each node of s or, if the cards are used in their order,
// over each expression.
func folds[T any](s study, a algebra[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, e := range s.expressions {
			if !yield(foldExpression(e, true, a)) {
				return
			}
		}
		if s.expressions != nil {
			return
		}
		for _, n := range s.nodes {
			if !yield(fold(n, true, a)) {
				return
			}
		}
	}
}

// avoiding computes whether some tree has no step for which bad is true.
func avoiding(bad func(step) bool) algebra[bool] {
	return algebra[bool]{
		card: true,
		step: func(s step, x, y bool) bool { return x && y && !bad(s) },
		or:   func(some, more bool) bool { return some || more },
	}
}
