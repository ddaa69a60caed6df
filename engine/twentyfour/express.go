package twentyfour

import (
	"cmp"
	"slices"

	"reckon/engine/expr"
)

// express writes n as a person would: the larger first, what is subtracted or
// divided by behind. Negative gives -n, which only a node with a difference
// somewhere in it has (see canTurn).
func (n *node) express(negative bool) *expr.Node {
	switch n.kind {
	case card:
		return expr.Number(n.value.Num)
	case sum:
		return n.expressSum(negative)
	}
	factors := slices.Clone(n.parts)
	slices.SortStableFunc(factors, func(a, b part) int {
		return cmp.Or(compareBool(a.inv, b.inv), compareBool(a.kind == sum, b.kind == sum), b.value.compare(a.value))
	})
	var e *expr.Node
	for _, p := range factors {
		turn := negative && p.canTurn()
		negative = negative && !turn
		e = chain(e, p.express(turn), p.inv, expr.Mul, expr.Div)
	}
	return e
}

func (n *node) expressSum(negative bool) *expr.Node {
	terms := slices.Clone(n.parts)
	if negative {
		terms = opposite(terms)
	}
	slices.SortStableFunc(terms, func(a, b part) int {
		return cmp.Or(compareBool(a.inv, b.inv), b.value.compare(a.value), compareBool(a.kind == card, b.kind == card))
	})
	if terms[0].inv { // all are; one that can be turned leads
		i := slices.IndexFunc(terms, func(p part) bool { return p.canTurn() })
		lead := terms[i]
		terms = slices.Insert(slices.Delete(terms, i, i+1), 0, lead)
	}
	var e *expr.Node
	for i, p := range terms {
		turn := i == 0 && p.inv
		e = chain(e, p.express(turn), p.inv && !turn, expr.Add, expr.Sub)
	}
	return e
}

func chain(e, next *expr.Node, inv bool, direct, inverse expr.Op) *expr.Node {
	switch {
	case e == nil:
		return next
	case inv:
		return expr.New(inverse, e, next)
	}
	return expr.New(direct, e, next)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// canTurn tells whether -n can be written without a sign before a card.
func (n *node) canTurn() bool {
	return slices.ContainsFunc(n.parts, func(p part) bool { return n.kind == sum && p.inv || p.canTurn() })
}
