package twentyfour

import (
	"slices"
	"strings"

	"reckon/engine/expr"
)

// The normal form of a solution: what is left when the rule of "the same
// solution" is applied as far as it goes. Beyond commuting, regrouping and
// moving signs, which node takes care of, a *1 or +0 may stand anywhere. So
// every part of a chain that changes nothing (factors that make 1, terms that
// make 0) is taken out and kept in a pool beside the core. In the pool
//
//   - X/X and X*X with X = 1 are X-X, as (A*X)/X is A+X-X;
//   - a 0 takes up everything else: A*Y+0 is A+0*Y, and of 0*Y only the cards
//     of Y matter.
//
// Where parts that change nothing overlap (five cards and more), the shortest
// is taken out first and the least key among equals.

// A neutral is something in the pool.
type neutral struct {
	*node
	isZero bool // added; else multiplied
}

type former struct{ pool []neutral }

// formOf is the normal form of an expression of cards with + - * / and signs,
// each value of which exists.
func formOf(e *expr.Node) string {
	var f former
	core, _ := f.read(e)
	return f.finish(core)
}

// formOfNode is formOf for a node.
func formOfNode(n *node) string {
	var f former
	return f.finish(f.reduce(n))
}

// read turns an expression into a node with its sign.
func (f *former) read(e *expr.Node) (n *node, negative bool) {
	switch e.Op {
	case expr.Num:
		return newCard(number(e.Digits)), false
	case expr.Neg:
		n, negative = f.read(e.X)
		return n, !negative
	}
	x, xneg := f.read(e.X)
	y, yneg := f.read(e.Y)
	if e.Op == expr.Add || e.Op == expr.Sub {
		return f.sum([]part{{xneg, x}, {yneg != (e.Op == expr.Sub), y}})
	}
	return f.product([]part{{false, x}, {e.Op == expr.Div, y}}), xneg != yneg
}

// reduce does for a node what read does for an expression. Taking out what
// changes nothing never changes a sign, so there is none to return.
func (f *former) reduce(n *node) *node {
	if n.kind == card || n.kind == zero {
		return n
	}
	parts := make([]part, len(n.parts))
	for i, p := range n.parts {
		parts[i] = part{p.inv, f.reduce(p.node)}
	}
	if n.kind == product {
		return f.product(parts)
	}
	n, _ = f.sum(parts)
	return n
}

func (f *former) sum(parts []part) (*node, bool) {
	var terms []part
	for _, p := range parts {
		terms = flatten(terms, sum, p)
	}
	slices.SortFunc(terms, comparePart)
	for {
		taken, rest := split(terms, func(some, _ []part) bool { return total(some).isZero() })
		if taken == nil {
			break
		}
		f.takeZero(taken)
		terms = rest
	}
	return newSum(terms)
}

func (f *former) product(parts []part) *node {
	var factors []part
	for _, p := range parts {
		factors = flatten(factors, product, p)
	}
	if slices.ContainsFunc(factors, func(p part) bool { return p.value.isZero() }) {
		return newZero(factors)
	}
	slices.SortFunc(factors, comparePart)
	for {
		taken, rest := split(factors, func(some, rest []part) bool {
			return quotient(some).isOne() && slices.ContainsFunc(rest, func(p part) bool { return !p.inv })
		})
		if taken == nil {
			break
		}
		f.takeOne(taken)
		factors = rest
	}
	return newProduct(factors)
}

// split takes the fewest parts, not all, for which ok holds; among equally many
// those that come first. Nil if there are none.
func split(parts []part, ok func(some, rest []part) bool) (some, rest []part) {
	for size := 1; size < len(parts); size++ {
		for mask := 1; mask < 1<<len(parts)-1; mask++ {
			some, rest = some[:0], rest[:0]
			for i, p := range parts {
				if mask>>i&1 == 1 {
					some = append(some, p)
				} else {
					rest = append(rest, p)
				}
			}
			if len(some) == size && ok(some, rest) {
				return some, rest
			}
		}
	}
	return nil, nil
}

func (f *former) takeZero(terms []part) {
	n, _ := newSum(terms)
	if len(terms) == 2 && terms[0].key == terms[1].key {
		n = twice(terms[0].node)
	}
	f.pool = append(f.pool, neutral{n, true})
}

func (f *former) takeOne(factors []part) {
	if len(factors) == 2 && factors[0].key == factors[1].key {
		f.pool = append(f.pool, neutral{twice(factors[0].node), true})
		return
	}
	f.pool = append(f.pool, neutral{invertIfAll(factors), false})
}

// invertIfAll makes a node of factors whose product is 1, so that each may as
// well be divided by.
func invertIfAll(factors []part) *node {
	a := slices.Clone(factors)
	b := opposite(factors)
	direct := func(p part) bool { return !p.inv }
	switch {
	case !slices.ContainsFunc(a, direct):
		return newProduct(b)
	case !slices.ContainsFunc(b, direct):
		return newProduct(a)
	}
	n, m := newProduct(a), newProduct(b)
	if m.key < n.key {
		return m
	}
	return n
}

// twice is X-X. With X of several cards it is A+X-X = A*X/X, in which X comes
// apart into cards, so that only they matter.
func twice(x *node) *node {
	if x.kind == card {
		n, _ := newSum([]part{{false, x}, {true, x}})
		return n
	}
	return newZero([]part{{node: x}, {node: x}})
}

// finish puts core and pool into one text.
func (f *former) finish(core *node) string {
	f.pairOnes()
	if core.value.isZero() && len(f.pool) > 0 {
		return newZero(append(f.poolParts(), part{node: core})).key
	}
	isZero := func(n neutral) bool { return n.isZero }
	if len(f.pool) > 1 && slices.ContainsFunc(f.pool, isZero) {
		f.pool = []neutral{{newZero(f.poolParts()), true}}
	}
	texts := make([]string, 0, len(f.pool))
	for _, n := range f.pool {
		sign := "*"
		if n.isZero {
			sign = "+"
		}
		texts = append(texts, sign+n.key)
	}
	slices.Sort(texts)
	return core.key + strings.Join(texts, "")
}

func (f *former) poolParts() []part {
	list := make([]part, 0, len(f.pool)+1)
	for _, n := range f.pool {
		list = append(list, part{node: n.node})
	}
	return list
}

// pairOnes turns two equal factors of value 1 into X-X.
func (f *former) pairOnes() {
	for i := 0; i < len(f.pool); i++ {
		for j := i + 1; j < len(f.pool); j++ {
			if a, b := f.pool[i], f.pool[j]; !a.isZero && !b.isZero && a.key == b.key {
				f.pool = append(slices.Delete(f.pool, j, j+1), neutral{twice(a.node), true})
				f.pool = slices.Delete(f.pool, i, i+1)
				i--
				break
			}
		}
	}
}
