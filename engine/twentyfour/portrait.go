package twentyfour

import (
	"context"
	"math"
	"slices"
)

// portraitOf returns the second stage's input for a classic hand that has a solution: its
// features, in the order of the stage's terms. All of them were chosen before any was
// tried, and none was dropped for its effect.
func portraitOf(h hand, s study) []float64 {
	// all is the outlook of all trees, weighted by their ease.
	all := fold(s.nodes[0], true, outlookAlgebra)
	for _, n := range s.nodes[1:] {
		all = outlookAlgebra.or(all, fold(n, true, outlookAlgebra))
	}
	entropy := math.Log(all.ease) + all.aspects[costAspect]/all.ease/temper
	p := append(make([]float64, 0, 128),
		h.score(all.ease),
		all.least,
		math.Log(all.trees),
		entropy,
		math.Log(float64(len(s.nodes))),
		math.Log(float64(len(s.solutions))),
	)
	for _, a := range all.aspects {
		p = append(p, a/all.ease)
	}
	p = append(p, h.portrait()...)
	// The library only has values; no nodes are made.
	l := newLibrary(context.Background(), 0)
	g := l.newGroup(h.cards)
	p = append(p, g.plans()...)
	// What else the hand makes, in all and near the goal.
	t := g.targets()
	reach := 0.0
	for _, made := range t {
		reach += is(made)
	}
	return append(p,
		reach,
		is(t[Classic-1])+is(t[Classic+1]),
		is(t[Classic-2])+is(t[Classic+2]),
	)
}

// An outlook is the ease, the least cost and the number of some trees, and the sums
// of the aspects of their steps, weighted by the trees' ease.
type outlook struct {
	ease, least, trees float64
	aspects            aspects
}

var outlookAlgebra = algebra[outlook]{
	card: outlook{ease: 1, trees: 1},
	step: func(s step, x, y outlook) outlook {
		out := outlook{trees: x.trees * y.trees}
		a := &out.aspects
		cost := 0.0
		for f, v := range s.features() {
			a[1+f] = v
			cost += stepWeights[f] * v
		}
		a[costAspect] = cost
		next := 1 + int(stepFeatures)
		for _, op := range []byte(operations) {
			a[next] = is(s.op == op)
			a[next+1] = is(s.last && s.op == op)
			next += 2
		}
		for j, holds := range familiar {
			a[next+j] = is(holds(s))
		}
		out.ease = math.Exp(-cost/temper) * x.ease * y.ease
		out.least = cost + x.least + y.least
		for i, v := range out.aspects {
			out.aspects[i] = out.ease * (v + x.aspects[i]/x.ease + y.aspects[i]/y.ease)
		}
		return out
	},
	or: func(some, more outlook) outlook {
		some.ease += more.ease
		some.trees += more.trees
		some.least = min(some.least, more.least)
		for i, v := range more.aspects {
			some.aspects[i] += v
		}
		return some
	},
}

// The aspects of a step are its cost, the features that make up the cost, the kind
// of step, and how familiar the calculation is. The portrait has the mean over all
// trees of their sums over a tree's steps.
type aspects [1 + int(stepFeatures) + 2*len(operations) + len(familiar)]float64

const (
	costAspect = 0
	operations = "+-*/"
)

// between reports whether the operation is one of ops on whole numbers.
func (s step) between(ops string) bool {
	return s.x.Den == 1 && s.y.Den == 1 && slices.Contains([]byte(ops), s.op)
}

// above reports whether a step before the last makes a whole number above n.
func (s step) above(n int64) bool { return !s.last && s.v.Den == 1 && s.v.Num > n }

// familiar are the steps that people do at a glance or avoid.
var familiar = [...]func(s step) bool{
	// The sum has a carry, or the difference a borrow.
	func(s step) bool { return s.between("+") && s.x.Num%10+s.y.Num%10 >= 10 },
	func(s step) bool { return s.between("-") && s.x.Num%10 < s.y.Num%10 },
	// One or ten more or less.
	func(s step) bool { return s.between("+-") && s.y.Num == 1 },
	func(s step) bool { return s.between("+-") && (s.x.Num == 10 || s.y.Num == 10) },
	// Times or over 1, double and half, times 5 and 10, times a number above 12.
	func(s step) bool { return s.between("*/") && s.y.Num == 1 },
	func(s step) bool { return s.between("*") && s.y.Num == 2 },
	func(s step) bool { return s.between("/") && s.y.Num == 2 },
	func(s step) bool { return s.between("*") && (s.x.Num == 5 || s.y.Num == 5) },
	func(s step) bool { return s.between("*") && (s.x.Num == 10 || s.y.Num == 10) },
	func(s step) bool { return s.between("*") && s.x.Num > 12 && s.y.Num > 1 },
	// The result is round.
	func(s step) bool { return s.v.Den == 1 && s.v.Num > 0 && s.v.Num%10 == 0 },
	// A result before the last is large, odd, or a divisor of 24.
	func(s step) bool { return s.above(24) },
	func(s step) bool { return s.above(50) },
	func(s step) bool { return s.above(100) },
	func(s step) bool { return s.above(12) && s.v.Num%2 == 1 },
	func(s step) bool { return s.above(0) && Classic%s.v.Num == 0 },
	// A step makes a fraction, or works on one.
	func(s step) bool { return s.v.Den != 1 },
	func(s step) bool { return s.x.Den != 1 || s.y.Den != 1 },
	// A step works on two results.
	func(s step) bool { return s.op == '*' && s.double },
	func(s step) bool { return s.last && s.double },
	// The last step is 8*3, 6*4, 12*2, 24*1, 12+12 or 20+4.
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 3 },
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 4 },
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 2 },
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 1 },
	func(s step) bool { return s.last && s.between("+") && s.x == s.y },
	func(s step) bool { return s.last && s.between("+") && s.x.Num == 20 },
	// The last step adds or takes little, takes much, or divides by much.
	func(s step) bool { return s.last && s.between("+") && s.y.Num <= 3 },
	func(s step) bool { return s.last && s.between("-") && s.y.Num <= 3 },
	func(s step) bool { return s.last && s.between("-") && s.y.Num > 10 },
	func(s step) bool { return s.last && s.between("/") && s.y.Num > 3 },
}

