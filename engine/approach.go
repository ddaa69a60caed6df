package engine

import (
	"reckon/engine/expr"
)

// Approach returns a sum or a product of three terms or more as a person comes to it. A sum is a round
// number or a calculation that comes near, and what is missing to the goal: 100*8+(75-3) and not
// (100*8+75)-3. A product is one of two whole numbers: (12/3)*6 and not (12*6)/3. Every other n it returns
// as it is. Both parts are above zero.
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
	// The first set has all terms but the last, as n has.
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

// greatestTerm bounds the terms of a sum so that it can be added up.
const greatestTerm = 1 << 40

// What makes a step harder for a person, in the units of perFigure.
const (
	perFigure = 4
	// fromSum is for a sum that begins with no calculation, such as a product, but with several terms.
	fromSum = 5
	// unlike is for a step on two numbers that are not equal.
	unlike = 1
)

// sumPair joins a set of terms, the first number of a sum, to the others. It also returns how hard that is
// for a person. It returns nil if the set is no first number: it must be above zero and no less than the rest.
func (c chain) sumPair(terms []term, values []int64, set int) (*expr.Node, int) {
	var first, rest int64
	others := make([]term, len(terms))
	for i, t := range terms {
		others[i] = t
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
	if rest < 0 {
		op = c.inverse
		rest = -rest
		for i := range others {
			others[i].isInverse = !others[i].isInverse
		}
	}
	if rest == 0 || first < rest {
		return nil, 0
	}
	x := c.joinTerms(terms, set)
	y := c.joinTerms(others, 1<<len(terms)-1-set)
	if x == nil || y == nil {
		return nil, 0
	}
	effort := perFigure * (figures(first) + figures(rest))
	isCalculation := x.Op != expr.Num && x.Op != expr.Add && x.Op != expr.Sub
	if !isCalculation {
		effort += fromSum
	}
	if first != rest {
		effort += unlike
	}
	return expr.New(op, x, y), effort
}

// productPair joins a set of factors to the others. It also returns how hard that is for a person. It
// returns nil if the factors do not make a whole number, or the others none of two or more that is no greater.
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

// quotient returns the product of a set of factors; 0 if it is no whole number above zero, or too large.
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

// figures counts the figures of a number above zero that a person has to keep in mind: those before the
// zeros at its end. Multiples of 25 are easier than others.
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
