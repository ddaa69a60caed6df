package twentyfour

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// For a hand of many cards only one solution is searched for. These four searches are made in
// turn, until one of them finds a solution:
//
//  1. the cards are only added and subtracted;
//  2. the same, but one or two products or quotients are made first;
//  3. every step makes a whole number;
//  4. any solution.
//
// The last two searches go backward from the goal: the last step joins the value of some cards
// to the value of the others. The values of up to groupCards cards are known, and each says what
// the others must make. If the fourth search ends by itself, there is no solution.
const (
	groupCards = 4
	// mostFactors is how many products and quotients the second search makes at most.
	mostFactors = 2
)

// seekOne finds one solution of h, which has many cards. Each search backward joins at most
// joins values. If it is certain that there is no solution, the study is complete.
func (h hand) seekOne(ctx context.Context, joins int) study {
	st := study{classes: classes{}}
	s := seeker{
		hand:    h,
		library: newLibrary(ctx, studySteps),
		groups:  map[int]*group{},
		splits:  map[int][]int{},
	}
	all := 1<<len(h.cards) - 1
	goal := integer(h.goal).abs()
	if s.outOfReach(all, goal) {
		st.complete = true
		return st
	}
	n := s.first(all, goal, joins)
	if n == nil {
		// Of ten cards, five are never joined to the other five, since these are too many for a group.
		st.complete = !s.cut && len(h.cards)/2 <= groupCards
		return st
	}
	e := n.express(h.goal < 0)
	st.nodes = []*node{n}
	st.solutions = []solution{{node: n, expr: e, text: e.String()}}
	return st
}

// first returns the first node that the four searches find for the goal, or nil.
func (s *seeker) first(all int, goal ratio, joins int) *node {
	var found *node
	take := func(n *node) bool {
		if s.goal >= 0 || n.canTurn() {
			found = n
		}
		return found != nil
	}
	var terms []part
	for _, c := range s.cards {
		terms = append(terms, part{node: newCard(c)})
	}
	for factors := 0; factors <= mostFactors; factors++ {
		if addUp(terms, factors, goal.Num, take) {
			return found
		}
	}
	for _, whole := range []bool{true, false} {
		s.whole = whole
		s.joins = joins
		s.cut = false
		s.failed = map[want]bool{}
		if s.seek(all, goal, take) {
			return found
		}
	}
	return nil
}

// addUp calls take with each way to make v of terms by adding and subtracting, until take
// returns true. Ways with fewer subtractions come first. As many times as there are factors,
// two of the terms are first multiplied, or divided without a rest. addUp reports whether take
// returned true.
func addUp(terms []part, factors int, v int64, take func(*node) bool) bool {
	if factors == 0 {
		return addTerms(terms, v, take)
	}
	for _, divides := range []bool{false, true} {
		for i, x := range terms {
			for _, y := range terms[:i] {
				if y.value.Num == 0 || x.value.Num == 0 {
					continue
				}
				more, less := x, y
				if x.value.compare(y.value) < 0 {
					more, less = y, x
				}
				if divides && more.value.Num%less.value.Num != 0 {
					continue
				}
				both := flatten(nil, product, more)
				both = flatten(both, product, part{divides, less.node})
				rest := slices.DeleteFunc(slices.Clone(terms), func(p part) bool {
					return p.node == x.node || p.node == y.node
				})
				if addUp(append(rest, newChain(product, both)), factors-1, v, take) {
					return true
				}
			}
		}
	}
	return false
}

// addTerms is addUp without factors.
func addTerms(terms []part, v int64, take func(*node) bool) bool {
	// sums are those of the terms in each set.
	var sums [1 << MaxCards]int64
	all := 1<<len(terms) - 1
	for set := 1; set <= all; set++ {
		sums[set] = sums[set&(set-1)] + terms[bits.TrailingZeros(uint(set))].value.Num
	}
	// subtracted are the sets to subtract, so that the rest makes v.
	var subtracted []int
	for set := range all {
		if sums[all]-2*sums[set] == v {
			subtracted = append(subtracted, set)
		}
	}
	slices.SortStableFunc(subtracted, compareSize)
	for _, set := range subtracted {
		var parts []part
		for i, t := range terms {
			parts = flatten(parts, sum, part{set>>i&1 == 1, t.node})
		}
		if take(newChain(sum, parts).node) {
			return true
		}
	}
	return false
}

// compareSize orders sets by the number of their members.
func compareSize(a, b int) int {
	return cmp.Compare(bits.OnesCount(uint(a)), bits.OnesCount(uint(b)))
}

// A seeker searches backward. Its sets of cards are bit masks.
type seeker struct {
	hand
	*library
	// whole means that every step must make a whole number.
	whole bool
	// joins is how many values may still be joined to others.
	joins int
	// groups has the group of each set of at most groupCards cards.
	groups map[int]*group
	// splits has the result of parts for each set.
	splits map[int][]int
	// failed has the wants that cannot be met.
	failed map[want]bool
}

// A want is a value that some cards should make.
type want struct {
	// set is one that firsts returns.
	set int
	v   ratio
}

// mostFailed bounds the memory of a seeker.
const mostFailed = 200_000

// seek calls take with each node of the cards in a set that makes v >= 0, until take returns true.
// It reports whether take returned true.
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
	// With a goal below zero, whether take accepts a node depends on the other cards. So a want that
	// failed may still be met with others.
	if s.goal >= 0 && !s.cut && len(s.failed) < mostFailed {
		s.failed[w] = true
	}
	return false
}

