package twentyfour

import (
	"context"
	"math/bits"
	"slices"
)

// A library holds what groups of cards can make. It fills on demand, and hands that
// share cards share its groups. Values have no sign: a negative one can always be
// turned by moving the sign outwards.
//
// A library is for one goroutine.
type library struct {
	ctx context.Context
	// steps is how many more nodes may be made.
	steps int
	// cut means that something was left out because ctx ended or the steps ran out.
	cut    bool
	groups map[groupKey]*group
	// found is a stack of the nodes that are being found. A search within another one takes its
	// nodes away when it ends.
	found []*node
}

func newLibrary(ctx context.Context, steps int) *library {
	return &library{ctx: ctx, steps: steps, groups: map[groupKey]*group{}}
}

// A groupKey holds up to six cards in order, ten bits each, below a leading 1.
type groupKey uint64

// A group is some cards, in order.
type group struct {
	cards []int
	// splits are all ways to split the cards in two.
	splits []pair
	// The content is nil unless the group is a part of another one.
	*content
}

// The content of a group is the values that its cards make.
type content struct {
	valueSet
	// kinds has the kinds of last step that make each value.
	kinds []stepKinds
	// all are the values, sums those that only a sum or difference makes, and products the whole
	// ones that only a product or quotient makes. They are nil until they are needed.
	all, sums *numbers
	products  []int64
	// nodes has the nodes of each value, by its index in values, or nil if they were not searched for yet.
	nodes [][]*node
}

// A pair is two groups; a has at most as many cards as b.
type pair struct{ a, b *group }

// group returns the group of the cards with its values: what the two parts of each
// split make under each operation, without sign.
func (l *library) group(cards []int) *group { return l.part(cards, 1<<len(cards)-1) }

// part returns the group of those cards that are in a set, a bit mask.
func (l *library) part(cards []int, set int) *group {
	k := groupKey(1)
	for i, c := range cards {
		if set>>i&1 == 1 {
			k = k<<10 | groupKey(c)
		}
	}
	g, ok := l.groups[k]
	if !ok {
		var some []int
		for i, c := range cards {
			if set>>i&1 == 1 {
				some = append(some, c)
			}
		}
		g = l.fill(some)
		l.groups[k] = g
	}
	return g
}

// fill returns a new group of the cards with its values.
func (l *library) fill(cards []int) *group {
	g := l.newGroup(cards)
	set := newValueSet(len(cards))
	g.content = &content{valueSet: set, kinds: make([]stepKinds, 0, cap(set.values))}
	if len(cards) == 1 {
		g.make(integer(int64(cards[0])), 0)
		g.nodes = [][]*node{{newCard(cards[0])}}
	}
	for i, p := range g.splits {
		// The first split of three cards joins a card to all that the two others make. So in the
		// other splits a card need not be added to a sum or subtracted from it, nor be multiplied or
		// divided with a product: the same chain of three cards has been made.
		isRepeated := i > 0 && len(cards) == 3
		for _, x := range p.a.values {
			if l.stop() {
				break
			}
			for j, y := range p.b.values {
				kinds := bySum | byProduct
				if isRepeated {
					kinds &^= p.b.kinds[j]
				}
				g.combine(x, y, kinds)
			}
		}
	}
	return g
}

// stepKinds is a set of kinds of steps.
type stepKinds uint8

const (
	bySum stepKinds = 1 << iota
	byProduct
)

// combine adds what x and y make by some kinds of step.
func (c *content) combine(x, y ratio, kinds stepKinds) {
	if kinds&bySum != 0 {
		c.make(x.add(y), bySum)
		c.make(x.sub(y).abs(), bySum)
	}
	if kinds&byProduct == 0 {
		return
	}
	c.make(x.mul(y), byProduct)
	if x.Num == 0 || y.Num == 0 {
		// The quotients are 0, as the product is, or there are none.
		return
	}
	quotient := x.div(y)
	c.make(quotient, byProduct)
	c.make(quotient.inverse(), byProduct)
}

// make adds v, which a kind of step makes.
func (c *content) make(v ratio, kind stepKinds) {
	i := c.add(v)
	if i == len(c.kinds) {
		c.kinds = append(c.kinds, 0)
	}
	c.kinds[i] |= kind
}

// numbers returns all values.
func (c *content) numbers() *numbers {
	if c.all == nil {
		c.all = newNumbers(len(c.values))
		for _, v := range c.values {
			c.all.add(v)
		}
	}
	return c.all
}

// sortOut sets sums and products.
func (c *content) sortOut() {
	c.sums = newNumbers(len(c.values) / 2)
	c.products = make([]int64, 0, len(c.values)/4)
	for i, v := range c.values {
		switch c.kinds[i] {
		case bySum:
			c.sums.add(v)
		case byProduct:
			if v.Den == 1 {
				c.products = append(c.products, v.Num)
			}
		}
	}
}

// newGroup returns a group with all different ways to split its cards in two.
func (l *library) newGroup(cards []int) *group {
	g := &group{
		cards:  cards,
		splits: make([]pair, 0, 1<<len(cards)/2-1),
	}
	full := 1<<len(cards) - 1
	for set := 1; set < full; set++ {
		// Each split comes twice, the second time with the two groups exchanged.
		size := bits.OnesCount(uint(set))
		isExchanged := 2*size > len(cards) || 2*size == len(cards) && set&1 == 0
		if isExchanged {
			continue
		}
		p := pair{l.part(cards, set), l.part(cards, full&^set)}
		if !slices.Contains(g.splits, p) && !slices.Contains(g.splits, pair{p.b, p.a}) {
			g.splits = append(g.splits, p)
		}
	}
	return g
}

