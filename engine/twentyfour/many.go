package twentyfour

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// Of a hand of many cards one solution is looked for, the plainest first:
//
//  1. the cards are only added and subtracted;
//  2. the same with one or two products or quotients in between;
//  3. every step makes a whole number;
//  4. any solution.
//
// The last two go backward from the goal: the last step joins the value of some cards to
// that of the others, so it says what the others must make. The values of up to groupCards
// cards are known. If the fourth search comes to its end, there is no solution.
const (
	groupCards = 4
	// mostFactors is how many products and quotients the second search makes.
	mostFactors = 2
)

// seek finds one solution of h, which has many cards. Each search backward joins at most so
// many values. Without a solution, complete says that there is none.
func (h hand) seek(ctx context.Context, joins int) study {
	var found *node
	take := func(n *node) bool {
		if h.goal >= 0 || n.canTurn() {
			found = n
		}
		return found != nil
	}
	st, v := study{classes: classes{}}, integer(h.goal).abs()
	s := seeker{hand: h, library: newLibrary(ctx, studySteps), groups: map[int]*group{}, splits: map[int][]int{}}
	all := 1<<len(h.cards) - 1
	if st.complete = s.outOfReach(all, v); st.complete {
		return st
	}
	var terms []part
	for _, c := range h.cards {
		terms = append(terms, part{node: newCard(c)})
	}
	done := false
	for factors := 0; factors <= mostFactors && !done; factors++ {
		done = addUp(terms, factors, v.Num, take)
	}
	for _, s.whole = range []bool{true, false} {
		if !done {
			s.joins, s.cut, s.failed = joins, false, map[want]bool{}
			done = s.seek(all, v, take)
		}
	}
	// Of ten cards, five are not joined to five.
	if st.complete = !done && !s.cut && len(h.cards)/2 <= groupCards; done {
		e := found.express(h.goal < 0)
		st.nodes = []*node{found}
		st.solutions = []solution{{node: found, expr: e, text: e.String()}}
	}
	return st
}

// addUp gives the ways to make v of terms by adding and subtracting to take, the fewest
// subtractions first, until it takes one. So many times two of the terms are first
// multiplied, or else divided without a rest. It reports whether one was taken.
func addUp(terms []part, factors int, v int64, take func(*node) bool) bool {
	if factors == 0 {
		return signs(terms, v, take)
	}
	for _, divides := range []bool{false, true} {
		for i, x := range terms {
			for _, y := range terms[:i] {
				if y.value.Num == 0 || x.value.Num == 0 {
					continue
				}
				if x.value.compare(y.value) < 0 {
					x, y = y, x
				}
				if divides && x.value.Num%y.value.Num != 0 {
					continue
				}
				both := newChain(product, flatten(flatten(nil, product, x), product, part{divides, y.node}))
				rest := slices.DeleteFunc(slices.Clone(terms), func(p part) bool { return p.node == x.node || p.node == y.node })
				if addUp(append(rest, both), factors-1, v, take) {
					return true
				}
			}
		}
	}
	return false
}

// signs is addUp without factors.
func signs(terms []part, v int64, take func(*node) bool) bool {
	var sums [1 << MaxCards]int64 // of the terms in each set
	all := 1<<len(terms) - 1
	for set := 1; set <= all; set++ {
		sums[set] = sums[set&(set-1)] + terms[bits.TrailingZeros(uint(set))].value.Num
	}
	var minus []int
	for set := range all {
		if sums[all]-2*sums[set] == v {
			minus = append(minus, set)
		}
	}
	slices.SortStableFunc(minus, func(a, b int) int { return cmp.Compare(bits.OnesCount(uint(a)), bits.OnesCount(uint(b))) })
	return slices.ContainsFunc(minus, func(set int) bool {
		var parts []part
		for i, t := range terms {
			parts = flatten(parts, sum, part{set>>i&1 == 1, t.node})
		}
		return take(newChain(sum, parts).node)
	})
}

// A seeker searches backward. Its sets of cards are bit masks.
type seeker struct {
	hand
	*library
	whole  bool           // every step makes a whole number
	joins  int            // how many values may still be joined to others
	groups map[int]*group // of sets of groupCards at most
	splits map[int][]int  // see parts
	failed map[want]bool  // by what cards do not make
}

// A want is what some cards should make.
type want struct {
	set int // of equal cards the first ones
	v   ratio
}

// mostFailed bounds the memory of a seeker.
const mostFailed = 200_000

// seek gives nodes of the cards in a set that make v >= 0 to take, until it takes one. It
// reports whether one was taken.
func (s *seeker) seek(set int, v ratio, take func(*node) bool) bool {
	if bits.OnesCount(uint(set)) <= groupCards {
		return slices.ContainsFunc(s.made(s.groupOf(set), v), take)
	}
	w := want{s.firsts(set), v}
	if s.failed[w] || s.outOfReach(set, v) {
		return false
	}
	if s.join(set, v, take) {
		return true
	}
	if s.goal >= 0 && !s.cut && len(s.failed) < mostFailed { // below zero, it depends on the rest what is taken
		s.failed[w] = true
	}
	return false
}

