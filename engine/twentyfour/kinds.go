package twentyfour

import (
	"math/rand/v2"
	"slices"

	"reckon/engine"
)

// This file deals hands of other cards and goals than the classic game has. Nobody has measured how long people
// take for them. So their ratings come from the first stage of the difficulty model, which was fitted to the
// classic hands (see hand.seconds), and begin as guesses: what people need for them is learnt.

// plateGoal is what the four digits of a number plate make.
const plateGoal = 10

// newPlate deals a plate: four digits that make plateGoal in any order. Every such hand of the level is equally
// likely.
func newPlate(r *rand.Rand, w engine.Wish) engine.Puzzle {
	hands := plateHands()
	return w.Choose(func(yield func(engine.Puzzle) bool) {
		for _, i := range r.Perm(len(hands)) {
			p := &Puzzle{hand: hands[i]}
			if p.Rating().Solvability == engine.Solvable && !yield(p) {
				return
			}
		}
	})
}

// plateHands returns the 715 hands of four digits, with plateGoal as their goal. 552 of them have a solution.
func plateHands() []hand {
	var hands []hand
	for a := 0; a <= 9; a++ {
		for b := a; b <= 9; b++ {
			for c := b; c <= 9; c++ {
				for d := c; d <= 9; d++ {
					hands = append(hands, hand{cards: []int{a, b, c, d}, goal: plateGoal})
				}
			}
		}
	}
	return hands
}

// newPlateInOrder deals a number plate whose digits make plateGoal in their order. Every such plate of the level
// is equally likely.
func newPlateInOrder(r *rand.Rand, w engine.Wish) engine.Puzzle {
	const plates = 10_000
	return w.Choose(func(yield func(engine.Puzzle) bool) {
		for _, number := range r.Perm(plates) {
			cards := []int{number / 1000, number / 100 % 10, number / 10 % 10, number % 10}
			p := &Puzzle{hand: hand{cards: cards, goal: plateGoal, inOrder: true}}
			if p.Rating().Solvability == engine.Solvable && !yield(p) {
				return
			}
		}
	})
}

const (
	// kryptoCards is how many cards are to make the goal, which is another card of the same deck.
	kryptoCards = 5
	// kryptoTries is how many hands newKrypto draws to find one of the level. About one in ten has the rarest
	// level.
	kryptoTries = 200
)

// newKrypto deals five cards and a goal from a deck of Krypto. All hands of the level that have a solution are as
// likely as the deck makes them.
func newKrypto(r *rand.Rand, w engine.Wish) engine.Puzzle {
	deck := kryptoDeck()
	return w.Choose(func(yield func(engine.Puzzle) bool) {
		for range kryptoTries {
			r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			cards := slices.Sorted(slices.Values(deck[:kryptoCards]))
			p := &Puzzle{hand: hand{cards: cards, goal: int64(deck[kryptoCards])}}
			if p.Rating().Solvability == engine.Solvable && !yield(p) {
				return
			}
		}
	})
}

// kryptoDeck returns the 56 cards of Krypto: 1 to 6 three times, 7 to 10 four times, 11 to 17 twice, and 18 to 25
// once.
func kryptoDeck() []int {
	var deck []int
	for _, some := range []struct{ first, last, copies int }{{1, 6, 3}, {7, 10, 4}, {11, 17, 2}, {18, 25, 1}} {
		for card := some.first; card <= some.last; card++ {
			for range some.copies {
				deck = append(deck, card)
			}
		}
	}
	return deck
}
