package twentyfour

import (
	"context"
	"slices"
)

const (
	deckMax   = 13  // the cards of the classic deck are 1..deckMax
	maxTarget = 100 // a study of the whole deck has the targets 0..maxTarget
)

// targets is a set of whole numbers 0..maxTarget.
type targets [2]uint64

func (t *targets) has(n int64) bool { return t[n>>6]>>(n&63)&1 == 1 }

// add adds n, without its sign, if it is small enough.
func (t *targets) add(n int64) {
	if n < 0 {
		n = -n
	}
	if n <= maxTarget {
		t[n>>6] |= 1 << (n & 63)
	}
}

// addRatio adds num/den, without its sign, if it is whole.
func (t *targets) addRatio(num, den int64) {
	if den != 0 && num <= maxTarget*den && num%den == 0 {
		t.add(num / den)
	}
}

// reachable returns which of 0..maxTarget each of the classic hands can make. For
// each hand it works out the last step only, three cards with one and two with two;
// the hands share the groups of three and two.
func reachable(hands [][]int) []targets {
	l := newLibrary(context.Background(), 0) // for values; no nodes are made
	sets := make([]targets, len(hands))
	var places [deckMax + 1][deckMax + 1][deckMax + 1][deckMax + 1]int16
	for i, h := range hands {
		places[h[0]][h[1]][h[2]][h[3]] = int16(i)
	}
	set := func(cards ...int) *targets {
		slices.Sort(cards)
		return &sets[places[cards[0]][cards[1]][cards[2]][cards[3]]]
	}
	for _, g := range classicGroups(l, 3) {
		for c := 1; c <= deckMax; c++ {
			t := set(g.cards[0], g.cards[1], g.cards[2], c)
			card := int64(c)
			for _, v := range g.values {
				if v.Den != 1 {
					t.addRatio(v.Num*card, v.Den)
					t.addRatio(v.Den*card, v.Num)
					continue
				}
				t.add(v.Num + card)
				t.add(v.Num - card)
				t.add(v.Num * card)
				t.addRatio(v.Num, card)
				t.addRatio(card, v.Num)
			}
		}
	}
	pairs := classicGroups(l, 2)
	for i, g := range pairs {
		for _, h := range pairs[:i+1] {
			t := set(g.cards[0], g.cards[1], h.cards[0], h.cards[1])
			for _, x := range g.values {
				for _, y := range h.values {
					t.addResults(x, y)
				}
			}
		}
	}
	return sets
}

// addResults adds the numbers that x and y make.
func (t *targets) addResults(x, y ratio) {
	if x.Den == y.Den {
		t.addRatio(x.Num+y.Num, x.Den)
		t.addRatio(max(x.Num-y.Num, y.Num-x.Num), x.Den)
	}
	t.addRatio(x.Num*y.Num, x.Den*y.Den)
	t.addRatio(x.Num*y.Den, x.Den*y.Num)
	t.addRatio(y.Num*x.Den, y.Den*x.Num)
}

// classicGroups returns the groups of n cards 1..deckMax.
func classicGroups(l *library, n int) []*group {
	var list []*group
	cards := slices.Repeat([]int{1}, n)
	for {
		list = append(list, l.group(cards))
		i := n - 1
		for i >= 0 && cards[i] == deckMax {
			i--
		}
		if i < 0 {
			return list
		}
		for j := n - 1; j >= i; j-- {
			cards[j] = cards[i] + 1
		}
	}
}
