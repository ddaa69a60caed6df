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
	parts := slices.Clone(n.parts)
	direct := expr.Mul
	inverse := expr.Div
	if n.kind == sum {
		direct = expr.Add
		inverse = expr.Sub
		if negative {
			parts = opposite(parts)
		}
		slices.SortStableFunc(parts, compareTerms)
		// If the first term is subtracted, all are. One that can be turned goes first then.
		negative = parts[0].inv
		if negative {
			i := slices.IndexFunc(parts, func(p part) bool { return p.canTurn() })
			lead := part{node: parts[i].node}
			parts = slices.Insert(slices.Delete(parts, i, i+1), 0, lead)
		}
	} else {
		slices.SortStableFunc(parts, compareFactors)
	}
	// From here on negative means that one part is still to be written with the opposite sign. That is
	// the first part that can be turned.
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

// compareTerms orders the terms of a sum as a person writes them.
func compareTerms(a, b part) int {
	return cmp.Or(
		cmp.Compare(is(a.inv), is(b.inv)),
		b.value.compare(a.value),
		cmp.Compare(is(a.kind == card), is(b.kind == card)),
	)
}

// compareFactors orders the factors of a product as a person writes them.
func compareFactors(a, b part) int {
	return cmp.Or(
		cmp.Compare(is(a.inv), is(b.inv)),
		cmp.Compare(is(a.kind == sum), is(b.kind == sum)),
		b.value.compare(a.value),
	)
}

// canTurn reports whether -n can be written without a sign before a card.
func (n *node) canTurn() bool {
	for _, p := range n.parts {
		isSubtracted := n.kind == sum && p.inv
		if isSubtracted || p.canTurn() {
			return true
		}
	}
	return false
}
