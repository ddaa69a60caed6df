package twentyfour

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"reckon/engine/expr"
)

// When are two solutions the same? The package comment has the rule. Commuting,
// regrouping and signs are settled by the node: equal nodes are equal up to
// these. To see the rest, every part of a chain that changes nothing (factors
// that make 1, terms that make 0) is taken out and kept in a pool beside the
// core that is left. In the pool
//
//   - X/X, and X*X with X = 1, are X-X, as (A*X)/X is A+X-X;
//   - a 0 takes up everything else: A*Y+0 is A+0*Y, and of a product of 0 only
//     the cards matter, those of the factor 0, too.
//
// Core and pool in one text are a form. Parts that change nothing may overlap,
// as in 5+1+2-3-1+..., so that a node can have several forms; two nodes are the
// same solution if a chain of nodes, each sharing a form with the next, leads
// from one to the other (see classes). The hands of the classic game have no
// such overlaps. connected_test.go holds the forms to the rule, both ways.

// A neutral is something in the pool: added if its value is 0, else multiplied.
type neutral struct{ *node }

// A reduced is a core and its pool.
type reduced struct {
	part // inv: stands for -node
	pool []neutral
}

// nodeOf is the node of an expression of cards with + - * / and signs, each
// value of which exists; the sign of the value is left out.
func nodeOf(e *expr.Node) *node {
	return signedNode(e).node
}

func signedNode(e *expr.Node) part {
	switch e.Op {
	case expr.Num:
		return part{node: newCard(number(e.Digits))}
	case expr.Add, expr.Sub:
		n, negative := newSum(terms(nil, e, false))
		return part{negative, n}
	case expr.Neg:
		p := signedNode(e.X)
		return part{!p.inv, p.node}
	}
	list, negative := factors(nil, e, false)
	if slices.ContainsFunc(list, func(p part) bool { return p.value.isZero() }) {
		return part{negative, newZero(list)}
	}
	return part{negative, newProduct(list)}
}

// terms are the members of the chain of + and - that e is.
func terms(list []part, e *expr.Node, inv bool) []part {
	switch e.Op {
	case expr.Add, expr.Sub:
		return terms(terms(list, e.X, inv), e.Y, inv != (e.Op == expr.Sub))
	case expr.Neg:
		return terms(list, e.X, !inv)
	}
	p := signedNode(e)
	return append(list, part{inv != p.inv, p.node})
}

// factors are the members of the chain of * and / that e is.
func factors(list []part, e *expr.Node, inv bool) (all []part, negative bool) {
	switch e.Op {
	case expr.Mul, expr.Div:
		list, nx := factors(list, e.X, inv)
		list, ny := factors(list, e.Y, inv != (e.Op == expr.Div))
		return list, nx != ny
	case expr.Neg:
		list, n := factors(list, e.X, inv)
		return list, !n
	}
	p := signedNode(e)
	return flatten(list, product, part{inv, p.node}), p.inv
}

