package twentyfour

import (
	"sync"

	"reckon/engine"
)

// A dealt is a classic hand with its rating, which takes a study: so it is kept.
type dealt struct {
	hand
	once   sync.Once
	rating engine.Rating
}

// classicDeck returns the hands of classicHands.
var classicDeck = sync.OnceValue(func() []*dealt {
	var deck []*dealt
	for _, cards := range classicHands() {
		deck = append(deck, &dealt{hand: hand{cards, Classic}})
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
