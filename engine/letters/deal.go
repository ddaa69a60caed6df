package letters

import (
	"math/rand/v2"
	"strings"

	"reckon/engine/words"
)

// The number of vowels that a player may ask for: on television at least three
// vowels and four consonants are taken.
const MinVowels, MaxVowels = 3, 5

// vowelShares is how many of 100 rounds on television have 3, 4 and 5 vowels, by
// the figures of public simulations of the programme.
var vowelShares = map[int]int{3: 28, 4: 60, 5: 12}

// The two bags: 67 vowels and 74 consonants, as fans of the programme give them
// (thecountdownpage.com/letters.htm, also used by mscroggs.co.uk/blog/8). The
// producers change theirs from time to time and do not publish them.
const (
	vowels = "aaaaaaaaaaaaaaa" + "eeeeeeeeeeeeeeeeeeeee" + "iiiiiiiiiiiii" + "ooooooooooooo" + "uuuuu"

	consonants = "bb" + "ccc" + "dddddd" + "ff" + "ggg" + "hh" + "j" + "k" + "lllll" + "mmmm" + "nnnnnnnn" +
		"pppp" + "q" + "rrrrrrrrr" + "sssssssss" + "ttttttttt" + "v" + "w" + "x" + "y" + "z"
)

// drawVowelCount draws a number of vowels by vowelShares.
func drawVowelCount(r *rand.Rand) int {
	draw := r.IntN(100)
	for n := MinVowels; n < MaxVowels; n++ {
		draw -= vowelShares[n]
		if draw < 0 {
			return n
		}
	}
	return MaxVowels
}

// drawLetters draws n letters from a bag.
func drawLetters(r *rand.Rand, bag string, n int) string {
	letters := []byte(bag)
	shuffle(r, letters)
	return string(letters[:n])
}

func shuffle(r *rand.Rand, b []byte) {
	r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
}

// isPosable reports whether a common word may be posed as a conundrum.
func isPosable(word string) bool {
	return !words.Blocked(word) && !words.Inflected(word) && len(words.Anagrams(word)) == 1
}

// scrambleTries is how many orders of the letters are tried to find the one that
// shows least of the word. Among a few dozen there is one that shows nothing.
const scrambleTries = 100

// scramble returns the letters of a word in an order that shows neither the word nor
// one that may offend.
func scramble(r *rand.Rand, word string) string {
	letters := []byte(word)
	best := word
	least := exposure(word, word)
	for range scrambleTries {
		shuffle(r, letters)
		order := string(letters)
		if n := exposure(order, word); n < least && !words.ShowsOffence(order) {
			best = order
			least = n
		}
		if least == 0 {
			break
		}
	}
	return best
}

// exposure measures how much of a word an order of its letters shows: a point for each
// letter in its place and for each pair of neighbours, ten points for each three in a row.
func exposure(order, word string) int {
	points := 0
	for i := range len(word) {
		if order[i] == word[i] {
			points++
		}
		if i > 0 && strings.Contains(word, order[i-1:i+1]) {
			points++
		}
		if i > 1 && strings.Contains(word, order[i-2:i+1]) {
			points += 10
		}
	}
	return points
}
