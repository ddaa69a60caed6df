package words

import (
	"slices"
	"strings"
)

// Within returns the words that can be spelt with letters, in lower case, each
// used at most once. Blocked words are left out. Known words come first, the
// longest of them first, those of equal length by how well they are known, then in
// alphabetical order. The other words follow in the same order, and last those that
// are Capital.
func Within(letters string) []Word {
	var out []Word
	graph(list).spell(letters, func(word []byte, size int) {
		out = append(out, Word{string(word), size})
	})
	out = slices.DeleteFunc(out, func(w Word) bool { return Blocked(w.Text) })
	slices.SortFunc(out, compareWords)
	return out
}

// compareWords orders words as Within returns them.
func compareWords(a, b Word) int {
	// Known words have the smallest sizes, and those that are Capital the largest.
	if a.Known() != b.Known() || a.Capital() != b.Capital() {
		return a.Size - b.Size
	}
	if len(a.Text) != len(b.Text) {
		return len(b.Text) - len(a.Text)
	}
	if a.Size != b.Size {
		return a.Size - b.Size
	}
	return strings.Compare(a.Text, b.Text)
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
