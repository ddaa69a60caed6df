package engine

import (
	"slices"

	"reckon/engine/expr"
)

// Approach splits a sum or a product of three terms or more into two parts, as a person thinks of it. The
// first part of a sum is a round number or a calculation whose value is near the goal, and the second part
// is what is missing: 100*8+(75-3) and not (100*8+75)-3. Both parts of a product are whole numbers: (12/3)*6
// and not (12*6)/3. All parts are above zero. Approach returns n itself if n has no such parts.
func Approach(n *expr.Node) *expr.Node {
	c := chainOf(n)
	terms := c.terms(nil, n, false)
	if len(terms) < 3 || len(terms) > maxTerms {
		return n
	}
	values := make([]int64, len(terms))
	for i, t := range terms {
		v, err := expr.Eval(t.node)
		if err != nil {
			return n
		}
		whole, ok := v.Int64()
		if !ok || whole > greatestTerm || whole < -greatestTerm {
			return n
		}
		values[i] = whole
	}
	pair := c.sumPair
	if c.join == expr.Mul {
		pair = c.productPair
	}
	best := n
	least := 0
	full := 1<<len(terms) - 1
	// A set of terms is a number that has bit i if term i is in the set. The loop tries each set without the last
	// term, and the set of all other terms. The first set tried has all terms but the last: that is how people
	// write a sum from left to right. A later set wins only if it is easier.
	for mask := full >> 1; mask > 0; mask-- {
		for _, set := range []int{mask, full ^ mask} {
			grouped, effort := pair(terms, values, set)
			if grouped != nil && (least == 0 || effort < least) {
				best = grouped
				least = effort
			}
		}
	}
	return best
}

// greatestTerm is the greatest term that Approach accepts, so that a sum of terms fits 64 bits.
const greatestTerm = 1 << 40

// What makes a step harder for a person. These numbers are added up.
const (
	// perFigure is for each figure of the two parts: see figures.
	perFigure = 4
	// plainStart is for a sum whose first part is a number or a sum, and not a calculation such as a product.
	plainStart = 5
	// unequal is for two parts that are not equal.
	unequal = 1
)

// sumPair returns a sum or a difference of two parts: the terms of a set, and all others. It also returns
// how hard that step is for a person. It returns nil unless both parts are above zero and the first is at
// least as great as the second.
func (c chain) sumPair(terms []term, values []int64, set int) (*expr.Node, int) {
	var first, rest int64
	for i, t := range terms {
		value := values[i]
		if t.isInverse {
			value = -value
		}
		if set>>i&1 == 1 {
			first += value
		} else {
			rest += value
		}
	}
	op := c.join
	restTerms := slices.Clone(terms)
	if rest < 0 {
		// The rest is subtracted, with the opposite sign of each of its terms.
		op = c.inverse
		rest = -rest
		for i := range restTerms {
			restTerms[i].isInverse = !restTerms[i].isInverse
		}
	}
	if rest == 0 || first < rest {
		return nil, 0
	}
	x := c.joinTerms(terms, set)
	y := c.joinTerms(restTerms, 1<<len(terms)-1-set)
	if x == nil || y == nil {
		return nil, 0
	}
	effort := perFigure * (figures(first) + figures(rest))
	if x.Op == expr.Num || x.Op == expr.Add || x.Op == expr.Sub {
		effort += plainStart
	}
	if first != rest {
		effort += unequal
	}
	return expr.New(op, x, y), effort
}

// productPair returns a product of two parts: the factors of a set, and all others. It also returns how hard
// that step is for a person. It returns nil unless both parts are whole, the second is at least 2, and the
// first is at least as great as the second.
func (c chain) productPair(terms []term, values []int64, set int) (*expr.Node, int) {
	others := 1<<len(terms) - 1 - set
	first := quotient(terms, values, set)
	rest := quotient(terms, values, others)
	if rest < 2 || first < rest {
		return nil, 0
	}
	x := c.joinTerms(terms, set)
	y := c.joinTerms(terms, others)
	if x == nil || y == nil {
		return nil, 0
	}
	return expr.New(c.join, x, y), perFigure * (figures(first) + figures(rest))
}

// quotient returns the value of a set of factors. Some of them may be divisors. It returns 0 if the value is
// not a whole number above zero, or if it is too large.
func quotient(terms []term, values []int64, set int) int64 {
	above := int64(1)
	below := int64(1)
	for i, t := range terms {
		if set>>i&1 == 0 {
			continue
		}
		side := &above
		if t.isInverse {
			side = &below
		}
		if values[i] <= 0 || values[i] > greatestTerm / *side {
			return 0
		}
		*side *= values[i]
	}
	if above%below != 0 {
		return 0
	}
	return above / below
}

// figures returns how many figures of a number above zero a person has to keep in mind: all but the zeros
// at its end. A multiple of 25 above 25 is easier, so it counts as one figure less. The least count is one.
func figures(n int64) int {
	count := 0
	if n > 25 && n%25 == 0 {
		count--
	}
	for n%10 == 0 {
		n /= 10
	}
	for ; n > 0; n /= 10 {
		count++
	}
	return max(count, 1)
}
