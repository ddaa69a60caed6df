package twentyfour

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"reckon/engine/expr"
)

// When are two solutions the same? The package comment has the rule. Equal nodes
// settle order, grouping and signs. For the rest, every part of a chain that changes
// nothing (factors that make 1, terms that make 0) is taken out of the chain and put
// into a pool; what remains is the core. In the pool
//
//   - X/X, and X*X with X = 1, are X-X, because (A*X)/X is A+X-X;
//   - a 0 absorbs everything else: A*Y+0 is A+0*Y, and only the cards of a product
//     of 0 matter, also those of the factor 0.
//
// Core and pool in one text are a form. Parts that change nothing may overlap, as in
// 5+1+2-3-1+..., so a node can have several forms; two nodes are the same solution
// if a chain of nodes, each of which shares a form with the next, leads from one to
// the other (see classes). In the classic game there are no such overlaps.
// connected_test.go checks the forms against the rule, both ways.

// A reduced is a core and its pool: nodes that are added if their value is 0, else
// multiplied.
type reduced struct {
	part // inv: stands for -node
	pool []*node
}

// signedNode returns the node of an expression of cards with + - * / and signs, and
// whether the expression is its negative. Every part of it must have a value.
func signedNode(e *expr.Node) part {
	switch e.Op {
	case expr.Num:
		v, _ := strconv.Atoi(e.Digits) // those of a card in the hand, so in range
		return part{node: newCard(v)}
	case expr.Neg:
		p := signedNode(e.X)
		return part{!p.inv, p.node}
	}
	x, y := signedNode(e.X), signedNode(e.Y)
	if e.Op == expr.Add || e.Op == expr.Sub {
		return newChain(sum, flatten(flatten(nil, sum, x), sum, part{y.inv != (e.Op == expr.Sub), y.node}))
	}
	factors := flatten(flatten(nil, product, part{node: x.node}), product, part{e.Op == expr.Div, y.node})
	if x.value.Num == 0 || y.value.Num == 0 {
		return part{x.inv != y.inv, newZero(factors)}
	}
	return part{x.inv != y.inv, newChain(product, factors).node}
}

// forms returns the forms of n; in the first one the shortest parts are taken out.
func forms(n *node) []string { return formsOf(n, math.MaxInt) }