// portrait returns the features of the cards.
func (h hand) portrait() []float64 {
	p := h.features()
	var count [deckMax + 1]float64
	even := 0
	divisors := 0
	total := 0
	neighbours := 0
	for i, c := range h.cards {
		count[c]++
		total += c
		even += 1 - c%2
		if Classic%c == 0 {
			divisors++
		}
		for _, d := range h.cards[:i] {
			if c-d == 1 {
				neighbours++
			}
		}
	}
	different := slices.Compact(slices.Clone(h.cards))
	least := h.cards[0]
	most := h.cards[len(h.cards)-1]
	isTwoPairs := len(different) == 2 && h.cards[1] == different[0] && h.cards[2] == different[1]
	// cardConstant is the same for all hands, and no card is 0.
	return append(slices.Concat(p[1:], count[1:]),
		float64(even),
		float64(divisors),
		float64(len(different)),
		is(isTwoPairs),
		is(len(different) == 1),
		math.Log(float64(least)),
		math.Log(float64(most)),
		math.Log(float64(most-least+1)),
		math.Abs(float64(total-Classic)),
		is(total == Classic),
		float64(neighbours),
	)
}

// These are the kinds of plans. In a plan a person takes a card, or a result of two cards, and
// makes from the others what is missing for 24.
const (
	// cardTimes multiplies a card by the rest, and cardPlus adds them.
	cardTimes = iota
	cardPlus
	// lessCard subtracts a card from the rest, and overCard divides the rest by it.
	lessCard
	overCard
	// pairTimes, pairPlus and lessPair are the same for the result of two cards.
	pairTimes
	pairPlus
	lessPair
	// planKinds is how many kinds there are.
	planKinds
)

// planCounts are how many plans of each kind work and how many fail, and how often two cards
// make each number up to 24.
type planCounts struct {
	plans   [planKinds][2]float64
	results [Classic + 1]float64
}

// plans returns how many plans work and how many fail, by kind. After these it returns how often
// two cards make each divisor of 24.
func (g *group) plans() []float64 {
	var counts planCounts
	for _, s := range g.splits {
		if len(s.a.cards) > 1 {
			counts.addPairs(s.a, s.b)
			counts.addPairs(s.b, s.a)
			continue
		}
		c := int64(s.a.cards[0])
		if Classic%c == 0 {
			counts.add(cardTimes, s.b, Classic/c)
		}
		counts.add(cardPlus, s.b, Classic-c)
		counts.add(lessCard, s.b, Classic+c)
		counts.add(overCard, s.b, Classic*c)
	}
	var p []float64
	for _, outcomes := range counts.plans {
		p = append(p, outcomes[:]...)
	}
	for _, n := range []int{1, 2, 3, 4, 6, 8, 12, 24} {
		p = append(p, counts.results[n])
	}
	return p
}

// add counts a plan of a kind. The plan works if the rest makes the number needed.
func (c *planCounts) add(kind int, rest *group, need int64) {
	if rest.find(integer(need)) >= 0 {
		c.plans[kind][0]++
	} else {
		c.plans[kind][1]++
	}
}

// addPairs counts the plans to take a result of a pair of cards.
func (c *planCounts) addPairs(pair, rest *group) {
	for _, v := range pair.values {
		if v.Den != 1 || v.Num == 0 {
			continue
		}
		n := v.Num
		if n > Classic {
			c.add(lessPair, rest, n-Classic)
			continue
		}
		c.results[n]++
		if Classic%n == 0 {
			c.add(pairTimes, rest, Classic/n)
		}
		if n < Classic {
			c.add(pairPlus, rest, Classic-n)
		}
	}
}