// join is seek of more than groupCards cards.
func (s *seeker) join(set int, v ratio, take func(*node) bool) bool {
	for _, some := range s.parts(set) {
		a, others := s.groupOf(some), set&^some
		var b *group // of the others, if they are few
		if bits.OnesCount(uint(others)) <= groupCards {
			b = s.groupOf(others)
		}
		for _, x := range a.values {
			if s.whole && x.Den != 1 {
				continue
			}
			if s.joins--; s.joins < 0 || s.stop() {
				s.cut = true
				return false
			}
			for _, how := range waysTo(v, x) {
				if s.whole && how.y.Den != 1 || b != nil && b.find(how.y) < 0 {
					continue
				}
				if s.seek(others, how.y, func(n *node) bool {
					return slices.ContainsFunc(s.made(a, x), func(m *node) bool {
						parts := flatten(flatten(nil, how.kind, part{how.invA, m}), how.kind, part{how.invB, n})
						return take(newChain(how.kind, parts).node)
					})
				}) {
					return true
				}
			}
			if v.Num == 0 && x.Num == 0 && s.zero(some, others, take) {
				return true
			}
		}
		if v.Num == 0 && s.zero(others, some, take) {
			return true
		}
	}
	return false
}

// zero gives products of nodes of some cards that make 0, and of others, to take.
func (s *seeker) zero(some, others int, take func(*node) bool) bool {
	return s.seek(some, integer(0), func(n *node) bool {
		factors := []part{{node: n}}
		for _, c := range s.cardsOf(others) {
			factors = append(factors, part{node: newCard(c)})
		}
		return take(newZero(factors))
	})
}

// A way joins x to y.
type way struct {
	joining
	y ratio
}

// waysTo returns what makes v together with x, and how.
func waysTo(v, x ratio) []way {
	ways := make([]way, 0, 6)
	if y := v.sub(x); y.Num >= 0 {
		ways = append(ways, way{joining{kind: sum}, y})
	}
	if y := x.sub(v); y.Num >= 0 {
		ways = append(ways, way{joining{kind: sum, invB: true}, y})
	}
	if v.Num == 0 {
		return ways
	}
	ways = append(ways, way{joining{kind: sum, invA: true}, v.add(x)})
	if x.Num != 0 {
		y := v.div(x)
		ways = append(ways, way{joining{kind: product}, y}, way{joining{kind: product, invB: true}, y.inverse()},
			way{joining{kind: product, invA: true}, v.mul(x)})
	}
	return ways
}

// made returns the nodes of the cards in g that make v, the plainest first.
func (s *seeker) made(g *group, v ratio) []*node {
	i := g.find(v)
	if i < 0 {
		return nil
	}
	all := slices.Clone(s.nodes(g, i))
	if s.whole {
		all = slices.DeleteFunc(all, func(n *node) bool { return !fold(n, false, avoiding(step.hasFraction)) })
	}
	slices.SortStableFunc(all, func(m, n *node) int { return cmp.Compare(m.clutter(), n.clutter()) })
	return all
}

func (s *seeker) cardsOf(set int) (cards []int) {
	for i, c := range s.cards {
		if set>>i&1 == 1 {
			cards = append(cards, c)
		}
	}
	return cards
}

func (s *seeker) groupOf(set int) *group {
	g, ok := s.groups[set]
	if !ok {
		g = s.group(s.cardsOf(set))
		s.groups[set] = g
	}
	return g
}

// parts returns the ways to part a set in two that differ: of each the smaller part, the
// smallest first. A part of more than groupCards is left out.
func (s *seeker) parts(set int) []int {
	list, ok := s.splits[set]
	if ok {
		return list
	}
	size := bits.OnesCount(uint(set))
	for some := (set - 1) & set; some > 0; some = (some - 1) & set {
		n := bits.OnesCount(uint(some))
		isSmaller := 2*n < size || 2*n == size && some&(set&-set) != 0
		if isSmaller && n <= groupCards && !s.skips(set, some) {
			list = append(list, some)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(bits.OnesCount(uint(a)), bits.OnesCount(uint(b))) })
	s.splits[set] = list
	return list
}

// firsts returns a set of the same cards as set, of equal ones the first.
func (s *seeker) firsts(set int) (same int) {
	next := 0 // the first of its kind that is not in same
	for i, c := range s.cards {
		if i == 0 || c != s.cards[i-1] {
			next = i
		}
		if set>>i&1 == 1 {
			same |= 1 << next
			next++
		}
	}
	return same
}

// skips reports whether some has a card of a set, but not an equal one before it.
func (s *seeker) skips(set, some int) bool {
	left := -1 // the last card of the set that is not in some
	for i, c := range s.cards {
		switch {
		case set>>i&1 == 0:
		case some>>i&1 == 0:
			left = c
		case c == left:
			return true
		}
	}
	return false
}

// outOfReach reports whether v is too large for the cards in a set. Numerator and
// denominator of a card c come to c+1; where two values are joined, theirs come to at most
// the product of both sums.
func (s *seeker) outOfReach(set int, v ratio) bool {
	const rounding = 1e-9
	reach := 1 + rounding
	for i, c := range s.cards {
		if set>>i&1 == 1 {
			reach *= float64(c + 1)
		}
	}
	return float64(v.Num)+float64(v.Den) > reach
}
