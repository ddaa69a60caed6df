package twentyfour

import (
	"context"
	"slices"
)

// A library is what groups of cards can make. It is filled as it is asked, and
// hands that share cards share its groups. Values are taken without their
// sign: a negative one can always be turned by moving the sign outwards.
//
// A library is for one goroutine.
type library struct {
	ctx    context.Context
	steps  int  // how many more nodes may be made
	cut    bool // something was left out because ctx or steps came to an end
	groups map[groupKey]*group
}

func newLibrary(ctx context.Context, steps int) *library {
	return &library{ctx: ctx, steps: steps, groups: map[groupKey]*group{}}
}

// groupKey holds up to six cards in order, ten bits each and one above them.
type groupKey uint64

func keyOf(cards []int) groupKey {
	k := groupKey(1)
	for _, c := range cards {
		k = k<<10 | groupKey(c)
	}
	return k
}

// A group is some cards, in order.
type group struct {
	cards  []int
	splits []pair // all ways to part the cards in two
	// Filled by fill, when the group is a part of another:
	valueSet
	nodes [][]*node // by place in values; nil: not yet asked for
}

// A pair is two groups; a has at most as many cards as b.
type pair struct{ a, b *group }

// group is the group of the cards, filled.
func (l *library) group(cards []int) *group {
	k := keyOf(cards)
	g, ok := l.groups[k]
	if !ok {
		g = l.newGroup(cards)
		l.fill(g)
		l.groups[k] = g
	}
	return g
}

func (l *library) newGroup(cards []int) *group {
	return &group{cards: slices.Clone(cards), splits: l.splitsOf(cards)}
}

// splitsOf parts cards in all ways that differ.
func (l *library) splitsOf(cards []int) []pair {
	list := make([]pair, 0, 1<<len(cards)/2-1)
	full := 1<<len(cards) - 1
	var in, out [MaxCards]int
	for mask := 1; mask < full; mask++ {
		a, b := in[:0], out[:0]
		for i, c := range cards {
			if mask>>i&1 == 1 {
				a = append(a, c)
			} else {
				b = append(b, c)
			}
		}
		if len(a) > len(b) || len(a) == len(b) && mask&1 == 0 {
			continue
		}
		p := pair{l.group(a), l.group(b)}
		if !slices.Contains(list, p) && !slices.Contains(list, pair{p.b, p.a}) {
			list = append(list, p)
		}
	}
	return list
}

// fill finds the values of g.
func (l *library) fill(g *group) {
	if len(g.cards) == 1 {
		g.add(integer(int64(g.cards[0])))
		g.nodes = [][]*node{{newCard(g.cards[0])}}
		return
	}
	for _, p := range g.splits {
		for _, x := range p.a.values {
			if l.stop() {
				break
			}
			for _, y := range p.b.values {
				g.addResults(x, y)
			}
		}
	}
	g.nodes = make([][]*node, len(g.values))
}

// addResults adds what x and y make under each operation, without sign.
func (g *group) addResults(x, y ratio) {
	g.add(x.add(y))
	g.add(x.sub(y).abs())
	g.add(x.mul(y))
	if !y.isZero() {
		g.add(x.div(y))
	}
	if !x.isZero() {
		g.add(y.div(x))
	}
}

func (l *library) stop() bool {
	if !l.cut && l.ctx.Err() != nil {
		l.cut = true
	}
	return l.cut
}

// nodes are all nodes of the cards in g with its value of that index.
func (l *library) nodes(g *group, index int) []*node {
	if g.nodes[index] == nil {
		g.nodes[index] = l.find(g, g.values[index])
	}
	return g.nodes[index]
}

// find makes all nodes of the cards in g, at least two, with the value
// v >= 0, each once.
func (l *library) find(g *group, v ratio) []*node {
	set := &nodeSet{list: []*node{}}
	for _, p := range g.splits {
		for i, x := range p.a.values {
			if l.stop() {
				return set.list
			}
			l.findSums(set, p, i, v)
			if !x.isZero() && !v.isZero() {
				l.findProducts(set, p, i, v)
			}
		}
	}
	if v.isZero() {
		if n := l.absorbed(g); n != nil {
			set.add(n)
		}
	}
	return set.list
}

