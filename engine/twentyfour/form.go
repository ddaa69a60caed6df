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
// 5+1+2-3-1+..., so a node can have several forms. Two nodes are the same solution
// if a chain of nodes leads from one to the other in which each shares a form with the
// next (see classes). In the classic game there are no such overlaps.
// connected_test.go checks the forms against the rule, both ways.

// A reduction is a core and its pool. The nodes of the pool are added if their value is 0, and
// multiplied if it is 1.
type reduction struct {
	// part is the core. It is inv if the core is -node.
	part
	pool []*node
}

// signedNode returns the node of an expression of cards with + - * / and signs, and
// whether the expression is its negative. Every part of it must have a value.
func signedNode(e *expr.Node) part {
	switch e.Op {
	case expr.Num:
		// The digits are those of a card in the hand, so they are in range.
		v, _ := strconv.Atoi(e.Digits)
		return part{node: newCard(v)}
	case expr.Neg:
		p := signedNode(e.X)
		return part{!p.inv, p.node}
	}
	x := signedNode(e.X)
	y := signedNode(e.Y)
	if e.Op == expr.Add || e.Op == expr.Sub {
		terms := flatten(nil, sum, x)
		terms = flatten(terms, sum, part{y.inv != (e.Op == expr.Sub), y.node})
		return newChain(sum, terms)
	}
	negative := x.inv != y.inv
	factors := flatten(nil, product, part{node: x.node})
	factors = flatten(factors, product, part{e.Op == expr.Div, y.node})
	if x.value.Num == 0 || y.value.Num == 0 {
		return part{negative, newZero(factors)}
	}
	return part{negative, newChain(product, factors).node}
}

// forms returns the forms of n; in the first one the shortest parts are taken out.
func forms(n *node) []string { return formsOf(n, math.MaxInt) }