// stop reports whether the search must end: ctx has ended, or the steps ran out.
func (l *library) stop() bool {
	if !l.cut && l.ctx.Err() != nil {
		l.cut = true
	}
	return l.cut
}

// nodes returns all nodes of the cards in g with its value of that index.
func (l *library) nodes(g *group, index int) []*node {
	if g.nodes == nil {
		g.nodes = make([][]*node, len(g.values))
	}
	if g.nodes[index] == nil {
		g.nodes[index] = l.find(g, g.values[index])
	}
	return g.nodes[index]
}

// find returns all nodes of the cards in g, at least two, with the value v >= 0,
// each once.
func (l *library) find(g *group, v ratio) []*node {
	from := len(l.found)
	isDone := l.findChains(g, v)
	if isDone && v.Num == 0 {
		n := l.zeroProduct(g)
		if n != nil {
			l.found = append(l.found, n)
		}
	}
	list := unique(l.found[from:])
	l.found = l.found[:from]
	// The copy is not nil even if it is empty: nil would mean that the nodes were not searched for
	// yet.
	return append(make([]*node, 0, len(list)), list...)
}

// findChains adds all chains of the cards in g with the value v to the nodes found, some twice. It
// reports false if the search must end first.
func (l *library) findChains(g *group, v ratio) bool {
	for _, p := range g.splits {
		for i, x := range p.a.values {
			if l.stop() {
				return false
			}
			y := v.sub(x)
			if y.Num >= 0 {
				l.join(p, i, y, joining{kind: sum})
			}
			if y.Num <= 0 {
				l.join(p, i, y.neg(), joining{kind: sum, invB: true})
			}
			if v.Num == 0 {
				continue
			}
			l.join(p, i, v.add(x), joining{kind: sum, invA: true})
			if x.Num != 0 {
				quotient := v.div(x)
				l.join(p, i, quotient, joining{kind: product})
				l.join(p, i, quotient.inverse(), joining{kind: product, invB: true})
				l.join(p, i, v.mul(x), joining{kind: product, invA: true})
			}
		}
	}
	return true
}

// unique keeps only the first of nodes with equal keys.
func unique(list []*node) []*node {
	if len(list) < 2 {
		return list
	}
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(n *node) bool {
		known := seen[n.key]
		seen[n.key] = true
		return known
	})
}

// joining says how two nodes become one.
type joining struct {
	kind kind
	// invA and invB mean that the first, or the second, is subtracted or divided by.
	invA, invB bool
}

// join adds the nodes that join p.a's value of index i to p.b's value y to those found.
func (l *library) join(p pair, i int, y ratio, how joining) {
	j := p.b.find(y)
	if j < 0 {
		return
	}
	v := how.value(p.a.values[i], y)
	for _, m := range l.nodes(p.a, i) {
		for _, n := range l.nodes(p.b, j) {
			if !how.isFirstWay(m, n) {
				continue
			}
			if l.steps <= 0 {
				l.cut = true
				return
			}
			l.steps--
			parts := make([]part, 0, how.kind.members(m)+how.kind.members(n))
			parts = flatten(parts, how.kind, part{how.invA, m})
			parts = flatten(parts, how.kind, part{how.invB, n})
			l.found = append(l.found, newChainOf(how.kind, v, parts))
		}
	}
}

// value returns what x and y make, which must not be below 0.
func (how joining) value(x, y ratio) ratio {
	if how.invA {
		x, y = y, x
	}
	isInverse := how.invA || how.invB
	switch {
	case how.kind == sum && isInverse:
		return x.sub(y)
	case how.kind == sum:
		return x.add(y)
	case isInverse:
		return x.div(y)
	}
	return x.mul(y)
}

// isFirstWay reports whether m and n are to be joined: there are many ways to make
// the same chain, and only one of them is taken. In that one the least member joins
// the chain of all the others, and nothing is divided by a quotient, since its
// inverse can be made as well.
func (how joining) isFirstWay(m, n *node) bool {
	if how.kind == product && how.invB && n.isQuotient() {
		return false
	}
	if how.kind == product && how.invA && m.isQuotient() {
		return false
	}
	return m.isBefore(n, how.kind) || n.isBefore(m, how.kind)
}

// isQuotient reports whether n is a product in which something is divided by.
func (n *node) isQuotient() bool {
	return n.kind == product && n.parts[len(n.parts)-1].inv
}

// isBefore reports whether m is no chain of kind k and comes before n, or before all parts of
// n if that is such a chain.
func (m *node) isBefore(n *node, k kind) bool {
	if m.kind == k {
		return false
	}
	if n.kind != k {
		return compareKey(m, n) <= 0
	}
	return !slices.ContainsFunc(n.parts, func(p part) bool { return compareKey(m, p.node) > 0 })
}

// zeroProduct returns a product of 0 with all cards of g, or nil if there is none: the fewest
// cards that make 0, times each of the others. Of such products only the cards matter, so one
// is enough.
func (l *library) zeroProduct(g *group) *node {
	var core, rest *group
	for _, p := range g.splits {
		for _, q := range [...]pair{p, {p.b, p.a}} {
			if q.a.find(integer(0)) < 0 {
				continue
			}
			if core == nil || len(q.a.cards) < len(core.cards) {
				core = q.a
				rest = q.b
			}
		}
	}
	if core == nil {
		return nil
	}
	zeros := l.nodes(core, core.find(integer(0)))
	if len(zeros) == 0 {
		return nil
	}
	factors := []part{{node: zeros[0]}}
	for _, c := range rest.cards {
		factors = append(factors, part{node: newCard(c)})
	}
	return newZero(factors)
}
