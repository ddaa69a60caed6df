// Package words is the English word list of the letter games, and how people
// type a word. It knows which words there are, which are common, which the bot
// should never say, and what can be spelt with given letters. It must never
// know a game's rules or points.
//
// The lists are cut from SCOWL by way of Debian's package; its licence is in
// COPYRIGHT.scowl. They hold lower-case words of 2 to 9 letters: 142,982 of
// size 80 (American and British, with British variants) to judge and to solve
// by, of which 29,881 of size 35 (British) are common enough to pose. Build.go
// makes them.
//
// # Errors of a word
//
//	word.empty   there is no letter
//	word.letter  something that is no letter from A to Z; Args "text"
//	too-long     longer than Args "limit" bytes; Args "unit" is "bytes"
package words

//go:generate go run build.go

import (
	"cmp"
	_ "embed"
	"hash/fnv"
	"slices"
)

// The bounds of a word's length, in letters.
const (
	MinLength = 2
	MaxLength = 9
)

//go:embed large.dawg
var large string

//go:embed common.dawg
var common string

// blocked holds the hashes of words the bot never says, sorted, 4 bytes each.
//
//go:embed blocked.bin
var blocked string

// Has tells whether word, in lower case, is in the large list.
func Has(word string) bool { return graph(large).has(word) }

// Common tells whether most people know word.
func Common(word string) bool { return graph(common).has(word) }

// Blocked tells whether word may offend, so that the bot should not say it of
// its own accord. Players may use it if the list has it.
func Blocked(word string) bool {
	h := fnv.New32a()
	h.Write([]byte(word))
	hash := h.Sum32()
	from, to := 0, len(blocked)/4
	for from < to {
		mid := (from + to) / 2
		switch v := number(blocked, mid); {
		case v == hash:
			return true
		case v < hash:
			from = mid + 1
		default:
			to = mid
		}
	}
	return false
}

// Within lists the words that can be spelt with letters, each used once at
// most, less those Blocked: the longest first, of equal length the common ones
// first, then by alphabet. letters are in lower case.
func Within(letters string) []string {
	var out []string
	graph(large).spell(letters, func(word []byte) {
		out = append(out, string(word))
	})
	out = slices.DeleteFunc(out, Blocked)
	rare := make(map[string]int, len(out))
	for _, w := range out {
		if !Common(w) {
			rare[w] = 1
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(len(b)-len(a), rare[a]-rare[b], cmp.Compare(a, b))
	})
	return out
}

// Anagrams lists the words, blocked or not, that use all of letters, which are
// in lower case.
func Anagrams(letters string) []string {
	var out []string
	graph(large).spell(letters, func(word []byte) {
		if len(word) == len(letters) {
			out = append(out, string(word))
		}
	})
	return out
}

// CommonOf lists the common words of so many letters by alphabet.
func CommonOf(length int) []string {
	var out []string
	graph(common).walk(func(word []byte) {
		if len(word) == length {
			out = append(out, string(word))
		}
	})
	return out
}
