package words

import (
	"cmp"
	"slices"
	"strings"
)

// Within returns the words that can be spelt with letters, in lower case, each
// used at most once. Blocked words are left out. Known words come first, the
// longest of them first, of equal length the better known first, then in
// alphabetical order; the other words follow in the same order.
func Within(letters string) []Word {
	var out []Word
	graph(list).spell(letters, func(word []byte, size int) {
		out = append(out, Word{string(word), size})
	})
	out = slices.DeleteFunc(out, func(w Word) bool { return Blocked(w.Text) })
	slices.SortFunc(out, func(a, b Word) int {
		if a.Known() != b.Known() {
			return a.Size - b.Size
		}
		if c := cmp.Or(len(b.Text)-len(a.Text), a.Size-b.Size); c != 0 {
			return c
		}
		return strings.Compare(a.Text, b.Text)
	})
	return out
}

// Anagrams returns the words, blocked or not, that use all of letters, in lower
// case.
func Anagrams(letters string) []string {
	var out []string
	graph(list).spell(letters, func(word []byte, _ int) {
		if len(word) == len(letters) {
			out = append(out, string(word))
		}
	})
	return out
}

// CommonOf returns the common words of that many letters in alphabetical order.
func CommonOf(length int) []Word {
	var out []Word
	everyLetter := strings.Repeat("abcdefghijklmnopqrstuvwxyz", MaxLength)
	graph(list).spell(everyLetter, func(word []byte, size int) {
		if len(word) == length && size <= CommonSize {
			out = append(out, Word{string(word), size})
		}
	})
	return out
}
