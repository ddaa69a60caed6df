package twentyfour

import (
	"context"
	"maps"
	"slices"
)

// A search finds the expressions of a hand. Sets of cards are bit masks over
// the hand; sets that hold equal cards share one mask (see same). Values are
// taken without their sign: a negative one can always be turned by moving the
// sign outwards, and the goal is sought without its sign too.
type search struct {
	cards  []int
	same   []uint8    // by mask: the least mask with equal cards
	values []valueSet // by mask, the whole hand left out
	found  map[wanted][]*node
	ctx    context.Context
	steps  int  // how many more nodes may be made
	cut    bool // the search was ended before it was exhausted
}

// valueSet is what some cards can make.
type valueSet struct {
	all    map[ratio]struct{}
	sorted []ratio
}

type wanted struct {
	mask  uint8
	value ratio
}

func newSearch(ctx context.Context, cards []int, steps int) *search {
	s := &search{cards: cards, ctx: ctx, steps: steps, found: map[wanted][]*node{}}
	n := 1 << len(cards)
	s.same = make([]uint8, n)
	s.values = make([]valueSet, n)
	for m := 1; m < n; m++ {
		s.same[m] = s.least(uint8(m))
	}
	for m := 1; m < n-1 && !s.cut; m++ {
		if s.same[m] == uint8(m) {
			s.values[m] = s.valuesOf(uint8(m))
		}
	}
	return s
}

// least moves each card of m down to the first free one of equal value. The
// cards are in order, so equal ones stand together.
func (s *search) least(m uint8) uint8 {
	var out uint8
	for i := 0; i < len(s.cards); {
		j, count := i, 0
		for ; j < len(s.cards) && s.cards[j] == s.cards[i]; j++ {
			count += int(m >> j & 1)
		}
		out |= (1<<count - 1) << i
		i = j
	}
	return out
}

// splits calls f for each way to part mask in two, once for equal cards.
func (s *search) splits(mask uint8, f func(a, b uint8)) {
	seen := [64]bool{}
	for a := (mask - 1) & mask; a > 0; a = (a - 1) & mask {
		sa, sb := s.same[a], s.same[mask&^a]
		if sa < sb || seen[sa] {
			continue
		}
		seen[sa] = true
		f(sa, sb)
	}
}

func (s *search) valuesOf(mask uint8) valueSet {
	set := map[ratio]struct{}{}
	for i, c := range s.cards {
		if mask == 1<<i {
			set[whole(int64(c))] = struct{}{}
		}
	}
	s.splits(mask, func(a, b uint8) {
		for _, x := range s.values[a].sorted {
			if s.stop() {
				return
			}
			for _, y := range s.values[b].sorted {
				for _, v := range results(x, y) {
					set[v] = struct{}{}
				}
			}
		}
	})
	return valueSet{set, slices.SortedFunc(maps.Keys(set), ratio.compare)}
}

// results are the values of x and y under each operation, without sign. Where a
// division does not exist, the product (0, or found anyway) stands in for it.
func results(x, y ratio) [5]ratio {
	r := [5]ratio{x.add(y), x.sub(y).abs(), x.mul(y), x.mul(y), x.mul(y)}
	if !y.isZero() {
		r[3] = x.div(y)
	}
	if !x.isZero() {
		r[4] = y.div(x)
	}
	return r
}

func (s *search) stop() bool {
	if !s.cut && s.ctx.Err() != nil {
		s.cut = true
	}
	return s.cut
}

// nodes are all nodes of the cards in mask with the value v >= 0, each once.
func (s *search) nodes(mask uint8, v ratio) []*node {
	w := wanted{mask, v}
	if list, ok := s.found[w]; ok {
		return list
	}
	c := collector{search: s, seen: map[string]bool{}}
	for i, card := range s.cards {
		if mask == 1<<i && v == whole(int64(card)) {
			c.list = append(c.list, newCard(card))
		}
	}
	s.splits(mask, func(a, b uint8) {
		for _, x := range s.values[a].sorted {
			if s.stop() {
				return
			}
			c.match(a, b, x, v)
		}
	})
	s.found[w] = c.list
	return c.list
}

// has tells whether the cards in mask can make v.
func (s *search) has(mask uint8, v ratio) bool {
	_, ok := s.values[mask].all[v]
	return ok
}

// A partner of x is a value y with which it makes v != 0 in a product, or any v
// in a sum.
type partner struct {
	y          ratio
	product    bool
	invX, invY bool
}

func partners(x, v ratio) []partner {
	list := make([]partner, 0, 6)
	for _, p := range [...]partner{
		{y: v.sub(x)},
		{y: x.sub(v), invY: true},
		{y: v.add(x), invX: true},
	} {
		if p.y.num >= 0 && !(v.isZero() && p.invX) {
			list = append(list, p)
		}
	}
	if x.isZero() || v.isZero() {
		return list
	}
	return append(list,
		partner{y: v.div(x), product: true},
		partner{y: x.div(v), product: true, invY: true},
		partner{y: v.mul(x), product: true, invX: true})
}

// collector gathers nodes, each once.
type collector struct {
	*search
	list []*node
	seen map[string]bool
}

// match makes all nodes of value v from a part of value x and one fitting it.
func (c *collector) match(a, b uint8, x, v ratio) {
	for _, p := range partners(x, v) {
		if !c.has(b, p.y) {
			continue
		}
		for _, m := range c.nodes(a, x) {
			for _, n := range c.nodes(b, p.y) {
				if c.steps <= 0 {
					c.cut = true
					return
				}
				c.steps--
				c.add(join(part{p.invX, m}, part{p.invY, n}, p.product))
			}
		}
	}
	if v.isZero() && x.isZero() {
		c.absorb(a, b)
	} else if v.isZero() && c.has(b, x.sub(x)) {
		c.absorb(b, a)
	}
}

// absorb makes the product of a 0 made of the cards in a and the cards in b;
// since only the cards matter, one stands for all.
func (c *collector) absorb(a, b uint8) {
	if len(c.list) > 0 && c.list[len(c.list)-1].kind == zero {
		return
	}
	for _, y := range c.values[b].sorted {
		for _, n := range c.nodes(b, y) {
			for _, m := range c.nodes(a, whole(0)) {
				c.add(newZero([]part{{node: n}, {node: m}}))
				return
			}
		}
	}
}

func (c *collector) add(n *node) {
	if !c.seen[n.key] {
		c.seen[n.key] = true
		c.list = append(c.list, n)
	}
}

func join(x, y part, isProduct bool) *node {
	parts := make([]part, 0, len(x.parts)+len(y.parts)+2)
	if isProduct {
		return newProduct(flatten(flatten(parts, product, x), product, y))
	}
	n, _ := newSum(flatten(flatten(parts, sum, x), sum, y))
	return n
}