// findSums adds the sums of p.a's value of index i and a value of p.b.
func (l *library) findSums(set *nodeSet, p pair, i int, v ratio) {
	x := p.a.values[i]
	if y := v.sub(x); y.Num >= 0 {
		l.join(set, p, i, y, joining{kind: sum})
	}
	if y := x.sub(v); y.Num >= 0 {
		l.join(set, p, i, y, joining{kind: sum, invB: true})
	}
	if !v.isZero() {
		l.join(set, p, i, v.add(x), joining{kind: sum, invA: true})
	}
}

// findProducts adds the products and quotients of p.a's value of index i and a
// value of p.b.
func (l *library) findProducts(set *nodeSet, p pair, i int, v ratio) {
	x := p.a.values[i]
	q := v.div(x)
	l.join(set, p, i, q, joining{kind: product})
	l.join(set, p, i, q.inverse(), joining{kind: product, invB: true})
	l.join(set, p, i, v.mul(x), joining{kind: product, invA: true})
}

// joining says how two nodes become one.
type joining struct {
	kind       kind
	invA, invB bool
}

// join makes the nodes of p.a's value of index i and p.b's value y.
func (l *library) join(set *nodeSet, p pair, i int, y ratio, how joining) {
	j := p.b.find(y)
	if j < 0 {
		return
	}
	for _, m := range l.nodes(p.a, i) {
		for _, n := range l.nodes(p.b, j) {
			if !how.leads(m, n) {
				continue
			}
			if l.steps <= 0 {
				l.cut = true
				return
			}
			l.steps--
			set.add(how.apply(m, n))
		}
	}
}

// leads tells whether to join m and n, so that each chain is made but once: by
// its least member, alone, joining the rest; and where the rest is a fraction
// that exists upside down as well, not by dividing by it.
func (how joining) leads(m, n *node) bool {
	if how.kind == product && (how.invB && n.hasInverse() || how.invA && m.hasInverse()) {
		return false
	}
	return m.kind != how.kind && m.before(n, how.kind) || n.kind != how.kind && n.before(m, how.kind)
}

func (n *node) hasInverse() bool {
	return n.kind == product && n.parts[len(n.parts)-1].inv
}

// before tells whether no member of the chain n, of kind k, comes before m.
func (m *node) before(n *node, k kind) bool {
	if n.kind != k {
		return compareKey(m, n) <= 0
	}
	for _, p := range n.parts {
		if compareKey(m, p.node) > 0 {
			return false
		}
	}
	return true
}

func (how joining) apply(m, n *node) *node {
	parts := make([]part, 0, len(m.parts)+len(n.parts)+2)
	parts = flatten(flatten(parts, how.kind, part{how.invA, m}), how.kind, part{how.invB, n})
	if how.kind == product {
		return newProduct(parts)
	}
	s, _ := newSum(parts)
	return s
}

// absorbed is the product of as few cards of g as make 0 and each of the others,
// or nil; since only the cards matter, it stands for all products of 0.
func (l *library) absorbed(g *group) *node {
	var core, rest *group
	for _, p := range g.splits {
		for _, q := range [...]pair{p, {p.b, p.a}} {
			if q.a.find(integer(0)) >= 0 && (core == nil || len(q.a.cards) < len(core.cards)) {
				core, rest = q.a, q.b
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

// nodeSet holds nodes in the order in which they were first added.
type nodeSet struct {
	list []*node
	seen map[string]bool // made when list is long
}

func (s *nodeSet) add(n *node) {
	const long = 16
	if s.seen == nil && len(s.list) >= long {
		s.seen = map[string]bool{}
		for _, m := range s.list {
			s.seen[m.key] = true
		}
	}
	if s.seen != nil {
		if s.seen[n.key] {
			return
		}
		s.seen[n.key] = true
	} else if slices.ContainsFunc(s.list, func(m *node) bool { return m.key == n.key }) {
		return
	}
	s.list = append(s.list, n)
}
