package engine

import (
	"math/bits"

	"reckon/engine/expr"
)

// maxTerms is how many terms a chain may have so that Regroup and Approach try all groups of them.
const maxTerms = 10

// A term is a part of a sum or a product.
type term struct {
	node *expr.Node
	// isInverse means that the term is subtracted, or divided by.
	isInverse bool
}

// A chain is how terms are joined: by a sum or by a product.
type chain struct {
	join, inverse expr.Op
	// neutral is the number that changes nothing: 0 in a sum, 1 in a product.
	neutral int64
}

// chainOf returns how the last step of n joins terms. If it is no sum and no product, n is the only term.
func chainOf(n *expr.Node) chain {
	isProduct := n.Op == expr.Mul || n.Op == expr.Div
	if isProduct {
		return chain{join: expr.Mul, inverse: expr.Div, neutral: 1}
	}
	return chain{join: expr.Add, inverse: expr.Sub, neutral: 0}
}

// Regroup returns n with the parts that cancel each other in a group of their own: 12+12+11-11 as
// 12+12+(11-11), and 2*12*11/11 as 2*12*(11/11). It returns nil if no parts cancel each other,
// or if there are more than maxTerms parts.
func Regroup(n *expr.Node) *expr.Node {
	c := chainOf(n)
	terms := c.terms(nil, n, false)
	if len(terms) > maxTerms {
		return nil
	}
	var best *expr.Node
	largest := 0
	// A set of terms is a number that has bit i if term i is in the set.
	all := 1<<len(terms) - 1
	for set := 1; set < all; set++ {
		size := bits.OnesCount(uint(set))
		if size <= largest {
			continue
		}
		group := c.joinTerms(terms, set)
		rest := c.joinTerms(terms, all-set)
		// Parts cancel each other only if one of them is an inverse, and joinTerms puts the inverses last.
		if group == nil || rest == nil || group.Op != c.inverse {
			continue
		}
		isNeutral, err := expr.Makes(group, c.neutral)
		if err != nil || !isNeutral {
			continue
		}
		largest = size
		best = expr.New(c.join, rest, group)
	}
	return best
}

// terms appends the terms of n.
func (c chain) terms(all []term, n *expr.Node, isInverse bool) []term {
	isLink := n.Op == c.join || n.Op == c.inverse
	if !isLink {
		return append(all, term{n, isInverse})
	}
	all = c.terms(all, n.X, isInverse)
	return c.terms(all, n.Y, isInverse != (n.Op == c.inverse))
}

// joinTerms joins the terms of a set, the inverses last. If all are inverses, it returns nil.
func (c chain) joinTerms(terms []term, set int) *expr.Node {
	var out *expr.Node
	for _, isInverse := range []bool{false, true} {
		op := c.join
		if isInverse {
			op = c.inverse
		}
		for i, t := range terms {
			isInSet := set>>i&1 == 1
			if !isInSet || t.isInverse != isInverse {
				continue
			}
			if out == nil {
				out = t.node
				continue
			}
			out = expr.New(op, out, t.node)
		}
		if out == nil {
			return nil
		}
	}
	return out
}
