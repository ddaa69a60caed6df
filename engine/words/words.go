// Package words is the English word list of the letter games, and how people
// type a word. It knows which words there are, how well they are known, which
// may offend, and what can be spelt with given letters. It must never know a
// game's rules or points.
//
// The list is cut from SCOWL by way of Debian's package; its licence is in
// COPYRIGHT.scowl. It holds lower-case words of 2 to 9 letters up to size 80, in
// British spelling, with -ize and British variants, and what additions.txt
// adds: 141,351 words, all of which are right in an answer. SCOWL's sizes, 10 to
// 80, tell how well a word is known: the smaller, the better. 72,590 words are
// known to many people (to size 70, which SCOWL says are in most dictionaries),
// 30,411 to most (to size 35). Build.go makes the list.
//
// American spellings (color, traveling) are no words, as on television, where
// the contestants' guidelines take words of American English but not its
// spellings (as of May 2024, by the fans' wiki at wiki.apterous.org). SCOWL does
// not tell one from the other, nor from slips of its own (prized and borage are
// only in its American cut, moldiness in its British one), so additions.txt names
// what stays and what goes; it is judgement, and rare ones may be left.
//
// The list is not the dictionary of the programme. It is more generous with rare
// words. And SCOWL does not mark mass nouns, so their plurals (homeworks) are
// words if it lists them, where the programme refuses most.
//
// # Words that may offend
//
// Slurs are no words. Other words that may offend are right in an answer, but
// not listed by Within and never posed; Shown masks them for other readers.
// Which words are of the one kind or the other is judgement: a slur is what most
// readers of a chat would take for one, whatever else the word may mean.
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
	"slices"
)

// The bounds of a word's length, in letters.
const (
	MinLength = 2
	MaxLength = 9
)

// The largest of SCOWL's sizes at which words are known to many people, and to
// most.
const (
	KnownSize  = 70
	CommonSize = 35
)

//go:embed words.dawg
var list string

// A Word is one of the list.
type Word struct {
	Text string
	Size int // SCOWL's, 10 to 80: the smaller, the more people know it
}

// Known tells whether many people know the word.
func (w Word) Known() bool { return w.Size <= KnownSize }

// Common tells whether most people know the word.
func (w Word) Common() bool { return w.Size <= CommonSize }

// Size is SCOWL's size of word, in lower case, or 0 if it is not in the list.
func Size(word string) int { return graph(list).size(word) }

// Has tells whether word, in lower case, is in the list.
func Has(word string) bool { return Size(word) > 0 }

// Within lists the words that can be spelt with letters, each used once at
// most, less those Blocked: the known ones first, among them the longest first,
// of equal length the better known first, then by alphabet. letters are in lower
// case.
func Within(letters string) []Word {
	var out []Word
	graph(list).spell(letters, func(word []byte, size int) {
		out = append(out, Word{string(word), size})
	})
	out = slices.DeleteFunc(out, func(w Word) bool { return Blocked(w.Text) })
	slices.SortStableFunc(out, func(a, b Word) int {
		if a.Known() != b.Known() {
			return a.Size - b.Size
		}
		return cmp.Or(len(b.Text)-len(a.Text), a.Size-b.Size)
	})
	return out
}

// Anagrams lists the words, blocked or not, that use all of letters, which are
// in lower case.
func Anagrams(letters string) []string {
	var out []string
	graph(list).spell(letters, func(word []byte, _ int) {
		if len(word) == len(letters) {
			out = append(out, string(word))
		}
	})
	return out
}

// CommonOf lists the common words of so many letters by alphabet.
func CommonOf(length int) []Word {
	var out []Word
	graph(list).walk(func(word []byte, size int) {
		if len(word) == length && size <= CommonSize {
			out = append(out, Word{string(word), size})
		}
	})
	return out
}
