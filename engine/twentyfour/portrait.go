package twentyfour

import (
	"context"
	"math"
	"slices"
	"strconv"
)

// A portrait is the second stage's input for a hand: its features by name, always in
// the same order. All of them were chosen before any was tried, and none was dropped
// for its effect.
type portrait struct {
	names  []string
	values []float64
}

func (p *portrait) add(name string, v float64) {
	p.names, p.values = append(p.names, name), append(p.values, v)
}

// portraitOf returns the portrait of a classic hand that has a solution.
func portraitOf(h hand, s study) *portrait {
	p := &portrait{names: make([]string, 0, 128), values: make([]float64, 0, 128)}
	var all outlook // of all trees, weighted by their ease
	for i, n := range s.nodes {
		if o := fold(n, true, outlookAlgebra); i == 0 {
			all = o
		} else {
			all = outlookAlgebra.or(all, o)
		}
	}
	p.add("score", h.score(all.ease))
	p.add("least cost", all.least)
	p.add("trees", math.Log(all.trees))
	p.add("entropy", math.Log(all.ease)+all.aspects[costAspect]/all.ease/temper)
	p.add("nodes", math.Log(float64(len(s.nodes))))
	p.add("solutions", math.Log(float64(len(s.solutions))))
	for i, name := range aspectNames {
		p.add(name, all.aspects[i]/all.ease)
	}
	p.addCards(h)
	l := newLibrary(context.Background(), 0) // for values; no nodes are made
	g := l.newGroup(h.cards)
	p.addPlans(g)
	t := g.targets() // what else the hand makes
	reach := 0.0
	for _, made := range t {
		reach += is(made)
	}
	p.add("values up to 100", reach)
	p.add("off by one", is(t[Classic-1])+is(t[Classic+1]))
	p.add("off by two", is(t[Classic-2])+is(t[Classic+2]))
	return p
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
		out := outlook{trees: x.trees * y.trees, aspects: s.aspects()}
		cost := out.aspects[costAspect]
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

func (s step) aspects() (a aspects) {
	for f, v := range s.features() {
		a[1+f] = v
		a[costAspect] += stepWeights[f] * v
	}
	i := 1 + int(stepFeatures)
	for _, op := range []byte(operations) {
		a[i], a[i+1] = is(s.op == op), is(s.last && s.op == op)
		i += 2
	}
	for j := range familiar {
		a[i+j] = is(familiar[j].holds(s))
	}
	return a
}

// aspectNames are in the order of aspects.
var aspectNames = func() []string {
	names := append([]string{"cost"}, stepFeatureNames[:]...)
	for _, op := range operations {
		names = append(names, "step "+string(op), "last "+string(op))
	}
	for _, f := range familiar {
		names = append(names, f.name)
	}
	return names
}()

// between reports whether the operation is one of ops on whole numbers.
func (s step) between(ops string) bool {
	return s.x.Den == 1 && s.y.Den == 1 && slices.Contains([]byte(ops), s.op)
}

// above reports whether a step before the last makes a whole number above n.
func (s step) above(n int64) bool { return !s.last && s.v.Den == 1 && s.v.Num > n }

// familiar are the steps that people do at a glance or avoid.
var familiar = [...]struct {
	name  string
	holds func(s step) bool
}{
	{"carry", func(s step) bool { return s.between("+") && s.x.Num%10+s.y.Num%10 >= 10 }},
	{"borrow", func(s step) bool { return s.between("-") && s.x.Num%10 < s.y.Num%10 }},
	{"one more or less", func(s step) bool { return s.between("+-") && s.y.Num == 1 }},
	{"ten more or less", func(s step) bool { return s.between("+-") && (s.x.Num == 10 || s.y.Num == 10) }},
	{"times or over 1", func(s step) bool { return s.between("*/") && s.y.Num == 1 }},
	{"double", func(s step) bool { return s.between("*") && s.y.Num == 2 }},
	{"half", func(s step) bool { return s.between("/") && s.y.Num == 2 }},
	{"times 5", func(s step) bool { return s.between("*") && (s.x.Num == 5 || s.y.Num == 5) }},
	{"times 10", func(s step) bool { return s.between("*") && (s.x.Num == 10 || s.y.Num == 10) }},
	{"times above 12", func(s step) bool { return s.between("*") && s.x.Num > 12 && s.y.Num > 1 }},
	{"round", func(s step) bool { return s.v.Den == 1 && s.v.Num > 0 && s.v.Num%10 == 0 }},
	{"above 24", func(s step) bool { return s.above(24) }},
	{"above 50", func(s step) bool { return s.above(50) }},
	{"above 100", func(s step) bool { return s.above(100) }},
	{"odd above 12", func(s step) bool { return s.above(12) && s.v.Num%2 == 1 }},
	{"divisor of 24", func(s step) bool { return s.above(0) && Classic%s.v.Num == 0 }},
	{"makes a fraction", func(s step) bool { return s.v.Den != 1 }},
	{"on a fraction", func(s step) bool { return s.x.Den != 1 || s.y.Den != 1 }},
	{"product of results", func(s step) bool { return s.op == '*' && s.double }},
	{"last of results", func(s step) bool { return s.last && s.double }},
	{"last 8*3", func(s step) bool { return s.last && s.between("*") && s.y.Num == 3 }},
	{"last 6*4", func(s step) bool { return s.last && s.between("*") && s.y.Num == 4 }},
	{"last 12*2", func(s step) bool { return s.last && s.between("*") && s.y.Num == 2 }},
	{"last 24*1", func(s step) bool { return s.last && s.between("*") && s.y.Num == 1 }},
	{"last 12+12", func(s step) bool { return s.last && s.between("+") && s.x == s.y }},
	{"last 20+4", func(s step) bool { return s.last && s.between("+") && s.x.Num == 20 }},
	{"last adds 3 or less", func(s step) bool { return s.last && s.between("+") && s.y.Num <= 3 }},
	{"last takes 3 or less", func(s step) bool { return s.last && s.between("-") && s.y.Num <= 3 }},
	{"last takes above 10", func(s step) bool { return s.last && s.between("-") && s.y.Num > 10 }},
	{"last over above 3", func(s step) bool { return s.last && s.between("/") && s.y.Num > 3 }},
}

// addCards adds the features of the cards.
func (p *portrait) addCards(h hand) {
	for f, v := range h.features() {
		if handFeature(f) != constant {
			p.add(handFeatureNames[f], v)
		}
	}
	var count [deckMax + 1]float64
	even, divisors, total := 0, 0, 0
	for _, c := range h.cards {
		count[c]++
		total += c
		even += 1 - c%2
		if Classic%c == 0 {
			divisors++
		}
	}
	for c := 1; c <= deckMax; c++ {
		p.add("cards "+strconv.Itoa(c), count[c])
	}
	p.add("even cards", float64(even))
	p.add("divisors of 24", float64(divisors))
	different := slices.Compact(slices.Clone(h.cards))
	p.add("different cards", float64(len(different)))
	p.add("two pairs", is(len(different) == 2 && h.cards[1] == different[0] && h.cards[2] == different[1]))
	p.add("four equal", is(len(different) == 1))
	least, most := h.cards[0], h.cards[len(h.cards)-1]
	p.add("least card", math.Log(float64(least)))
	p.add("greatest card", math.Log(float64(most)))
	p.add("range", math.Log(float64(most-least+1)))
	p.add("sum off 24", math.Abs(float64(total-Classic)))
	p.add("sum is 24", is(total == Classic))
	neighbours := 0
	for i, c := range h.cards {
		for _, d := range h.cards[:i] {
			if c-d == 1 {
				neighbours++
			}
		}
	}
	p.add("neighbours", float64(neighbours))
}

// addPlans adds how many plans work and how many fail. A plan is to take a card, or a
// result of two cards, and to make from the others what is missing for 24.
func (p *portrait) addPlans(g *group) {
	var works, fails [7]float64
	try := func(plan int, rest *group, need int64) {
		if rest.find(integer(need)) >= 0 {
			works[plan]++
		} else {
			fails[plan]++
		}
	}
	const ofPairs = 4 // the first plan for results of two cards
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
	for i, name := range []string{"card times", "card plus", "less card", "over card", "pair times", "pair plus", "pair less"} {
		p.add(name+" works", works[i])
		p.add(name+" fails", fails[i])
	}
	for _, n := range []int{1, 2, 3, 4, 6, 8, 12, 24} {
		p.add("pairs make "+strconv.Itoa(n), results[n])
	}
}
