package twentyfour

import (
	"context"
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
	// The set has the values that the cards make, if the group is a part of another one.
	valueSet
	// nodes has the nodes of each value, by its index in values, or nil if they were not searched for yet.
	nodes [][]*node
}

// A pair is two groups; a has at most as many cards as b.
type pair struct{ a, b *group }

// group returns the group of the cards with its values: what the two parts of each
// split make under each operation, without sign.
func (l *library) group(cards []int) *group {
	k := groupKey(1)
	for _, c := range cards {
		k = k<<10 | groupKey(c)
	}
	if g, ok := l.groups[k]; ok {
		return g
	}
	g := l.newGroup(cards)
	l.groups[k] = g
	if len(cards) == 1 {
		g.add(integer(int64(cards[0])))
		g.nodes = [][]*node{{newCard(cards[0])}}
		return g
	}
	for _, p := range g.splits {
		for _, x := range p.a.values {
			if l.stop() {
				break
			}
			for _, y := range p.b.values {
				g.add(x.add(y))
				g.add(x.sub(y).abs())
				g.add(x.mul(y))
				if y.Num != 0 {
					g.add(x.div(y))
				}
				if x.Num != 0 {
					g.add(y.div(x))
				}
			}
		}
	}
	g.nodes = make([][]*node, len(g.values))
	return g
}

// newGroup returns a group with all different ways to split its cards in two.
func (l *library) newGroup(cards []int) *group {
	g := &group{
		cards:  slices.Clone(cards),
		splits: make([]pair, 0, 1<<len(cards)/2-1),
	}
	full := 1<<len(cards) - 1
	var in, out [MaxCards]int
	for mask := 1; mask < full; mask++ {
		a := in[:0]
		b := out[:0]
		for i, c := range cards {
			if mask>>i&1 == 1 {
				a = append(a, c)
			} else {
				b = append(b, c)
			}
		}
		// Each split comes twice, the second time with the two groups exchanged.
		isExchanged := len(a) > len(b) || len(a) == len(b) && mask&1 == 0
		if isExchanged {
			continue
		}
		p := pair{l.group(a), l.group(b)}
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
	if g.nodes[index] == nil {
		g.nodes[index] = l.find(g, g.values[index])
	}
	return g.nodes[index]
}

// find returns all nodes of the cards in g, at least two, with the value v >= 0,
// each once.
func (l *library) find(g *group, v ratio) []*node {
	// The list is not nil even if it is empty: nil would mean that the nodes were not searched
	// for yet.
	list := []*node{}
	for _, p := range g.splits {
		for i, x := range p.a.values {
			if l.stop() {
				return unique(list)
			}
			y := v.sub(x)
			if y.Num >= 0 {
				list = l.join(list, p, i, y, joining{kind: sum})
			}
			if y.Num <= 0 {
				list = l.join(list, p, i, y.neg(), joining{kind: sum, invB: true})
			}
			if v.Num == 0 {
				continue
			}
			list = l.join(list, p, i, v.add(x), joining{kind: sum, invA: true})
			if x.Num != 0 {
				quotient := v.div(x)
				list = l.join(list, p, i, quotient, joining{kind: product})
				list = l.join(list, p, i, quotient.inverse(), joining{kind: product, invB: true})
				list = l.join(list, p, i, v.mul(x), joining{kind: product, invA: true})
			}
		}
	}
	if v.Num == 0 {
		n := l.zeroProduct(g)
		if n != nil {
			list = append(list, n)
		}
	}
	return unique(list)
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

// join appends the nodes that join p.a's value of index i to p.b's value y.
func (l *library) join(list []*node, p pair, i int, y ratio, how joining) []*node {
	j := p.b.find(y)
	if j < 0 {
		return list
	}
	for _, m := range l.nodes(p.a, i) {
		for _, n := range l.nodes(p.b, j) {
			if !how.isFirstWay(m, n) {
				continue
			}
			if l.steps <= 0 {
				l.cut = true
				return list
			}
			l.steps--
			parts := make([]part, 0, len(m.parts)+len(n.parts)+2)
			parts = flatten(parts, how.kind, part{how.invA, m})
			parts = flatten(parts, how.kind, part{how.invB, n})
			list = append(list, newChain(how.kind, parts).node)
		}
	}
	return list
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

const (
	// deckMax is the greatest card of the classic deck, which begins with 1.
	deckMax = 13
	// maxTarget is the greatest target of a study of the whole deck, which begins with 0.
	maxTarget = 100
)

// targets is a set of whole numbers 0..maxTarget.
type targets [maxTarget + 1]bool

// targets returns the whole numbers 0..maxTarget that the cards of g make.
func (g *group) targets() (t targets) {
	for _, s := range g.splits {
		for _, x := range s.a.values {
			for _, y := range s.b.values {
				if x.Den == y.Den {
					t.add(x.Num+y.Num, x.Den)
					t.add(max(x.Num-y.Num, y.Num-x.Num), x.Den)
				}
				t.add(x.Num*y.Num, x.Den*y.Den)
				// Of a quotient and its inverse only the greater can be whole, except for
				// 0, which is a product, too.
				num := x.Num * y.Den
				den := x.Den * y.Num
				t.add(max(num, den), min(num, den))
			}
		}
	}
	return t
}

// add adds num/den if it is in range.
func (t *targets) add(num, den int64) {
	if num > maxTarget*den || den == 0 {
		return
	}
	// Most are whole, and a division is slow.
	if den == 1 {
		t[num] = true
		return
	}
	if num%den == 0 {
		t[num/den] = true
	}
}
