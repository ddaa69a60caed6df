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
	parts, direct, inverse := slices.Clone(n.parts), expr.Mul, expr.Div
	if n.kind == sum {
		direct, inverse = expr.Add, expr.Sub
		if negative {
			parts = opposite(parts)
		}
		slices.SortStableFunc(parts, func(a, b part) int {
			return cmp.Or(cmp.Compare(is(a.inv), is(b.inv)), b.value.compare(a.value), cmp.Compare(is(a.kind == card), is(b.kind == card)))
		})
		if negative = parts[0].inv; negative { // all are; one that can be turned goes first
			i := slices.IndexFunc(parts, func(p part) bool { return p.canTurn() })
			lead := part{node: parts[i].node}
			parts = slices.Insert(slices.Delete(parts, i, i+1), 0, lead)
		}
	} else {
		slices.SortStableFunc(parts, func(a, b part) int {
			return cmp.Or(cmp.Compare(is(a.inv), is(b.inv)), cmp.Compare(is(a.kind == sum), is(b.kind == sum)), b.value.compare(a.value))
		})
	}
	var e *expr.Node
	for _, p := range parts {
		turn := negative && p.canTurn()
		negative = negative && !turn
		next := p.express(turn)
		switch {
		case e == nil:
			e = next
		case p.inv:
			e = expr.New(inverse, e, next)
		default:
			e = expr.New(direct, e, next)
		}
	}
	return e
}

// canTurn reports whether -n can be written without a sign before a card.
func (n *node) canTurn() bool {
	return slices.ContainsFunc(n.parts, func(p part) bool { return n.kind == sum && p.inv || p.canTurn() })
}