// formsOf returns the first forms of n: whenever parts are taken out, it tries at most as many ways
// as the argument ways says.
func formsOf(n *node, ways int) []string {
	if n.isPlain() {
		return []string{n.key}
	}
	var list []string
	for _, r := range reductions(n, ways) {
		form := r.form()
		if !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

// isPlain reports whether every part of n changes something.
func (n *node) isPlain() bool {
	for _, p := range n.parts {
		if !p.isPlain() {
			return false
		}
	}
	isChain := n.kind == sum || n.kind == product
	return !isChain || len(neutralSets(n.kind, n.parts, 1)) == 0
}

// reductions returns the results of taking the parts that change nothing out of n. At each chain it
// tries at most as many ways as the argument ways says.
func reductions(n *node, ways int) []reduction {
	if n.kind == card || n.kind == zero {
		return []reduction{{part: part{node: n}}}
	}
	chains := []openChain{{parts: make([]part, 0, len(n.parts)+2)}}
	for _, p := range n.parts {
		if p.isPlain() {
			for i := range chains {
				chains[i].parts = flatten(chains[i].parts, n.kind, p)
			}
			continue
		}
		var longer []openChain
		for _, r := range reductions(p.node, ways) {
			core := part{p.inv != (n.kind == sum && r.inv), r.node}
			for _, c := range chains {
				longer = append(longer, openChain{
					parts: flatten(slices.Clone(c.parts), n.kind, core),
					pool:  append(slices.Clone(c.pool), r.pool...),
				})
			}
		}
		chains = longer
	}
	var list []reduction
	for _, c := range chains {
		list = c.appendReductions(list, n.kind, ways)
	}
	return list
}

// An openChain is a chain whose neutral parts are being taken out: the parts left, and the pool
// of those taken out.
type openChain struct {
	parts []part
	pool  []*node
}

// appendReductions takes the parts that change nothing out of c, at most that many ways each
// time, and appends what remains.
func (c openChain) appendReductions(list []reduction, k kind, ways int) []reduction {
	slices.SortFunc(c.parts, comparePart)
	sets := neutralSets(k, c.parts, min(ways, len(c.parts)))
	if len(sets) == 0 {
		return append(list, reduction{newChain(k, c.parts), c.pool})
	}
	for _, set := range sets {
		var neutral []part
		rest := openChain{pool: slices.Clone(c.pool)}
		for i, p := range c.parts {
			if set>>i&1 == 1 {
				neutral = append(neutral, p)
			} else {
				rest.parts = append(rest.parts, p)
			}
		}
		rest.pool = append(rest.pool, neutralNode(k, neutral))
		list = rest.appendReductions(list, k, ways)
	}
	return list
}

// neutralSets returns the sets of parts, as bit masks, that can be taken out of a chain of
// kind k because they change nothing. It returns at most limit sets, the smallest first, and
// none that contains another. Of equal parts, which are next to each other, it takes the first.
func neutralSets(k kind, parts []part, limit int) []int {
	var sets []int
	for size := 1; size < len(parts); size++ {
		for set := 1; set < 1<<len(parts)-1; set++ {
			if bits.OnesCount(uint(set)) != size || skipsEqual(parts, set) || !k.isNeutral(parts, set) {
				continue
			}
			if slices.ContainsFunc(sets, func(s int) bool { return s&set == s }) {
				continue
			}
			sets = append(sets, set)
			if len(sets) == limit {
				return sets
			}
		}
	}
	return sets
}

// isNeutral reports whether a set of parts changes nothing in a chain of kind k, and the others
// can be written without it.
func (k kind) isNeutral(parts []part, set int) bool {
	if k == sum {
		return sum.value(parts, set).Num == 0
	}
	for i, p := range parts {
		isOther := set>>i&1 == 0
		if isOther && !p.inv {
			return product.value(parts, set) == integer(1)
		}
	}
	return false
}

// skipsEqual reports whether a set has a part, but not an equal one before it.
func skipsEqual(parts []part, set int) bool {
	for i := 1; i < len(parts); i++ {
		if set>>i&1 > set>>(i-1)&1 && comparePart(parts[i-1], parts[i]) == 0 {
			return true
		}
	}
	return false
}

// neutralNode returns the node that goes into the pool for parts that change nothing
// in a chain of kind k.
func neutralNode(k kind, parts []part) *node {
	if len(parts) == 2 && parts[0].key == parts[1].key {
		return twice(parts[0].node)
	}
	// If a product makes 1, its inverse makes 1, too.
	turned := opposite(parts)
	if k == sum || !isWritable(turned) {
		return newChain(k, parts).node
	}
	if !isWritable(parts) {
		return newChain(k, turned).node
	}
	n := newChain(k, parts)
	m := newChain(k, turned)
	if m.key < n.key {
		return m.node
	}
	return n.node
}

// twice returns X-X. If X has several cards, only its cards matter: A+X-X is A*X/X, and in that the
// factors of X can be moved.
func twice(x *node) *node {
	if x.kind == card {
		return newChain(sum, []part{{false, x}, {true, x}}).node
	}
	return newZero([]part{{node: x}, {node: x}})
}

// form returns core and pool in one text.
func (r reduction) form() string {
	pool := slices.SortedFunc(slices.Values(r.pool), compareKey)
	for i := 1; i < len(pool); i++ {
		// X*X with X = 1 is X-X.
		x := pool[i-1]
		if x.value == integer(1) && x.key == pool[i].key {
			pool = slices.Replace(pool, i-1, i+1, twice(x))
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
// its class. It does not have the least form of a class, nor a form that is alone.
type classes map[string]string

// join makes one class of those of two forms.
func (c classes) join(form, other string) {
	a := c.least(form)
	b := c.least(other)
	if a != b {
		c[max(a, b)] = min(a, b)
	}
}

// least returns the least form of a form's class.
func (c classes) least(form string) string {
	for {
		lesser, ok := c[form]
		if !ok {
			return form
		}
		form = lesser
	}
}
