// Package words is the English word list of the letter games, and the reader of
// words that people type. It knows which words exist, how well they are known,
// which may offend, and which can be spelt with given letters. It must never
// know a game's rules or points.
//
// The list comes from SCOWL, through Debian's package; its licence is in
// COPYRIGHT.scowl. It holds lower-case words of 2 to 9 letters up to size 80, in
// British spelling, with -ize and British variants, and the words of additions.txt,
// modern.txt and british.txt: 142,481 words, and all are right in an answer. Words with
// accents are in it without them (fiance). SCOWL's sizes, 10 to 80, say how well a
// word is known: the smaller, the better. Many people know 48,478 of the words (to
// size 55), most people 30,448 (to size 35); those to size 70 are in most
// dictionaries. Names, such as paris, and trade marks are right, too, but they are no
// best words; capitals.txt says which they are. The program makewords makes the list,
// and SOURCES.md says what is from where.
//
// American spellings (color, traveling) are not in the list, but American knows
// most of those that people type. Television does the same: the contestants'
// guidelines accept words of American English but not its spellings (as of May
// 2024, by the fans' wiki at wiki.apterous.org). SCOWL does not mark American
// spellings reliably, and has slips of its own (prized and borage are only in its
// American part, moldiness in its British one), so additions.txt names words to
// add and to remove. The choice is ours, and some rare American spellings may
// remain.
//
// The list is not the dictionary of the programme. It has more rare words. And
// SCOWL does not mark mass nouns, so their plurals (homeworks) are words where
// it lists them; the programme refuses most.
//
// Gloss says what a word means, by WordNet: 93 % of the words that many people know, and
// half of all, have a meaning. Parts says what a word is made of, by what WordNet relates.
//
// # Words that may offend
//
// Slurs are not in the list. Other words that may offend are right in an answer,
// but Within leaves them out and no game poses or explains them; Shown masks them for other
// readers. Which words are which is our choice: a slur is a word that most
// readers of a chat would read as one, whatever else it may mean.
//
// # Errors of a word
//
//	word.empty   there is no letter
//	word.letter  a character that is not a letter from A to Z; Args "text"; At
//	too-long     longer than Args "limit" bytes; Args "unit" is "bytes"
package words

//go:generate go run ./makewords

import _ "embed"

// The largest sizes of words that many people know, and that most people know.
const (
	KnownSize  = 55
	CommonSize = 35
)

//go:embed words.dawg
var list string

// A Word is a word of the list.
type Word struct {
	// Text is in lower case.
	Text string
	// Size is SCOWL's, 10 to 80: the smaller, the more people know the word. It is
	// capitalSize if nearly everybody writes the word with a capital.
	Size int
}

// Known reports whether many people know the word.
func (w Word) Known() bool { return w.Size <= KnownSize }

// Capital reports whether nearly everybody writes the word with a capital, such as a name
// or a trade mark. It is right in an answer, but people would doubt it as the best one.
func (w Word) Capital() bool { return w.Size == capitalSize }

// Common reports whether most people know the word.
func (w Word) Common() bool { return w.Size <= CommonSize }

// Size returns the size of word, in lower case, or 0 if it is not in the list.
func Size(word string) int {
	if word == "" {
		return 0
	}
	node := root
	var last edge
	for i := range len(word) {
		e, ok := graph(list).find(node, word[i])
		if !ok {
			return 0
		}
		node = e.to()
		last = e
	}
	return last.size()
}

// Has reports whether word, in lower case, is in the list.
func Has(word string) bool { return Size(word) > 0 }
