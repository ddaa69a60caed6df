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
	ctx    context.Context
	steps  int  // how many more nodes may be made
	cut    bool // something was left out because ctx ended or steps ran out
	groups map[groupKey]*group
}

func newLibrary(ctx context.Context, steps int) *library {
	return &library{ctx: ctx, steps: steps, groups: map[groupKey]*group{}}
}

// A groupKey holds up to six cards in order, ten bits each, below a leading 1.
type groupKey uint64

// A group is some cards, in order.
type group struct {
	cards  []int
	splits []pair // all ways to part the cards in two
	// Filled when the group is a part of another:
	valueSet
	nodes [][]*node // by index in values; nil: not yet asked for
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

// newGroup returns a group with all ways to part its cards that differ.
func (l *library) newGroup(cards []int) *group {
	g := &group{cards: slices.Clone(cards), splits: make([]pair, 0, 1<<len(cards)/2-1)}
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
		if !slices.Contains(g.splits, p) && !slices.Contains(g.splits, pair{p.b, p.a}) {
			g.splits = append(g.splits, p)
		}
	}
	return g
}

// stop reports whether ctx or steps have come to an end.
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
	list := []*node{} // not nil: it is known
	for _, p := range g.splits {
		for i, x := range p.a.values {
			if l.stop() {
				return unique(list)
			}
			if y := v.sub(x); y.Num >= 0 {
				list = l.join(list, p, i, y, joining{kind: sum})
			}
			if y := x.sub(v); y.Num >= 0 {
				list = l.join(list, p, i, y, joining{kind: sum, invB: true})
			}
			if v.Num == 0 {
				continue
			}
			list = l.join(list, p, i, v.add(x), joining{kind: sum, invA: true})
			if x.Num != 0 {
				q := v.div(x)
				list = l.join(list, p, i, q, joining{kind: product})
				list = l.join(list, p, i, q.inverse(), joining{kind: product, invB: true})
				list = l.join(list, p, i, v.mul(x), joining{kind: product, invA: true})
			}
		}
	}
	if v.Num == 0 {
		if n := l.absorbed(g); n != nil {
			list = append(list, n)
		}
	}
	return unique(list)
}

// unique drops nodes of equal keys but the first.
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
	kind       kind
	invA, invB bool
}

// join appends the nodes made of p.a's value of index i and p.b's value y.
func (l *library) join(list []*node, p pair, i int, y ratio, how joining) []*node {
	j := p.b.find(y)
	if j < 0 {
		return list
	}
	for _, m := range l.nodes(p.a, i) {
		for _, n := range l.nodes(p.b, j) {
			if !how.leads(m, n) {
				continue
			}
			if l.steps <= 0 {
				l.cut = true
				return list
			}
			l.steps--
			parts := make([]part, 0, len(m.parts)+len(n.parts)+2)
			parts = flatten(flatten(parts, how.kind, part{how.invA, m}), how.kind, part{how.invB, n})
			list = append(list, newChain(how.kind, parts).node)
		}
	}
	return list
}

// leads reports whether to join m and n. It picks one of the many ways to make a
// chain: its least member, alone, joins the rest; and if the rest is a fraction that
// exists upside down as well, it is not divided by.
func (how joining) leads(m, n *node) bool {
	turns := func(n *node) bool { return n.kind == product && n.parts[len(n.parts)-1].inv }
	if how.kind == product && (how.invB && turns(n) || how.invA && turns(m)) {
		return false
	}
	return m.kind != how.kind && m.before(n, how.kind) || n.kind != how.kind && n.before(m, how.kind)
}

// before reports whether m comes before all members of the chain n, of kind k.
func (m *node) before(n *node, k kind) bool {
	if n.kind != k {
		return compareKey(m, n) <= 0
	}
	return !slices.ContainsFunc(n.parts, func(p part) bool { return compareKey(m, p.node) > 0 })
}

// absorbed returns the product of the fewest cards of g that make 0 and each of the
// others, or nil. Because only the cards matter, it stands for all products of 0.
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

const (
	deckMax   = 13  // the cards of the classic deck are 1..deckMax
	maxTarget = 100 // a study of the whole deck has the targets 0..maxTarget
)

// targets is a set of whole numbers 0..maxTarget.
type targets [maxTarget + 1]bool

// targets returns those that the cards of g make.
func (g *group) targets() (t targets) {
	for _, s := range g.splits {
		for _, x := range s.a.values {
			for _, y := range s.b.values {
				if x.Den == y.Den {
					t.add(x.Num+y.Num, x.Den)
					t.add(max(x.Num-y.Num, y.Num-x.Num), x.Den)
				}
				t.add(x.Num*y.Num, x.Den*y.Den)
				// Of a quotient and its inverse only the greater can be whole, but for
				// 0, which is a product, too.
				num, den := x.Num*y.Den, x.Den*y.Num
				t.add(max(num, den), min(num, den))
			}
		}
	}
	return t
}

// add adds num/den if it is in range.
func (t *targets) add(num, den int64) {
	switch {
	case num > maxTarget*den || den == 0:
	case den == 1: // most are, and a division is slow
		t[num] = true
	case num%den == 0:
		t[num/den] = true
	}
}