// forms are the forms of n, the one with the shortest parts taken out first.
func forms(n *node) []string {
	if n.isPlain() {
		return []string{n.key}
	}
	var list []string
	for _, r := range reductions(n) {
		if form := r.form(); !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

// isPlain tells whether nothing in n changes nothing.
func (n *node) isPlain() bool {
	return !slices.ContainsFunc(n.parts, func(p part) bool { return !p.isPlain() }) &&
		(n.kind != sum && n.kind != product || len(neutralSets(n.kind, n.parts, 1)) == 0)
}

// reductions are all ways to take out what changes nothing.
func reductions(n *node) []reduced {
	if n.kind == card || n.kind == zero {
		return []reduced{{part: part{node: n}}}
	}
	chains := []chainOf{{}}
	for _, p := range n.parts {
		var longer []chainOf
		for _, r := range reductions(p.node) {
			for _, c := range chains {
				longer = append(longer, c.with(n.kind, p.inv, r))
			}
		}
		chains = longer
	}
	var list []reduced
	for _, c := range chains {
		list = c.reduce(n.kind, list)
	}
	return list
}

// A chainOf is members of a chain and what was taken out so far.
type chainOf struct {
	parts []part
	pool  []neutral
}

func (c chainOf) with(k kind, inv bool, r reduced) chainOf {
	return chainOf{
		parts: flatten(slices.Clone(c.parts), k, part{inv != (k == sum && r.inv), r.node}),
		pool:  append(slices.Clone(c.pool), r.pool...),
	}
}

// reduce adds to list what c comes to when all that changes nothing is taken
// out, in every way.
func (c chainOf) reduce(k kind, list []reduced) []reduced {
	slices.SortFunc(c.parts, comparePart)
	sets := neutralSets(k, c.parts, len(c.parts))
	if len(sets) == 0 {
		if k == product {
			return append(list, reduced{part{node: newProduct(c.parts)}, c.pool})
		}
		n, negative := newSum(c.parts)
		return append(list, reduced{part{negative, n}, c.pool})
	}
	for _, set := range sets {
		var taken []part
		rest := chainOf{pool: slices.Clone(c.pool)}
		for i, p := range c.parts {
			if set>>i&1 == 1 {
				taken = append(taken, p)
			} else {
				rest.parts = append(rest.parts, p)
			}
		}
		rest.pool = append(rest.pool, neutral{neutralNode(k, taken)})
		list = rest.reduce(k, list)
	}
	return list
}

// neutralSets are the sets of parts, as bit masks, that change nothing in a
// chain of kind k and without which it can stand: the smallest first, none that
// holds another, none that looks like another, at most limit.
func neutralSets(k kind, parts []part, limit int) []int {
	neutral := makesOne
	if k == sum {
		neutral = makesZero
	}
	var sets []int
	for size := 1; size < len(parts); size++ {
		for set := 1; set < 1<<len(parts)-1; set++ {
			if bits.OnesCount(uint(set)) != size || !neutral(parts, set) {
				continue
			}
			if slices.ContainsFunc(sets, func(s int) bool { return s&set == s || alike(parts, s, set) }) {
				continue
			}
			if sets = append(sets, set); len(sets) == limit {
				return sets
			}
		}
	}
	return sets
}

// alike tells whether two sets hold parts of the same keys; parts are in order.
func alike(parts []part, a, b int) bool {
	for a != 0 && b != 0 {
		i, j := bits.TrailingZeros(uint(a)), bits.TrailingZeros(uint(b))
		if comparePart(parts[i], parts[j]) != 0 {
			return false
		}
		a, b = a&(a-1), b&(b-1)
	}
	return a == b
}

// makesZero tells whether the terms in set make 0.
func makesZero(terms []part, set int) bool {
	t := integer(0)
	for i, p := range terms {
		if set>>i&1 == 1 {
			t = t.addPart(p)
		}
	}
	return t.isZero()
}

// makesOne tells whether the factors in set make 1 and what is left can stand
// without them.
func makesOne(factors []part, set int) bool {
	t, stands := integer(1), false
	for i, p := range factors {
		if set>>i&1 == 1 {
			t = t.mulPart(p)
		} else {
			stands = stands || !p.inv
		}
	}
	return stands && t.isOne()
}

// neutralNode is what goes into the pool for parts that change nothing in a
// chain of kind k.
func neutralNode(k kind, parts []part) *node {
	if len(parts) == 2 && parts[0].key == parts[1].key {
		return twice(parts[0].node)
	}
	if k == sum {
		n, _ := newSum(parts)
		return n
	}
	// Their product is 1 either way up.
	turned := opposite(parts)
	switch {
	case !slices.ContainsFunc(parts, part.isDirect):
		return newProduct(turned)
	case !slices.ContainsFunc(turned, part.isDirect):
		return newProduct(parts)
	}
	n, m := newProduct(parts), newProduct(turned)
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

// form is core and pool in one text.
func (r reduced) form() string {
	pool := pairOnes(slices.Clone(r.pool))
	if r.value.isZero() && len(pool) > 0 {
		return newZero(append(partsOf(pool), part{node: r.node})).key
	}
	if len(pool) > 1 && slices.ContainsFunc(pool, func(n neutral) bool { return n.value.isZero() }) {
		pool = []neutral{{newZero(partsOf(pool))}}
	}
	texts := make([]string, 0, len(pool))
	for _, n := range pool {
		sign := "*"
		if n.value.isZero() {
			sign = "+"
		}
		texts = append(texts, sign+n.key)
	}
	slices.Sort(texts)
	return r.key + strings.Join(texts, "")
}

func partsOf(pool []neutral) []part {
	list := make([]part, 0, len(pool)+1)
	for _, n := range pool {
		list = append(list, part{node: n.node})
	}
	return list
}

// pairOnes turns two equal factors of value 1 into X-X.
func pairOnes(pool []neutral) []neutral {
	for i := 0; i < len(pool); i++ {
		for j := i + 1; j < len(pool); j++ {
			if a, b := pool[i], pool[j]; a.value.isOne() && a.key == b.key {
				pool = append(slices.Delete(pool, j, j+1), neutral{twice(a.node)})
				pool = slices.Delete(pool, i, i+1)
				i--
				break
			}
		}
	}
	return pool
}

// number is the card that digits stand for. They are those of a card in the
// hand, perhaps with zeros before them, and so cannot be out of range.
func number(digits string) int {
	v, _ := strconv.Atoi(digits)
	return v
}
