package twentyfour

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"reckon/engine"
	"reckon/engine/expr"
)

// The cards of a hand may have to be used in their order, as people do with the digits of a number plate. An
// answer then has the cards from left to right, with operations and brackets between them and no sign. Two
// answers are the same solution by the rules for all hands.

// orderedForm matches four digits with points between them, which is how the ID of such a hand has them:
// "24:7.2.9.1=10".
var orderedForm = regexp.MustCompile(`^\s*\d(?:\.\d){3}\s*$`)

// searchInOrder finds the solutions of h, whose cards are used in their order.
func (h hand) searchInOrder() study {
	st := study{classes: classes{}, complete: true}
	index := map[string]int{}
	for _, e := range expressionsOf(h.cards) {
		if e.value != integer(h.goal) {
			continue
		}
		st.expressions = append(st.expressions, e)
		n := signedNode(e.write()).node
		form := formsOf(n, 1)[0]
		place, isKnown := index[form]
		if !isKnown {
			place = len(st.solutions)
			index[form] = place
			st.solutions = append(st.solutions, solution{node: n})
			st.nodes = append(st.nodes, n)
		}
		ease := foldExpression(e, true, easeAlgebra)
		st.ease += ease
		st.solutions[place].addExpression(e, ease)
	}
	slices.SortFunc(st.solutions, compareSolutions)
	return st
}

// addExpression adds an expression with its ease to a solution, and shows it if it is the plainest so far.
func (s *solution) addExpression(e *expression, ease float64) {
	s.ease += ease
	s.isWhole = s.isWhole || foldExpression(e, true, avoiding(step.hasFraction))
	written := e.write()
	text := written.String()
	clutter := strings.Count(text, "(")
	isPlainest := s.expr == nil || cmp.Or(
		cmp.Compare(clutter, s.clutter),
		cmp.Compare(s.nodeEase, ease),
		cmp.Compare(text, s.text),
	) < 0
	if isPlainest {
		s.clutter = clutter
		s.nodeEase = ease
		s.expr = written
		s.text = text
	}
}

// orderFault returns the Fault of an answer that uses the cards in another order, or nil.
func (h hand) orderFault(n *expr.Node) *engine.Fault {
	for i, number := range n.Numbers() {
		if engine.PlainDigits(number) != engine.Tiles(h.cards)[i] {
			return &engine.Fault{
				Code: "order",
				Args: engine.Args{"numbers": engine.Tiles(h.cards)},
				At:   number.Place(),
			}
		}
	}
	return nil
}
