package letters

import (
	"math/rand/v2"
	"strings"

	"reckon/engine/words"
)

// The number of vowels that a player may ask for: on television at least three
// vowels and four consonants are taken.
const minVowels, maxVowels = 3, 5

// vowelShares is how many of 100 rounds on television have 3, 4 and 5 vowels, by
// the figures of public simulations of the programme.
var vowelShares = map[int]int{3: 28, 4: 60, 5: 12}

// The two bags: 67 vowels and 74 consonants, as fans of the programme give them
// (thecountdownpage.com/letters.htm, also used by mscroggs.co.uk/blog/8). The
// producers change theirs from time to time and publish none.
const (
	vowels = "aaaaaaaaaaaaaaa" + "eeeeeeeeeeeeeeeeeeeee" + "iiiiiiiiiiiii" + "ooooooooooooo" + "uuuuu"

	consonants = "bb" + "ccc" + "dddddd" + "ff" + "ggg" + "hh" + "j" + "k" + "lllll" + "mmmm" + "nnnnnnnn" +
		"pppp" + "q" + "rrrrrrrrr" + "sssssssss" + "ttttttttt" + "v" + "w" + "x" + "y" + "z"
)

// countVowels draws a number of vowels by vowelShares.
func countVowels(r *rand.Rand) int {
	n, left := minVowels, r.IntN(100)-vowelShares[minVowels]
	for left >= 0 && n < maxVowels {
		n++
		left -= vowelShares[n]
	}
	return n
}

// take draws n letters from a bag.
func take(r *rand.Rand, bag string, n int) string {
	letters := []byte(bag)
	shuffle(r, letters)
	return string(letters[:n])
}

func shuffle(r *rand.Rand, b []byte) { r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] }) }

// fit reports whether a common word may be posed.
func fit(word string) bool {
	return !words.Blocked(word) && !words.Inflected(word) && len(words.Anagrams(word)) == 1
}

// scrambleTries is how many orders of the letters are tried to find the one that
// shows least of the word. Among a few dozen there is one that shows nothing.
const scrambleTries = 100

// scramble returns the letters of a word in an order that shows neither the word nor
// one that may offend.
func scramble(r *rand.Rand, word string) string {
	b := []byte(word)
	best, least := word, shown(word, word)
	for range scrambleTries {
		shuffle(r, b)
		if n := shown(string(b), word); n < least && !words.ShowsOffence(string(b)) {
			best, least = string(b), n
		}
		if least == 0 {
			break
		}
	}
	return best
}

// shown measures how much an order of letters shows of the word: a point for each
// letter in its place and each pair of neighbours, ten for each three in a row.
func shown(order, word string) int {
	n := 0
	for i := range len(word) {
		if order[i] == word[i] {
			n++
		}
		if i > 0 && strings.Contains(word, order[i-1:i+1]) {
			n++
		}
		if i > 1 && strings.Contains(word, order[i-2:i+1]) {
			n += 10
		}
	}
	return n
}