// join is seek for more than groupCards cards: it tries each split of the set, and each value that
// the smaller part may have.
func (s *seeker) join(set int, v ratio, take func(*node) bool) bool {
	for _, some := range s.parts(set) {
		others := set &^ some
		sp := setSplit{some: some, others: others, a: s.groupOf(some)}
		if bits.OnesCount(uint(others)) <= groupCards {
			sp.b = s.groupOf(others)
		}
		for _, x := range sp.a.values {
			if s.whole && x.Den != 1 {
				continue
			}
			s.joins--
			if s.joins < 0 || s.stop() {
				s.cut = true
				return false
			}
			if s.joinValue(sp, x, v, take) {
				return true
			}
		}
		if v.Num == 0 && s.seekZero(others, some, take) {
			return true
		}
	}
	return false
}

// A setSplit is a set of cards split in two.
type setSplit struct {
	some, others int
	// a is the group of some. b is the group of the others if they are few, or nil.
	a, b *group
}

// joinValue calls take with each node that joins a node of some that makes x to one of the others so
// that they make v, until take returns true.
func (s *seeker) joinValue(sp setSplit, x, v ratio, take func(*node) bool) bool {
	for _, how := range waysTo(v, x) {
		if s.whole && how.y.Den != 1 {
			continue
		}
		if sp.b != nil && sp.b.find(how.y) < 0 {
			continue
		}
		joinNode := func(n *node) bool { return s.joinNode(sp.a, x, n, how.joining, take) }
		if s.seek(sp.others, how.y, joinNode) {
			return true
		}
	}
	return v.Num == 0 && x.Num == 0 && s.seekZero(sp.some, sp.others, take)
}

// joinNode calls take with n joined to each node of a that makes x, until take returns true.
func (s *seeker) joinNode(a *group, x ratio, n *node, how joining, take func(*node) bool) bool {
	for _, m := range s.made(a, x) {
		parts := flatten(nil, how.kind, part{how.invA, m})
		parts = flatten(parts, how.kind, part{how.invB, n})
		if take(newChain(how.kind, parts).node) {
			return true
		}
	}
	return false
}

// seekZero calls take with each product of a node of some cards that makes 0 and of the other
// cards, until take returns true.
func (s *seeker) seekZero(some, others int, take func(*node) bool) bool {
	return s.seek(some, integer(0), func(n *node) bool {
		factors := []part{{node: n}}
		for _, c := range s.cardsOf(others) {
			factors = append(factors, part{node: newCard(c)})
		}
		return take(newZero(factors))
	})
}

// A way is how to join a value to another one, y.
type way struct {
	joining
	y ratio
}

// waysTo returns the ways to join x to another value so that they make v.
func waysTo(v, x ratio) []way {
	ways := make([]way, 0, 6)
	y := v.sub(x)
	if y.Num >= 0 {
		ways = append(ways, way{joining{kind: sum}, y})
	}
	if y.Num <= 0 {
		ways = append(ways, way{joining{kind: sum, invB: true}, y.neg()})
	}
	if v.Num == 0 {
		return ways
	}
	ways = append(ways, way{joining{kind: sum, invA: true}, v.add(x)})
	if x.Num == 0 {
		return ways
	}
	quotient := v.div(x)
	return append(ways,
		way{joining{kind: product}, quotient},
		way{joining{kind: product, invB: true}, quotient.inverse()},
		way{joining{kind: product, invA: true}, v.mul(x)},
	)
}

// made returns the nodes of the cards in g that make v, the plainest first.
func (s *seeker) made(g *group, v ratio) []*node {
	i := g.find(v)
	if i < 0 {
		return nil
	}
	all := slices.Clone(s.nodes(g, i))
	if s.whole {
		avoidsFractions := avoiding(step.hasFraction)
		all = slices.DeleteFunc(all, func(n *node) bool { return !fold(n, false, avoidsFractions) })
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

// parts returns the smaller part of each way to split a set in two, the smallest first. It leaves
// out parts of more than groupCards cards, and ways that differ only in equal cards.
func (s *seeker) parts(set int) []int {
	list, ok := s.splits[set]
	if ok {
		return list
	}
	size := bits.OnesCount(uint(set))
	for some := (set - 1) & set; some > 0; some = (some - 1) & set {
		n := bits.OnesCount(uint(some))
		// Of two halves, the one with the first card counts as the smaller part.
		hasFirst := some&(set&-set) != 0
		isSmaller := 2*n < size || 2*n == size && hasFirst
		if isSmaller && n <= groupCards && !s.skips(set, some) {
			list = append(list, some)
		}
	}
	slices.SortStableFunc(list, compareSize)
	s.splits[set] = list
	return list
}

// firsts returns the set that has the same numbers as a set, and of equal cards the first ones.
func (s *seeker) firsts(set int) (same int) {
	// next is the index of the first card of the number that is not in same.
	next := 0
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

// skips reports whether some, a part of a set, has a card but not an equal one before it in the set.
func (s *seeker) skips(set, some int) bool {
	// skipped is the last card of the set that is not in some.
	skipped := -1
	for i, c := range s.cards {
		switch {
		case set>>i&1 == 0:
			// The card is not in the set.
		case some>>i&1 == 0:
			skipped = c
		case c == skipped:
			return true
		}
	}
	return false
}

// outOfReach reports whether v is too large for the cards in a set. For a card c, the sum of
// numerator and denominator is c+1. For a value made of two others, that sum is at most the
// product of the sums of these two.
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
