package twentyfour

import (
	"sync"

	"reckon/engine"
)

// A classicHand is a hand of the classic game. It keeps its rating, because the rating needs a search
// for all solutions.
type classicHand struct {
	hand
	once   sync.Once
	rating engine.Rating
}

// classicDeck returns the hands of classicHands.
var classicDeck = sync.OnceValue(func() []*classicHand {
	var deck []*classicHand
	for _, cards := range classicHands() {
		deck = append(deck, &classicHand{hand: hand{cards: cards, goal: Classic}})
	}
	return deck
})

// classicHands returns the 1820 hands of four cards 1..13 in order.
func classicHands() [][]int {
	var hands [][]int
	for a := 1; a <= 13; a++ {
		for b := a; b <= 13; b++ {
			for c := b; c <= 13; c++ {
				for d := c; d <= 13; d++ {
					hands = append(hands, []int{a, b, c, d})
				}
			}
		}
	}
	return hands
}