// formsOf returns the first forms of n, in which parts are taken out in so many ways.
func formsOf(n *node, ways int) []string {
	if n.isPlain() {
		return []string{n.key}
	}
	var list []string
	for _, r := range reductions(n, ways) {
		if form := r.form(); !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

// isPlain reports whether every part of n changes something.
func (n *node) isPlain() bool {
	return !slices.ContainsFunc(n.parts, func(p part) bool { return !p.isPlain() }) &&
		(n.kind != sum && n.kind != product || len(neutralSets(n.kind, n.parts, 1)) == 0)
}

// reductions returns the ways to take out the parts that change nothing: each time the
// first ones, so many.
func reductions(n *node, ways int) []reduced {
	if n.kind == card || n.kind == zero {
		return []reduced{{part: part{node: n}}}
	}
	chains := []chainOf{{}}
	for _, p := range n.parts {
		var longer []chainOf
		for _, r := range reductions(p.node, ways) {
			for _, c := range chains {
				longer = append(longer, chainOf{
					parts: flatten(slices.Clone(c.parts), n.kind, part{p.inv != (n.kind == sum && r.inv), r.node}),
					pool:  append(slices.Clone(c.pool), r.pool...),
				})
			}
		}
		chains = longer
	}
	var list []reduced
	for _, c := range chains {
		list = c.reduce(n.kind, ways, list)
	}
	return list
}

// A chainOf is the members of a chain and what was taken out so far.
type chainOf struct {
	parts []part
	pool  []*node
}

// reduce appends to list what remains of c after taking out all parts that change nothing,
// each time in so many ways.
func (c chainOf) reduce(k kind, ways int, list []reduced) []reduced {
	slices.SortFunc(c.parts, comparePart)
	sets := neutralSets(k, c.parts, min(ways, len(c.parts)))
	if len(sets) == 0 {
		return append(list, reduced{newChain(k, c.parts), c.pool})
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
		rest.pool = append(rest.pool, neutralNode(k, taken))
		list = rest.reduce(k, ways, list)
	}
	return list
}

// neutralSets returns the sets of parts, as bit masks, that change nothing in a chain
// of kind k and that the chain can do without: the smallest first, none that holds
// another, at most limit. Of equal parts, which stand together, the first are taken first.
func neutralSets(k kind, parts []part, limit int) []int {
	neutral := func(set int) bool {
		if k == sum {
			return sum.value(parts, set).Num == 0
		}
		for i, p := range parts {
			if set>>i&1 == 0 && !p.inv { // the others can stand
				return product.value(parts, set) == integer(1)
			}
		}
		return false
	}
	skips := func(set int) bool { // it has a part, and not an equal one before it
		for i := 1; i < len(parts); i++ {
			if set>>i&1 > set>>(i-1)&1 && comparePart(parts[i-1], parts[i]) == 0 {
				return true
			}
		}
		return false
	}
	var sets []int
	for size := 1; size < len(parts); size++ {
		for set := 1; set < 1<<len(parts)-1; set++ {
			if bits.OnesCount(uint(set)) != size || skips(set) || !neutral(set) ||
				slices.ContainsFunc(sets, func(s int) bool { return s&set == s }) {
				continue
			}
			if sets = append(sets, set); len(sets) == limit {
				return sets
			}
		}
	}
	return sets
}

// neutralNode returns the node that goes into the pool for parts that change nothing
// in a chain of kind k.
func neutralNode(k kind, parts []part) *node {
	if len(parts) == 2 && parts[0].key == parts[1].key {
		return twice(parts[0].node)
	}
	turned := opposite(parts) // a product of 1 is 1 either way up
	switch {
	case k == sum || !canStand(turned):
		return newChain(k, parts).node
	case !canStand(parts):
		return newChain(k, turned).node
	}
	n, m := newChain(k, parts), newChain(k, turned)
	if m.key < n.key {
		n = m
	}
	return n.node
}

// twice returns X-X. If X has several cards, only these matter: it is A+X-X = A*X/X,
// in which X comes apart.
func twice(x *node) *node {
	if x.kind == card {
		return newChain(sum, []part{{false, x}, {true, x}}).node
	}
	return newZero([]part{{node: x}, {node: x}})
}

// form returns core and pool in one text.
func (r reduced) form() string {
	pool := slices.SortedFunc(slices.Values(r.pool), compareKey)
	for i := 1; i < len(pool); i++ {
		if a := pool[i-1]; a.value == integer(1) && a.key == pool[i].key {
			pool = slices.Replace(pool, i-1, i+1, twice(a)) // X*X with X = 1
		}
	}
	factors := make([]part, 0, len(pool)+1)
	for _, n := range pool {
		factors = append(factors, part{node: n})
	}
	if r.value.Num == 0 && len(pool) > 0 {
		return newZero(append(factors, part{node: r.node})).key
	}
	if len(pool) > 1 && slices.ContainsFunc(pool, func(n *node) bool { return n.value.Num == 0 }) {
		pool = []*node{newZero(factors)}
	}
	texts := make([]string, 0, len(pool))
	for _, n := range pool {
		sign := "*"
		if n.value.Num == 0 {
			sign = "+"
		}
		texts = append(texts, sign+n.key)
	}
	slices.Sort(texts)
	return r.key + strings.Join(texts, "")
}

// classes puts the forms of one solution together. It maps a form to a lesser one of
// its class; the least form of a class, and one that is alone, are not in it.
type classes map[string]string

// least returns the form that stands for all forms of its class.
func (c classes) least(form string) string {
	for {
		lesser, ok := c[form]
		if !ok {
			return form
		}
		form = lesser
	}
}
