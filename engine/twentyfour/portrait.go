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
	var all outlook // of all trees, weighted by their ease
	for i, n := range s.nodes {
		if o := fold(n, true, outlookAlgebra); i == 0 {
			all = o
		} else {
			all = outlookAlgebra.or(all, o)
		}
	}
	p := append(make([]float64, 0, 128),
		h.score(all.ease),
		all.least,
		math.Log(all.trees),
		math.Log(all.ease)+all.aspects[costAspect]/all.ease/temper, // entropy
		math.Log(float64(len(s.nodes))),
		math.Log(float64(len(s.solutions))),
	)
	for _, a := range all.aspects {
		p = append(p, a/all.ease)
	}
	p = append(p, h.portrait()...)
	l := newLibrary(context.Background(), 0) // for values; no nodes are made
	g := l.newGroup(h.cards)
	p = append(p, g.plans()...)
	t := g.targets() // what else the hand makes
	reach := 0.0
	for _, made := range t {
		reach += is(made)
	}
	return append(p, reach, is(t[Classic-1])+is(t[Classic+1]), is(t[Classic-2])+is(t[Classic+2]))
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
		a, next, cost := &out.aspects, 1+int(stepFeatures), 0.0
		for f, v := range s.features() {
			a[1+f] = v
			cost += stepWeights[f] * v
		}
		a[costAspect] = cost
		for _, op := range []byte(operations) {
			a[next], a[next+1] = is(s.op == op), is(s.last && s.op == op)
			next += 2
		}
		for j, holds := range familiar {
			a[next+j] = is(holds(s))
		}
		out.ease, out.least = math.Exp(-cost/temper)*x.ease*y.ease, cost+x.least+y.least
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
	func(s step) bool { return s.between("+") && s.x.Num%10+s.y.Num%10 >= 10 },       // carry
	func(s step) bool { return s.between("-") && s.x.Num%10 < s.y.Num%10 },           // borrow
	func(s step) bool { return s.between("+-") && s.y.Num == 1 },                     // one more or less
	func(s step) bool { return s.between("+-") && (s.x.Num == 10 || s.y.Num == 10) }, // ten more or less
	func(s step) bool { return s.between("*/") && s.y.Num == 1 },                     // times or over 1
	func(s step) bool { return s.between("*") && s.y.Num == 2 },                      // double
	func(s step) bool { return s.between("/") && s.y.Num == 2 },                      // half
	func(s step) bool { return s.between("*") && (s.x.Num == 5 || s.y.Num == 5) },    // times 5
	func(s step) bool { return s.between("*") && (s.x.Num == 10 || s.y.Num == 10) },  // times 10
	func(s step) bool { return s.between("*") && s.x.Num > 12 && s.y.Num > 1 },       // times above 12
	func(s step) bool { return s.v.Den == 1 && s.v.Num > 0 && s.v.Num%10 == 0 },      // round
	func(s step) bool { return s.above(24) },                                         // above 24
	func(s step) bool { return s.above(50) },                                         // above 50
	func(s step) bool { return s.above(100) },                                        // above 100
	func(s step) bool { return s.above(12) && s.v.Num%2 == 1 },                       // odd above 12
	func(s step) bool { return s.above(0) && Classic%s.v.Num == 0 },                  // divisor of 24
	func(s step) bool { return s.v.Den != 1 },                                        // makes a fraction
	func(s step) bool { return s.x.Den != 1 || s.y.Den != 1 },                        // on a fraction
	func(s step) bool { return s.op == '*' && s.double },                             // product of results
	func(s step) bool { return s.last && s.double },                                  // last of results
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 3 },            // last 8*3
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 4 },            // last 6*4
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 2 },            // last 12*2
	func(s step) bool { return s.last && s.between("*") && s.y.Num == 1 },            // last 24*1
	func(s step) bool { return s.last && s.between("+") && s.x == s.y },              // last 12+12
	func(s step) bool { return s.last && s.between("+") && s.x.Num == 20 },           // last 20+4
	func(s step) bool { return s.last && s.between("+") && s.y.Num <= 3 },            // last adds 3 or less
	func(s step) bool { return s.last && s.between("-") && s.y.Num <= 3 },            // last takes 3 or less
	func(s step) bool { return s.last && s.between("-") && s.y.Num > 10 },            // last takes above 10
	func(s step) bool { return s.last && s.between("/") && s.y.Num > 3 },             // last over above 3
}

// portrait returns the features of the cards.
func (h hand) portrait() []float64 {
	p := h.features()
	var count [deckMax + 1]float64
	even, divisors, total, neighbours := 0, 0, 0, 0
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
	least, most := h.cards[0], h.cards[len(h.cards)-1]
	return append(slices.Concat(p[1:], count[1:]),
		float64(even),
		float64(divisors),
		float64(len(different)),
		is(len(different) == 2 && h.cards[1] == different[0] && h.cards[2] == different[1]), // two pairs
		is(len(different) == 1),
		math.Log(float64(least)),
		math.Log(float64(most)),
		math.Log(float64(most-least+1)),
		math.Abs(float64(total-Classic)),
		is(total == Classic),
		float64(neighbours),
	)
}

// plans returns how many plans work and how many fail, by kind: card times, card plus,
// less card, over card, pair times, pair plus, pair less. A plan is to take a card, or a
// result of two cards, and to make from the others what is missing for 24. Behind them it
// returns how often two cards make each divisor of 24.
func (g *group) plans() []float64 {
	const ofPairs = 4 // the first plan for results of two cards
	var tried [7][2]float64
	try := func(plan int, rest *group, need int64) {
		if rest.find(integer(need)) >= 0 {
			tried[plan][0]++
		} else {
			tried[plan][1]++
		}
	}
	var results [Classic + 1]float64
	halves := func(a, b *group) {
		for _, v := range a.values {
			if v.Den != 1 || v.Num == 0 {
				continue
			}
			switch n := v.Num; {
			case n <= Classic:
				results[n]++
				if Classic%n == 0 {
					try(ofPairs, b, Classic/n)
				}
				if n < Classic {
					try(ofPairs+1, b, Classic-n)
				}
			default:
				try(ofPairs+2, b, n-Classic)
			}
		}
	}
	for _, s := range g.splits {
		if len(s.a.cards) > 1 {
			halves(s.a, s.b)
			halves(s.b, s.a)
			continue
		}
		c := int64(s.a.cards[0])
		if Classic%c == 0 {
			try(0, s.b, Classic/c)
		}
		try(1, s.b, Classic-c)
		try(2, s.b, Classic+c)
		try(3, s.b, Classic*c)
	}
	var p []float64
	for _, outcomes := range tried {
		p = append(p, outcomes[:]...)
	}
	for _, n := range []int{1, 2, 3, 4, 6, 8, 12, 24} {
		p = append(p, results[n])
	}
	return p
}
