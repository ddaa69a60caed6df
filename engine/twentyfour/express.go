package twentyfour

import (
	"cmp"
	"slices"

	"reckon/engine/expr"
)

// express writes n as a person would: the larger parts first, subtracted ones and
// divisors last. With negative it writes -n, which needs a difference somewhere in n
// (see canTurn).
func (n *node) express(negative bool) *expr.Node {
	if n.kind == card {
		return expr.Number(n.value.Num)
	}
	var e *expr.Node
	parts := slices.Clone(n.parts)
	if n.kind != sum {
		slices.SortStableFunc(parts, func(a, b part) int {
			return cmp.Or(compareBool(a.inv, b.inv), compareBool(a.kind == sum, b.kind == sum), b.value.compare(a.value))
		})
		for _, p := range parts {
			turn := negative && p.canTurn()
			negative = negative && !turn
			e = chain(e, p.express(turn), p.inv, expr.Mul, expr.Div)
		}
		return e
	}
	if negative {
		parts = opposite(parts)
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(compareBool(a.inv, b.inv), b.value.compare(a.value), compareBool(a.kind == card, b.kind == card))
	})
	if parts[0].inv { // all are; one that can be turned goes first
		i := slices.IndexFunc(parts, func(p part) bool { return p.canTurn() })
		lead := parts[i]
		parts = slices.Insert(slices.Delete(parts, i, i+1), 0, lead)
	}
	for i, p := range parts {
		turn := i == 0 && p.inv
		e = chain(e, p.express(turn), p.inv && !turn, expr.Add, expr.Sub)
	}
	return e
}

// chain joins next to e, if there is an e.
func chain(e, next *expr.Node, inv bool, direct, inverse expr.Op) *expr.Node {
	switch {
	case e == nil:
		return next
	case inv:
		return expr.New(inverse, e, next)
	}
	return expr.New(direct, e, next)
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// canTurn reports whether -n can be written without a sign before a card.
func (n *node) canTurn() bool {
	return slices.ContainsFunc(n.parts, func(p part) bool { return n.kind == sum && p.inv || p.canTurn() })
}
